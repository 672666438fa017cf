import { call, loadOwnCalls } from './httpClient';

export { unmetNeeds, type ServiceNeeds, type UnmetNeed } from '@lectern/contracts';

/**
 * API versions of the running services by their names; `undefined` when they cannot be had: then nobody is kept from a page that may
 * well work.
 */
export const readServiceVersions = async (): Promise<Readonly<Record<string, string>> | undefined> => {
  try {
    const { versionCall } = await loadOwnCalls();
    return (await call(versionCall, { hasOwnProgress: true })).services;
  } catch {
    // The calls of the page itself tell what is wrong with the API.
    return undefined;
  }
};
