import { isRemoteId } from '@lectern/registry';
import type { OfferedOverride } from '../src/PageData.ts';

/** Addresses of the remotes that `npm run dev` serves from source, by remote id. Never set in production. */
export type Development = Readonly<Record<string, string>>;

/**
 * Parses `mf-study=http://localhost:9103/remoteEntry.js`, or several such pairs separated by commas.
 *
 * @throws Error with one line that names the setting
 */
export const readDevelopment = (value: string, nodeEnvironment: string | undefined): Development => {
  if (nodeEnvironment === 'production') throw new Error('LECTERN_DEVELOPMENT: cannot be set with NODE_ENV=production.');
  return Object.fromEntries(
    value.split(',').map((each) => {
      const [id = '', entry = ''] = each.split(/=(.*)/, 2);
      if (!isRemoteId(id) || !URL.canParse(entry))
        throw new Error(`LECTERN_DEVELOPMENT must be a list of mf-name=address, not "${value}".`);
      return [id, entry];
    }),
  );
};

/** Timeout for fetching a manifest. Short, because the development server runs on this machine. Milliseconds. */
const manifestMs = 1_000;

/** The remotes of development servers that the page may use instead of registered ones, each with its current manifest. */
export const offerOverrides = (development: Development, log: (line: string) => void): Promise<OfferedOverride[]> =>
  Promise.all(
    Object.entries(development).map(async ([id, entry]): Promise<OfferedOverride> => {
      try {
        const answer = await fetch(new URL('manifest.json', entry), { signal: AbortSignal.timeout(manifestMs) });
        return { id, entry, manifest: (await answer.json()) as NonNullable<OfferedOverride['manifest']> };
      } catch (error) {
        log(`${id} has no manifest at its development server: ${error instanceof Error ? error.message : String(error)}`);
        return { id, entry };
      }
    }),
  );

/** Additional origins that a page of a development build may load from: this machine, over HTTP and web sockets. */
export const developmentOrigins = {
  remotes: ['http://localhost:*', 'http://127.0.0.1:*'],
  connect: 'ws://localhost:* ws://127.0.0.1:*',
} as const;
