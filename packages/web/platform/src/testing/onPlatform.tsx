import { useEffect, useState, type ComponentType, type ReactElement, type ReactNode } from 'react';
import { installFakeApi, type FakeApi } from './installFakeApi';
import { emptyPlatform, PlatformTree, preparePlatform, type RenderOptions } from './PlatformTree';

/** A story's `parameters.platform`. */
export interface PlatformParameters extends RenderOptions {
  /** Sets responses of the API: `(api) => api.on(calls.listQuizzes, [])`. Other calls fail with 500. */
  api?: (api: FakeApi) => void;
  /** The story renders the whole page with its own `main`. */
  isWholePage?: boolean;
}

/** A handler that never responds, to show a page's loading state. */
export const never = (): Promise<never> => new Promise(() => undefined);

const Stage = ({ parameters, children }: { parameters: PlatformParameters; children: ReactNode }): ReactNode => {
  const { api: answers, at, path, isWholePage = false, isReload = false, ...options } = parameters;
  // Runs before the first render of the screen, which makes calls. A story is rendered once, so nothing here depends on later renders.
  const [api] = useState(() => {
    emptyPlatform(isReload);
    const fake = installFakeApi();
    answers?.(fake);
    preparePlatform(options);
    return fake;
  });
  useEffect(() => api.restore, [api]);
  return (
    <PlatformTree {...(at !== undefined && { at })} {...(path !== undefined && { path })}>
      {isWholePage ? children : <main>{children}</main>}
    </PlatformTree>
  );
};

/** A Storybook decorator for screens: the real platform with a fake API, set up as by `renderWithPlatform` in tests. */
export const onPlatform = (Story: ComponentType, { id, parameters }: { id: string; parameters: Record<string, unknown> }): ReactElement => (
  <Stage key={id} parameters={(parameters['platform'] ?? {}) as PlatformParameters}>
    <Story />
  </Stage>
);
