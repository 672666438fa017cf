import type { LoadOutcome } from '@lectern/registry';
import type { RegisteredRemote } from '../PageData';

/**
 * Tells the page server how loading a remote went: every failure, and every success while the remote has two versions, so that it can stop
 * choosing a version that fails. The report does not identify the visitor.
 */
export const reportLoad = ({ id, version, isSplit }: RegisteredRemote, outcome: LoadOutcome): void => {
  if (outcome === 'loaded' && !isSplit) return;
  navigator.sendBeacon('/remote-reports', JSON.stringify({ id, version, outcome }));
};
