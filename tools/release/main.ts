/**
 * Deployment commands. They change the release store and the registry in it, which they sign. The site need not run.
 *
 *   npm run release -- mf-study [--canary PERCENT] [--from FOLDER]   releases a build: to everybody, or to a share of visitors
 *   npm run release -- mf-study --promote                            releases the canary to everybody
 *   npm run rollback -- mf-study [VERSION]                           rolls back with a single write to the registry
 *   npm run releases [-- mf-study]                                   lists the releases in the store, and who gets them
 *   npm run service-worker -- off | on                               removes the service worker from every device, or allows it again
 */
import { createPrivateKey } from 'node:crypto';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createReleases, folderOf, openReleaseStore, ReleaseError } from '@lectern/registry';
import { readSettings, SettingsError } from '@lectern/service-kit';
import { root, runCommand, say, siteEnvironment, table } from '../command.ts';
import { inFolder, remotesOf, type LocalRemote } from '../remotes.ts';
import { provideRegistryKey } from '../start/secrets.ts';

const openSettings = () => {
  const given = siteEnvironment();
  // A deployment needs the registry's key and the store, but none of the services' secrets.
  const settings = inFolder(root, readSettings({ ...given, NODE_ENV: 'development' }));
  const isShared = given['NODE_ENV'] === 'production' || folderOf(settings.RELEASE_STORE) === undefined;
  if (isShared && settings.REGISTRY_KEY_FILE === undefined)
    throw new SettingsError('REGISTRY_KEY_FILE: must be set in production and with a RELEASE_STORE that is no folder.');
  return settings;
};

const openContext = () => {
  const settings = openSettings();
  const store = openReleaseStore(settings);
  const privateKey = createPrivateKey(provideRegistryKey(settings.DATA_DIR, settings.REGISTRY_KEY_FILE));
  const releases = createReleases({ store, privateKey, kept: settings.RELEASES_KEPT, now: () => new Date() });
  return { settings, store, releases, remotes: remotesOf(root, settings) };
};
type Context = ReturnType<typeof openContext>;

/** @throws ReleaseError if there is no such remote */
const remoteOf = ({ remotes }: Context, id: string | undefined): LocalRemote => {
  const found = remotes.find((each) => each.id === id);
  if (!found) throw new ReleaseError(`Name a remote: ${remotes.map((each) => each.id).join(', ')}.`);
  return found;
};

const percentOf = (text: string): number => {
  if (/^\d{1,2}(?:\.\d{1,2})?$/.test(text) && Number(text) > 0) return Number(text);
  throw new ReleaseError(`--canary: "${text}" is not a percentage between 0 and 100, such as 5 or 0.25.`);
};

const sayRemoved = ({ settings }: Context, removed: readonly string[]): void => {
  if (removed.length > 0) say(`Left the store, which keeps ${String(settings.RELEASES_KEPT)}: ${removed.join(', ')}.`);
};
const sayMoved = (id: string, { version, before }: { version: string; before: string }): void =>
  say(`${id} ${version} is what everybody gets now; before it was ${before}.`);

const promote = async (context: Context, name: string | undefined): Promise<void> => {
  const { id } = remoteOf(context, name);
  const moved = await context.releases.promote(id);
  sayMoved(id, moved);
  sayRemoved(context, moved.removed);
};

const release = async (context: Context, name: string | undefined, { canary, from }: { canary?: string; from?: string }): Promise<void> => {
  const { releases, settings, store } = context;
  const { id, distFolder, base } = remoteOf(context, name);
  const isKnown = (await releases.list()).some((each) => each.id === id);
  // A running site keeps the addresses that it was started with.
  const isMoved = !isKnown || settings.RELEASES_URL !== undefined;
  const folder = from === undefined ? distFolder : resolve(root, from);
  const released = await releases.release(
    { id, distFolder: folder, isFromElsewhere: from !== undefined, ...(isMoved && { base }) },
    canary === undefined ? {} : { canary: percentOf(canary) },
  );
  const { version, added, files, current, before } = released;
  say(`${id} ${version}: ${String(added)} of ${String(files)} files were new to ${store.name}.`);
  if (released.canary !== undefined) say(`${String(released.canary)} % of visitors get it now, the others ${current}.`);
  else say(`Everybody gets it now${before === undefined ? '' : `; before it was ${before}`}.`);
  sayRemoved(context, released.removed);
};

const rollback = async (context: Context, name: string | undefined, version: string | undefined): Promise<void> => {
  const { id } = remoteOf(context, name);
  sayMoved(id, await context.releases.rollback(id, version));
};

const minute = (iso: string): string => iso.slice(0, 16).replace('T', ' ');

const list = async (context: Context, name: string | undefined): Promise<void> => {
  const all = await context.releases.list();
  const listed = name === undefined ? all : all.filter((each) => each.id === remoteOf(context, name).id);
  if (listed.length === 0) return say(`Nothing was released to ${context.store.name} yet.`);
  const rows = listed.map(({ id, version, releasedAt, role, since = '', traffic }) => [
    id,
    version,
    minute(releasedAt),
    ...(role === 'kept' ? ['', ''] : [`${String(traffic)} %`, `${role} since ${minute(since)}`]),
  ]);
  for (const line of table([['remote', 'version', 'released (UTC)', 'traffic', ''], ...rows])) say(line);
};

const setServiceWorker = async ({ releases }: Context, state: string | undefined): Promise<void> => {
  if (state !== 'off' && state !== 'on') throw new ReleaseError('Use npm run service-worker -- off, or on.');
  await releases.setServiceWorker(state === 'on');
  say(state === 'on' ? 'Devices get the service worker again.' : 'Each device drops the service worker and its caches at its next visit.');
};

await runCommand(async () => {
  const [command, ...rest] = process.argv.slice(2);
  const { values, positionals } = parseArgs({
    args: rest,
    allowPositionals: true,
    options: { canary: { type: 'string' }, promote: { type: 'boolean' }, from: { type: 'string' } },
  });
  const [id, version] = positionals;
  const context = openContext();
  if (command === 'release') await (values.promote === true ? promote(context, id) : release(context, id, values));
  else if (command === 'rollback') await rollback(context, id, version);
  else if (command === 'releases') await list(context, id);
  else if (command === 'service-worker') await setServiceWorker(context, id);
  else throw new ReleaseError('Use npm run release, rollback, releases or service-worker.');
}, ReleaseError);
