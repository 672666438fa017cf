import { useEffect, useState, type ComponentType, type ReactElement, type ReactNode } from 'react';
import { installFakeApi, type FakeApi } from './installFakeApi';
import { emptyPlatform, PlatformTree, preparePlatform, type RenderOptions } from './PlatformTree';

/** A story's `parameters.platform`. */
export interface PlatformParameters extends RenderOptions {
  /** Answers of the API: `(api) => api.on(calls.listQuizzes, [])`. Other calls fail with 500. */
  api?: (api: FakeApi) => void;
  /** The story draws the whole page with its own `main`. */
  isWholePage?: boolean;
}

/** A handler that never answers: what the page shows while it waits. */
export const never = (): Promise<never> => new Promise(() => undefined);

const Stage = ({ parameters, children }: { parameters: PlatformParameters; children: ReactNode }): ReactNode => {
  const { api: answers, at, path, isWholePage = false, isReload = false, ...options } = parameters;
  // Before the first render of the screen, which makes calls. A story is drawn once, so nothing here depends on later renders.
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

/** Storybook's decorator for screens: the real platform with a fake API, as `renderWithPlatform` sets it up in tests. */
export const onPlatform = (Story: ComponentType, { id, parameters }: { id: string; parameters: Record<string, unknown> }): ReactElement => (
  <Stage key={id} parameters={(parameters['platform'] ?? {}) as PlatformParameters}>
    <Story />
  </Stage>
);
