import type { RegisteredRemote } from '../PageData';

/** `incompatible`: the remote was built for another shell, so it was not loaded. */
export type LoadFailure = 'failed' | 'incompatible';

/** Reports to the page server that a version of a remote could not be loaded. The report is logged and does not identify the visitor. */
export const reportFailure = ({ id, version }: RegisteredRemote, outcome: LoadFailure): void => {
  navigator.sendBeacon('/remote-reports', JSON.stringify({ id, version, outcome }));
};
