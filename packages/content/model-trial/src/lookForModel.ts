import { connect } from 'node:net';
import { findServers, usualPlaces, type Place } from './findServers.ts';

const lookMs = 300;

/** Whether a server listens at a place. Cheaper than `fetch`, whose code takes long to load. */
const isListening = ({ baseURL }: Place): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(baseURL);
    const probe = connect({ host: hostname, port: Number(port), timeout: lookMs });
    for (const event of ['connect', 'error', 'timeout'] as const)
      probe.once(event, () => {
        probe.destroy();
        resolve(event === 'connect');
      });
  });

/** Finds the first server of language models. @returns a hint about it */
export async function findModelHint(places: readonly Place[], signal: AbortSignal): Promise<string | undefined> {
  const listening = await Promise.all(places.map(isListening));
  const open = places.filter((_, index) => listening[index]);
  const [server] = open.length > 0 && !signal.aborted ? await findServers(open, fetch, signal) : [];
  if (!server) return undefined;
  const name = server.kind === 'other' ? 'A language model' : server.kind;
  return `${name} answers at ${new URL(server.baseURL).origin}. Try it for better guides: npm run model`;
}

/**
 * Looks for a language model on this machine while the site is prepared, unless one is configured.
 *
 * @returns a function that ends the search and returns the hint if there is one, without waiting
 */
export function lookForModel(
  settings: { OPENAI_API_KEY?: string | undefined; OPENAI_BASE_URL?: string | undefined },
  places: readonly Place[] = usualPlaces,
): () => string | undefined {
  if (settings.OPENAI_API_KEY !== undefined || settings.OPENAI_BASE_URL !== undefined) return () => undefined;
  const ended = new AbortController();
  let line: string | undefined;
  void findModelHint(places, AbortSignal.any([ended.signal, AbortSignal.timeout(lookMs)])).then((found) => (line = found));
  return () => {
    ended.abort();
    return line;
  };
}
