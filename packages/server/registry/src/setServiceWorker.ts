import { changeRegistry } from './changeRegistry.ts';
import { ReleaseError } from './ReleaseError.ts';
import type { ReleasesOptions } from './startReleases.ts';

/**
 * Turns the service worker off or on. Off removes it from every device at its next visit.
 *
 * @throws ReleaseError without any remote
 */
export const setServiceWorker = async ({ store, privateKey, now }: ReleasesOptions, isOn: boolean): Promise<void> => {
  await changeRegistry({
    store,
    privateKey,
    now,
    change: ({ serviceWorker: _before, ...registry }) => {
      // The registry says it at each deployment.
      if (Object.keys(registry.microFrontends).length === 0) throw new ReleaseError('Nothing was released yet.');
      return isOn ? registry : { ...registry, serviceWorker: 'off' };
    },
  });
};
