import { act, render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { emptyPlatform, PlatformTree, preparePlatform, type RenderOptions } from './PlatformTree';

/** Resets everything between tests: storage, session, cache, toasts, dialogs. */
export const resetPlatform = (isReload = false): void => {
  act(() => {
    emptyPlatform(isReload);
  });
};

/**
 * Renders a screen as the shell would, on the real platform: routes, session, cache, toasts (as text in the page), confirmations and
 * upgrade modal. `getByTestId('location')` contains the address. Combine it with `installFakeApi`.
 *
 * @example
 * const api = installFakeApi();
 * api.on(calls.listFolders, [folder({ name: 'Physics' })]);
 * renderWithPlatform(<FolderListScreen />, { at: '/folders', path: '/folders', user: learner, limits: freeLimits() });
 * expect(await screen.findByText('Physics')).toBeVisible();
 */
export const renderWithPlatform = (element: ReactNode, { at, path, isReload = false, ...options }: RenderOptions = {}): RenderResult => {
  resetPlatform(isReload);
  preparePlatform(options);
  return render(
    <PlatformTree {...(at !== undefined && { at })} {...(path !== undefined && { path })}>
      {element}
    </PlatformTree>,
  );
};
