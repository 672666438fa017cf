import type { RegisteredRemote } from '../PageData';

/** `incompatible`: the remote was built for another shell, so it was not even tried. */
export type LoadFailure = 'failed' | 'incompatible';

/** Tells the page server, which logs it, that a version of a remote could not be loaded. The report does not identify the visitor. */
export const reportFailure = ({ id, version }: RegisteredRemote, outcome: LoadFailure): void => {
  navigator.sendBeacon('/remote-reports', JSON.stringify({ id, version, outcome }));
};
