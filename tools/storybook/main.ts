/** `npm run storybook [-- PART=ADDRESS …]`: serves all Storybooks at one address. A deployed part is shown from its ADDRESS. */
import { SettingsError } from '@lectern/service-kit';
import { root, runCommand, say, siteSettings } from '../command.ts';
import { findStorybooks, startStorybooks } from './startStorybooks.ts';

/** Parses `mf-study=https://example.org/stories` into a pair. */
const deployment = (argument: string): [string, string] => {
  const [, id, url = ''] = /^([a-z0-9-]+)=(.+)$/.exec(argument) ?? [];
  if (id === undefined || !URL.canParse(url))
    throw new SettingsError(`"${argument}" does not name a part and its address, as mf-study=https://example.org/stories does.`);
  return [id, url.replace(/(?<!\/)\/+$/, '')];
};

await runCommand(async () => {
  const settings = siteSettings();
  const found = findStorybooks(root, Object.fromEntries(process.argv.slice(2).map(deployment)));
  const storybooks = await startStorybooks({ ...found, port: settings.STORYBOOK_PORT, host: settings.HOST });
  say(`storybook ${storybooks.address}`);
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
    process.once(signal, () => void storybooks.close().then(() => process.exit(0)));
}, Error);
