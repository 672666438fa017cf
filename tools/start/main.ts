import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { remoteIds, remotePortSetting, serviceNames, servicePortSetting } from '@lectern/contracts';
import { fileProblem, StoreFileError } from '@lectern/document-store';
import { readEnvironment, readSettings, serviceOrigins, SettingsError, type ReadSettings } from '@lectern/service-kit';
import { inFolder, servesReleases } from '../remotes.ts';
import { createSupervisor, StartError, type Part } from './createSupervisor.ts';
import { keepFile } from './keepFile.ts';
import { provideReleases } from './provideReleases.ts';
import { provideRegistryKey, provideSecrets } from './secrets.ts';

const root = join(import.meta.dirname, '..', '..');
const say = (line: string) => void process.stdout.write(`${line}\n`);
// Whoever started the site may be gone, or the disk for its output full. Neither ends the site.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);
const startedAt = performance.now();

const isFree = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });

/** The files that parts are built from, without those that start them. */
const warmed = [
  'api-gateway/src/createGateway.ts',
  ...serviceNames.map((name) => `services/${name}/src/createApp.ts`),
  'services/auth/src/mail/createSmtpMailer.ts',
  'services/library/src/createStudyContent.ts',
  'services/study/src/createStudyContent.ts',
  'services/billing/src/stripePayments.ts',
  'shell/server/createPageServer.ts',
  'stand-ins/static-host/startStaticHost.ts',
  'stand-ins/mailbox/startMailbox.ts',
  'stand-ins/stripe/startStripeLocal.ts',
];

/** Fills the compile cache before the first start. A failure does not keep the site from starting. */
const warm = (folder: string): void => {
  const mark = join(folder, 'warmed');
  if (existsSync(mark)) return;
  const files = warmed.map((file) => join(root, file));
  const { status } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'warm.ts'), ...files],
    {
      env: { ...process.env, NODE_COMPILE_CACHE: folder },
      stdio: 'ignore',
    },
  );
  try {
    if (status === 0) writeFileSync(mark, '');
  } catch {
    // Then it is filled again at the next start.
  }
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
});

/** @param without Names of parts that tests and tools serve themselves. */
const partsOf = (settings: ReadSettings, isLocal: LocalStandIns, environment: NodeJS.ProcessEnv, without: string): Part[] => {
  const left = new Set(without.split(','));
  const part = (name: string, file: string): Part => ({ name, command: [join(root, file)], environment });
  return [
    ...(isLocal.mail || isLocal.payment ? [part('mailbox-and-payments', 'stand-ins/mailboxAndPayments.ts')] : []),
    ...serviceNames.map((name) => part(name, `services/${name}/src/server.ts`)),
    part('gateway', 'api-gateway/src/server.ts'),
    ...(servesReleases(settings) ? [part('remotes', 'stand-ins/static-host/main.ts')] : []),
    part('shell', 'shell/server/main.ts'),
  ].filter(({ name }) => !left.has(name));
};

/** Says where everything is. */
const showAddresses = (settings: ReadSettings, isLocal: LocalStandIns): void => {
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
  say('');
  for (const [name, value] of rows) say(`  ${name.padEnd(12)}${value}`);
  say(`\nStarted in ${((performance.now() - startedAt) / 1000).toFixed(1)} s. Ctrl-C stops everything.`);
  say(`ready http://localhost:${settings.SHELL_PORT}`);
};

type Supervisor = ReturnType<typeof createSupervisor>;

/** Ends the site with this process. Answers whether the end has begun. */
const endWithProcess = (supervisor: Supervisor): (() => boolean) => {
  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    supervisor.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  process.on('disconnect', end);
  return () => ending;
};

async function main(): Promise<void> {
  const given = readEnvironment({ env: join(root, '.env'), example: join(root, '.env.example') }, process.env);
  const settings = inFolder(root, readSettings(given));
  dataFolder = settings.DATA_DIR;
  checkWritable(dataFolder);
  const isLocal: LocalStandIns = { mail: settings.SMTP_URL === undefined, payment: settings.STRIPE_SECRET_KEY === undefined };
  await checkPorts(settings, isLocal);

  const privateKey = provideRegistryKey(dataFolder, settings.REGISTRY_KEY_FILE);
  const registry = await provideReleases({ root, dataFolder, settings, privateKey, say });
  const compileCache = process.env['NODE_COMPILE_CACHE'] ?? join(root, '.cache', 'compile');
  warm(compileCache);
  const environment = { ...environmentOf(given, settings, isLocal, compileCache), ...registry.environment };

  const keepPids = keepFile(join(dataFolder, 'pids.json'));
  const supervisor = createSupervisor({
    logFolder: join(dataFolder, 'logs'),
    logs: { bytesMax: settings.LOG_BYTES_MAX, filesMax: settings.LOG_FILES_MAX },
    say,
    // Which process is which, for tests and benchmarks.
    onPartReady: (pids) => keepPids(JSON.stringify({ supervisor: process.pid, ...pids })),
    parts: partsOf(settings, isLocal, environment, given['LECTERN_WITHOUT'] ?? ''),
  });
  const isEnding = endWithProcess(supervisor);

  say('Starting the site …');
  try {
    await supervisor.start();
  } catch (error) {
    if (isEnding()) return;
    await supervisor.stop();
    throw error;
  }
  if (!isEnding()) showAddresses(settings, isLocal);
}

main().catch((error: unknown) => {
  const line =
    error instanceof SettingsError || error instanceof StartError || error instanceof StoreFileError
      ? error.message
      : fileProblem(error, dataFolder);
  if (line === undefined) console.error(error);
  else process.stderr.write(`${line}\n`);
  process.exit(1);
});
