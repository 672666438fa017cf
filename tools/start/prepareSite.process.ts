import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { remoteIds, remotePortSetting, serviceNames, servicePortSetting } from '@lectern/contracts';
import { fileProblem, StoreFileError } from '@lectern/document-store';
import { lookForModel } from '@lectern/model-trial/hint';
import { readSettings, serviceOrigins, SettingsError, type ReadSettings } from '@lectern/service-kit';
import { root, siteEnvironment } from '../command.ts';
import { inFolder, servesReleases } from '../remotes.ts';
import { provideReleases } from './provideReleases.ts';
import { provideRegistryKey, provideSecrets } from './secrets.ts';
import type { Part, SitePlan } from './Supervisor.ts';

/**
 * The one-time work of a start: checks the settings, provides releases and secrets, fills the compile cache. Its memory is freed when it
 * exits.
 */
const loopback = '127.0.0.1';

const isFree = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });

/** Fills the compile cache before the first start, unless the set-up did. A failure does not prevent the start. */
const warm = (folder: string): void => {
  if (existsSync(join(folder, 'warmed'))) return;
  spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'warm.ts')], {
    env: { ...process.env, NODE_COMPILE_CACHE: folder },
    stdio: 'ignore',
  });
};

/** For system errors that name no file. */
let dataFolder = 'DATA_DIR';

/** @throws Error of the system if the folder is not writable */
const checkWritable = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const probe = join(folder, `.probe-${process.pid}`);
  try {
    writeFileSync(probe, 'Whether this folder can be written.');
  } catch (error) {
    throw Object.assign(error as Error, { path: folder });
  } finally {
    rmSync(probe, { force: true });
  }
};

/** Whether a stand-in on this machine replaces an external service. */
type LocalStandIns = Record<'mail' | 'payment' | 'remotes', boolean>;

/** @throws SettingsError if a port is used twice or taken */
const checkPorts = async (settings: ReadSettings, isLocal: LocalStandIns): Promise<void> => {
  const ports = [
    ...(['SHELL_PORT', ...remoteIds.map(remotePortSetting), 'GATEWAY_PORT'] as const).map((name) => [name, settings.HOST] as const),
    ...serviceNames.map((name) => [servicePortSetting(name), settings.SERVICE_HOST] as const),
    ...(isLocal.mail ? (['SMTP_PORT', 'MAILBOX_PORT'] as const).map((name) => [name, loopback] as const) : []),
    ...(isLocal.payment ? [['STRIPE_LOCAL_PORT', loopback] as const] : []),
  ];
  const used = new Set<number>();
  for (const [name] of ports) {
    if (used.has(settings[name])) throw new SettingsError(`${name}: port ${settings[name]} is used twice.`);
    used.add(settings[name]);
  }
  for (const [name, host] of ports)
    if (!(await isFree(settings[name], host))) throw new SettingsError(`${name}: port ${settings[name]} is taken by another program.`);
};

/** Returns the environment of every part. */
const environmentOf = (given: NodeJS.ProcessEnv, settings: ReadSettings, isLocal: LocalStandIns): NodeJS.ProcessEnv => {
  const { DATA_DIR, OBJECT_STORE_URL, PUBLIC_URL, API_URL, SUPPORT_EMAIL, HOST } = settings;
  return {
    ...given,
    ...provideSecrets(DATA_DIR, given),
    ...{ DATA_DIR, OBJECT_STORE_URL, PUBLIC_URL, API_URL, SUPPORT_EMAIL, HOST },
    // Two malloc arenas instead of eight per core, so that the memory of ended threads is returned.
    MALLOC_ARENA_MAX: process.env['MALLOC_ARENA_MAX'] ?? '2',
    ...(isLocal.payment && {
      STRIPE_SECRET_KEY: 'sk_test_local',
      STRIPE_API_BASE: `http://${loopback}:${settings.STRIPE_LOCAL_PORT}`,
      STRIPE_PRICE_ID: 'price_lectern_premium_monthly',
    }),
    STRIPE_LOCAL: isLocal.payment ? 'on' : 'off',
    MAIL_LOCAL: isLocal.mail ? 'on' : 'off',
    REMOTES_LOCAL: isLocal.remotes ? 'on' : 'off',
  };
};

