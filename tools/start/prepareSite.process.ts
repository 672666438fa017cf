import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { remoteIds, remotePortSetting, serviceNames, servicePortSetting } from '@lectern/contracts';
import { fileProblem, StoreFileError } from '@lectern/document-store';
import { readEnvironment, readSettings, serviceOrigins, SettingsError, type ReadSettings } from '@lectern/service-kit';
import { inFolder, servesReleases } from '../remotes.ts';
import type { Part, SitePlan } from './createSupervisor.ts';
import { lookForModel } from './lookForModel.ts';
import { provideReleases } from './provideReleases.ts';
import { provideRegistryKey, provideSecrets } from './secrets.ts';

/** What a start needs once: checked settings, releases, secrets, a filled compile cache. Its memory goes when it ends. */
const root = join(import.meta.dirname, '..', '..');
const say = (line: string) => void process.stdout.write(`${line}\n`);

const isFree = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });

/** Fills the compile cache before the first start, if the set-up has not. A failure does not keep the site from starting. */
const warm = (folder: string): void => {
  if (existsSync(join(folder, 'warmed'))) return;
  spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'warm.ts')], {
    env: { ...process.env, NODE_COMPILE_CACHE: folder },
    stdio: 'ignore',
  });
};

/** Where the data is, for errors of the system that name no file. */
let dataFolder = 'DATA_DIR';

/** @throws Error of the system */
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

/** Which of the services that others run is played by a stand-in on this machine. */
interface LocalStandIns {
  mail: boolean;
  payment: boolean;
  remotes: boolean;
}

/** Settings that name a port, with the host that listens there. */
const portsOf = (settings: ReadSettings, isLocal: LocalStandIns): [string, number, string][] => [
  ['SHELL_PORT', settings.SHELL_PORT, settings.HOST],
  ...remoteIds.map(remotePortSetting).map((name): [string, number, string] => [name, settings[name], settings.HOST]),
  ['GATEWAY_PORT', settings.GATEWAY_PORT, settings.HOST],
  ...serviceNames.map(servicePortSetting).map((name): [string, number, string] => [name, settings[name], settings.SERVICE_HOST]),
  ...(isLocal.mail
    ? ([
        ['SMTP_PORT', settings.SMTP_PORT, '127.0.0.1'],
        ['MAILBOX_PORT', settings.MAILBOX_PORT, '127.0.0.1'],
      ] as [string, number, string][])
    : []),
  ...(isLocal.payment ? ([['STRIPE_LOCAL_PORT', settings.STRIPE_LOCAL_PORT, '127.0.0.1']] as [string, number, string][]) : []),
];

/** @throws SettingsError when a port is used twice or taken */
const checkPorts = async (settings: ReadSettings, isLocal: LocalStandIns): Promise<void> => {
  const ports = portsOf(settings, isLocal);
  const numbers = ports.map(([, port]) => port);
  const twice = ports.find(([, port], index) => numbers.indexOf(port) !== index);
  if (twice) throw new SettingsError(`${twice[0]}: port ${twice[1]} is used twice.`);
  for (const [name, port, host] of ports)
    if (!(await isFree(port, host))) throw new SettingsError(`${name}: port ${port} is taken by another program.`);
};

/** The environment of every part. */
const environmentOf = (
  given: NodeJS.ProcessEnv,
  settings: ReadSettings,
  isLocal: LocalStandIns,
  compileCache: string,
): NodeJS.ProcessEnv => ({
  ...given,
  ...provideSecrets(settings.DATA_DIR, given),
  DATA_DIR: settings.DATA_DIR,
  OBJECT_STORE_URL: settings.OBJECT_STORE_URL,
  PUBLIC_URL: settings.PUBLIC_URL,
  API_URL: settings.API_URL,
  SUPPORT_EMAIL: settings.SUPPORT_EMAIL,
  HOST: settings.HOST,
  NODE_COMPILE_CACHE: compileCache,
  // Two arenas instead of eight per core: threads that end give their memory back.
  MALLOC_ARENA_MAX: process.env['MALLOC_ARENA_MAX'] ?? '2',
  ...(isLocal.payment && {
    STRIPE_SECRET_KEY: 'sk_test_local',
    STRIPE_API_BASE: `http://127.0.0.1:${settings.STRIPE_LOCAL_PORT}`,
    STRIPE_PRICE_ID: 'price_lectern_premium_monthly',
  }),
  STRIPE_LOCAL: isLocal.payment ? 'on' : 'off',
  MAIL_LOCAL: isLocal.mail ? 'on' : 'off',
  REMOTES_LOCAL: isLocal.remotes ? 'on' : 'off',
});

