import { isRecord } from '@lectern/contracts';
import { getSettings } from './settings';

export { missingCapabilities, type ServiceNeeds, type MissingCapability } from '@lectern/contracts';

const patienceMs = 5_000;

/**
 * API versions of the running services by their names; `undefined` when they cannot be had: then nobody is kept from a page that may
 * well work. Asked without the HTTP client, which a signed-out page does not carry.
 */
export const readServiceVersions = async (): Promise<Readonly<Record<string, string>> | undefined> => {
  try {
    const response = await fetch(`${getSettings().apiUrl}/version`, { signal: AbortSignal.timeout(patienceMs) });
    const body: unknown = await response.json();
    const services = isRecord(body) && isRecord(body['services']) ? body['services'] : {};
    return Object.fromEntries(Object.entries(services).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    // The calls of the page itself tell what is wrong with the API.
    return undefined;
  }
};
