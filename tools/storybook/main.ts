/** `npm run storybook [-- PART=ADDRESS …]`: all Storybooks at one address; a deployed part is shown from its ADDRESS. */
import { join } from 'node:path';
import { readEnvironment, readSettings } from '@lectern/service-kit';
import { findStorybooks, startStorybooks } from './startStorybooks.ts';

const root = join(import.meta.dirname, '..', '..');

/** `mf-study=https://example.org/stories` as a pair. */
const deployment = (argument: string): [string, string] => {
  const [, id, url = ''] = /^([a-z0-9-]+)=(.+)$/.exec(argument) ?? [];
  if (id === undefined || !URL.canParse(url))
    throw new Error(`"${argument}" does not name a part and its address, as mf-study=https://example.org/stories does.`);
  return [id, url.replace(/(?<!\/)\/+$/, '')];
};

try {
  const settings = readSettings(readEnvironment({ env: join(root, '.env'), example: join(root, '.env.example') }, process.env));
  const found = findStorybooks(root, Object.fromEntries(process.argv.slice(2).map(deployment)));
  const storybooks = await startStorybooks({ ...found, port: settings.STORYBOOK_PORT, host: settings.HOST });
  process.stdout.write(`storybook ${storybooks.address}\n`);
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
    process.once(signal, () => void storybooks.close().then(() => process.exit(0)));
} catch (error) {
  process.stderr.write(`storybook: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