/** @param left Names of parts that tests and tools serve themselves. */
const partsOf = (isLocal: LocalStandIns, environment: NodeJS.ProcessEnv, left: ReadonlySet<string>): Part[] => {
  const part = (name: string, file: string): Part => ({ name, command: [join(root, file)], environment });
  return [
    ...(isLocal.mail || isLocal.payment || isLocal.remotes ? [part('stand-ins', 'stand-ins/main.ts')] : []),
    ...serviceNames.map((name) => part(name, `services/${name}/src/server.ts`)),
    part('gateway', 'api-gateway/src/server.ts'),
    part('shell', 'shell/server/main.ts'),
  ].filter(({ name }) => !left.has(name));
};

/** Where everything is, a line each. */
const addressesOf = (settings: ReadSettings, isLocal: LocalStandIns): string[] => {
  const rows: [string, string][] = [
    ['site', settings.PUBLIC_URL],
    ['API', settings.API_URL],
    ['remotes', remoteIds.map((id) => `http://localhost:${settings[remotePortSetting(id)]}`).join('  ')],
    ['services', Object.values(serviceOrigins(settings)).join('  ')],
    ...(isLocal.mail
      ? ([['mailbox', `http://localhost:${settings.MAILBOX_PORT}   (SMTP ${settings.SMTP_PORT})`]] as [string, string][])
      : []),
    ...(isLocal.payment
      ? ([['payments', `http://localhost:${settings.STRIPE_LOCAL_PORT}   (local stand-in for Stripe)`]] as [string, string][])
      : []),
    ['data, logs', settings.DATA_DIR],
  ];
  return rows.map(([name, value]) => `  ${name.padEnd(12)}${value}`);
};

const prepareSite = async (): Promise<SitePlan> => {
  const given = readEnvironment({ env: join(root, '.env'), example: join(root, '.env.example') }, process.env);
  const settings = inFolder(root, readSettings(given));
  const modelHint = lookForModel(settings);
  dataFolder = settings.DATA_DIR;
  checkWritable(dataFolder);
  const left = new Set((given['LECTERN_WITHOUT'] ?? '').split(','));
  const isLocal: LocalStandIns = {
    mail: settings.SMTP_URL === undefined,
    payment: settings.STRIPE_SECRET_KEY === undefined,
    remotes: servesReleases(settings) && !left.has('remotes'),
  };
  await checkPorts(settings, isLocal);

  const privateKey = provideRegistryKey(dataFolder, settings.REGISTRY_KEY_FILE);
  const registry = await provideReleases({ root, dataFolder, settings, privateKey, say });
  const compileCache = process.env['NODE_COMPILE_CACHE'] ?? join(root, '.cache', 'compile');
  warm(compileCache);
  const environment = { ...environmentOf(given, settings, isLocal, compileCache), ...registry.environment };
  const hint = modelHint();
  return {
    logFolder: join(dataFolder, 'logs'),
    logs: { bytesMax: settings.LOG_BYTES_MAX, filesMax: settings.LOG_FILES_MAX },
    parts: partsOf(isLocal, environment, left),
    pidsFile: join(dataFolder, 'pids.json'),
    addresses: [...addressesOf(settings, isLocal), ...(hint === undefined ? [] : ['', hint])],
    siteUrl: `http://localhost:${settings.SHELL_PORT}`,
  };
};

// The supervisor has ended.
process.on('disconnect', () => process.exit(1));
prepareSite().then(
  // The process ends by itself once the channel is closed.
  (plan) => process.send?.(plan, () => process.disconnect()),
  (error: unknown) => {
    const line = error instanceof SettingsError || error instanceof StoreFileError ? error.message : fileProblem(error, dataFolder);
    if (line === undefined) console.error(error);
    else process.stderr.write(`${line}\n`);
    process.exit(1);
  },
);
