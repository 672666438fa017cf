/**
 * The commands of a deployment. They change the release store and the registry in it, which they sign; no part of the site has to run.
 *
 *   npm run release -- mf-study [--canary PERCENT] [--from FOLDER]   releases a build: for everybody, or for a share of visitors
 *   npm run release -- mf-study --promote                            gives everybody what the canary's share has
 *   npm run rollback -- mf-study [VERSION]                           goes back by one write of the registry
 *   npm run releases [-- mf-study]                                   lists the releases in the store, and who gets them
 */
import { createPrivateKey } from 'node:crypto';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createReleases, folderOf, openReleaseStore, ReleaseError, type Releases } from '@lectern/registry';
import { readEnvironment, readSettings, SettingsError } from '@lectern/service-kit';
import { inFolder, remotesOf } from '../remotes.ts';
import { provideRegistryKey } from '../start/secrets.ts';

const root = join(import.meta.dirname, '..', '..');
const say = (line: string) => void process.stdout.write(`${line}\n`);

const settingsOf = () => {
  const given = readEnvironment({ env: join(root, '.env'), example: join(root, '.env.example') }, process.env);
  // A deployment needs the key of the registry and the store, and none of the services' secrets.
  const settings = inFolder(root, readSettings({ ...given, NODE_ENV: 'development' }));
  const isShared = given['NODE_ENV'] === 'production' || folderOf(settings.RELEASE_STORE) === undefined;
  if (isShared && settings.REGISTRY_KEY_FILE === undefined)
    throw new SettingsError('REGISTRY_KEY_FILE: must be set in production and with a RELEASE_STORE that is no folder.');
  return settings;
};

const percentOf = (text: string): number => {
  const percent = Number(text);
  if (!/^\d{1,2}(?:\.\d{1,2})?$/.test(text) || percent <= 0)
    throw new ReleaseError(`--canary: "${text}" is not a percentage between 0 and 100, such as 5 or 0.25.`);
  return percent;
};

const table = (rows: readonly (readonly string[])[]): string[] => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};

const minute = (iso: string): string => iso.slice(0, 16).replace('T', ' ');

/** The options of the commands. */
interface Flags {
  canary?: string;
  promote?: boolean;
  from?: string;
}

/** The context of a command. */
interface Context {
  settings: ReturnType<typeof settingsOf>;
  store: ReturnType<typeof openReleaseStore>;
  releases: Releases;
  remotes: ReturnType<typeof remotesOf>;
}

const openContext = (): Context => {
  const settings = settingsOf();
  const store = openReleaseStore(settings);
  const releases = createReleases({
    store,
    privateKey: createPrivateKey(provideRegistryKey(settings.DATA_DIR, settings.REGISTRY_KEY_FILE)),
    kept: settings.RELEASES_KEPT,
    now: () => new Date(),
  });
  return { settings, store, releases, remotes: remotesOf(root, settings) };
};

/** @throws ReleaseError when there is no such remote */
const remoteOf = ({ remotes }: Context, id: string | undefined): Context['remotes'][number] => {
  const found = remotes.find((each) => each.id === id);
  if (!found) throw new ReleaseError(`Name a remote: ${remotes.map((each) => each.id).join(', ')}.`);
  return found;
};

const tellRemoved = ({ settings }: Context, removed: readonly string[]): void => {
  if (removed.length > 0) say(`Left the store, which keeps ${String(settings.RELEASES_KEPT)}: ${removed.join(', ')}.`);
};

const tellMoved = (id: string, { version, before }: { version: string; before: string }): void => {
  say(`${id} ${version} is what everybody gets now; before it was ${before}.`);
};

const promote = async (context: Context, id: string | undefined): Promise<void> => {
  const remote = remoteOf(context, id);
  const moved = await context.releases.promote(remote.id);
  tellMoved(remote.id, moved);
  tellRemoved(context, moved.removed);
};

const release = async (context: Context, id: string | undefined, { canary, from }: Flags): Promise<void> => {
  const { releases, settings, store } = context;
  const { id: name, distFolder, base } = remoteOf(context, id);
  const known = (await releases.list()).some((each) => each.id === name);
  const released = await releases.release(
    {
      id: name,
      distFolder: from === undefined ? distFolder : resolve(root, from),
      isFromElsewhere: from !== undefined,
      // A running site has the addresses of its own start; they stay.
      ...((!known || settings.RELEASES_URL !== undefined) && { base }),
    },
    canary === undefined ? {} : { canary: percentOf(canary) },
  );
  say(`${name} ${released.version}: ${String(released.added)} of ${String(released.files)} files were new to ${store.name}.`);
  say(
    released.canary !== undefined
      ? `${String(released.canary)} % of visitors get it now, the others ${released.current}.`
      : `Everybody gets it now${released.before === undefined ? '' : `; before it was ${released.before}`}.`,
  );
  tellRemoved(context, released.removed);
};

const rollback = async (context: Context, id: string | undefined, version: string | undefined): Promise<void> => {
  const remote = remoteOf(context, id);
  tellMoved(remote.id, await context.releases.rollback(remote.id, version));
};

const list = async (context: Context, id: string | undefined): Promise<void> => {
  const { releases, store } = context;
  const all = await releases.list();
  const listed = id === undefined ? all : all.filter((each) => each.id === remoteOf(context, id).id);
  if (listed.length === 0) {
    say(`Nothing was released to ${store.name} yet.`);
    return;
  }
  const rows = listed.map(({ id: name, version, releasedAt, role, since = '', traffic }) => [
    name,
    version,
    minute(releasedAt),
    ...(role === 'kept' ? ['', ''] : [`${String(traffic)} %`, `${role} since ${minute(since)}`]),
  ]);
  for (const line of table([['remote', 'version', 'released (UTC)', 'traffic', ''], ...rows])) say(line);
};

const run = async (): Promise<void> => {
  const [command, ...rest] = process.argv.slice(2);
  const { values, positionals } = parseArgs({
    args: rest,
    allowPositionals: true,
    options: { canary: { type: 'string' }, promote: { type: 'boolean' }, from: { type: 'string' } },
  });
  const [id, version] = positionals;
  const context = openContext();
  switch (command) {
    case 'release':
      return values.promote === true ? promote(context, id) : release(context, id, values);
    case 'rollback':
      return rollback(context, id, version);
    case 'releases':
      return list(context, id);
    default:
      throw new ReleaseError('Use npm run release, rollback or releases.');
  }
};

run().catch((error: unknown) => {
  const isPlain = error instanceof ReleaseError || error instanceof SettingsError || (error instanceof Error && 'code' in error);
  if (isPlain) process.stderr.write(`${error.message}\n`);
  else console.error(error);
  process.exit(1);
});
