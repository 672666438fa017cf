import type { LoadOutcome } from '@lectern/registry';
import type { RegisteredRemote } from '../PageData';

/**
 * Tells the page server how loading a remote went: every failure, and, while others get another version, every success, too, so that it can
 * stop giving out a version that fails. Nothing in it says who it was.
 */
export const reportLoad = ({ id, version, isSplit }: RegisteredRemote, outcome: LoadOutcome): void => {
  if (outcome === 'loaded' && !isSplit) return;
  navigator.sendBeacon('/remote-reports', JSON.stringify({ id, version, outcome }));
};
