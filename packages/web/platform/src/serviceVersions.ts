import { isRecord } from '@lectern/contracts';
import { getSettings } from './settings';

export { missingCapabilities, type ServiceNeeds, type MissingCapability } from '@lectern/contracts';

const patienceMs = 5_000;

/**
 * Reads the API versions of the running services, by name. Resolves to undefined if they cannot be read, and then no page is blocked. Uses
 * `fetch`, because a signed-out page does not load the HTTP client.
 */
export const readServiceVersions = async (): Promise<Readonly<Record<string, string>> | undefined> => {
  try {
    const response = await fetch(`${getSettings().apiUrl}/version`, { signal: AbortSignal.timeout(patienceMs) });
    const body: unknown = await response.json();
    const services = isRecord(body) && isRecord(body['services']) ? body['services'] : {};
    return Object.fromEntries(Object.entries(services).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    // If the API is down, the page's own calls report it.
    return undefined;
  }
};