const partsOf = (isLocal: LocalStandIns, environment: NodeJS.ProcessEnv): Part[] => {
  const files: Record<string, string> = {
    ...(Object.values(isLocal).includes(true) && { 'stand-ins': 'stand-ins/main.ts' }),
    ...Object.fromEntries(serviceNames.map((name) => [name, `services/${name}/src/server.ts`])),
    gateway: 'api-gateway/src/server.ts',
    shell: 'shell/server/main.ts',
  };
  return Object.entries(files).map(([name, file]) => ({ name, command: [join(root, file)], environment }));
};

/** Returns the site's addresses, one per line. */
const addressesOf = (settings: ReadSettings, isLocal: LocalStandIns): string[] => {
  const at = (port: number): string => `http://localhost:${port}`;
  const rows: Record<string, string> = {
    site: settings.PUBLIC_URL,
    API: settings.API_URL,
    remotes: remoteIds.map((id) => at(settings[remotePortSetting(id)])).join('  '),
    services: Object.values(serviceOrigins(settings)).join('  '),
    ...(isLocal.mail && { mailbox: `${at(settings.MAILBOX_PORT)}   (SMTP ${settings.SMTP_PORT})` }),
    ...(isLocal.payment && { payments: `${at(settings.STRIPE_LOCAL_PORT)}   (local stand-in for Stripe)` }),
    'data, logs': settings.DATA_DIR,
  };
  return Object.entries(rows).map(([name, value]) => `  ${name.padEnd(12)}${value}`);
};

const prepareSite = async (): Promise<SitePlan> => {
  const given = siteEnvironment();
  const settings = inFolder(root, readSettings(given));
  const modelHint = lookForModel(settings);
  dataFolder = settings.DATA_DIR;
  checkWritable(dataFolder);
  // Parts that tests and tools serve themselves.
  const left = (given['LECTERN_WITHOUT'] ?? '').split(',');
  const isLocal: LocalStandIns = {
    mail: settings.SMTP_URL === undefined,
    payment: settings.STRIPE_SECRET_KEY === undefined,
    remotes: servesReleases(settings) && !left.includes('remotes'),
  };
  await checkPorts(settings, isLocal);

  const registry = await provideReleases(settings, provideRegistryKey(dataFolder, settings.REGISTRY_KEY_FILE));
  const compileCache = process.env['NODE_COMPILE_CACHE'] ?? join(root, '.cache', 'compile');
  warm(compileCache);
  const environment = { ...environmentOf(given, settings, isLocal), NODE_COMPILE_CACHE: compileCache, ...registry };
  const hint = modelHint();
  return {
    logFolder: join(dataFolder, 'logs'),
    logs: { bytesMax: settings.LOG_BYTES_MAX, filesMax: settings.LOG_FILES_MAX },
    parts: partsOf(isLocal, environment).filter(({ name }) => !left.includes(name)),
    pidsFile: join(dataFolder, 'pids.json'),
    addresses: [...addressesOf(settings, isLocal), ...(hint === undefined ? [] : ['', hint])],
    siteUrl: `http://localhost:${settings.SHELL_PORT}`,
  };
};

// The supervisor has ended.
process.on('disconnect', () => process.exit(1));
prepareSite().then(
  // The process exits once the channel is closed.
  (plan) => process.send?.(plan, () => process.disconnect()),
  (error: unknown) => {
    const line = error instanceof SettingsError || error instanceof StoreFileError ? error.message : fileProblem(error, dataFolder);
    if (line === undefined) console.error(error);
    else process.stderr.write(`${line}\n`);
    process.exit(1);
  },
);
