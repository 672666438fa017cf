import type { RegisteredRemote } from '../PageData';

/** How long a visitor's retry waits for the page server's current versions. Milliseconds. */
const renewalTimeoutMs = 1_500;

/** The remotes that the page would get if it were opened now; none when the page server does not answer in time. */
export const askForRemotes = async (): Promise<RegisteredRemote[]> => {
  try {
    const response = await fetch('/remotes', { signal: AbortSignal.timeout(renewalTimeoutMs) });
    return response.ok ? ((await response.json()) as RegisteredRemote[]) : [];
  } catch {
    // The retry uses the known version; when that fails as well, the card says so.
    return [];
  }
};
