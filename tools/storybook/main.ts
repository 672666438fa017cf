/** `npm run storybook [-- PART=ADDRESS …]`: all Storybooks at one address; a deployed part is shown from its ADDRESS. */
import { join } from 'node:path';
import { readEnvironment, readSettings } from '@lectern/service-kit';
import { findStorybooks } from './findStorybooks.ts';
import { startStorybooks } from './startStorybooks.ts';

const root = join(import.meta.dirname, '..', '..');

const fail = (error: unknown): never => {
  process.stderr.write(`storybook: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
};

const deployedIn = (args: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    args.map((argument) => {
      const [, id, url = ''] = /^([a-z0-9-]+)=(.+)$/.exec(argument) ?? [];
      if (id === undefined || !URL.canParse(url))
        throw new Error(`"${argument}" does not name a part and its address, as mf-study=https://example.org/stories does.`);
      return [id, url.replace(/(?<!\/)\/+$/, '')];
    }),
  );

const start = async (): Promise<void> => {
  const settings = readSettings(readEnvironment({ env: join(root, '.env'), example: join(root, '.env.example') }, process.env));
  const found = findStorybooks(root, deployedIn(process.argv.slice(2)));
  const storybooks = await startStorybooks({ ...found, port: settings.STORYBOOK_PORT, host: settings.HOST });
  process.stdout.write(`storybook ${storybooks.address}\n`);
  const stop = (): void => {
    storybooks.close().then(() => process.exit(0), fail);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(signal, stop);
};

start().catch(fail);
