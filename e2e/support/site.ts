import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { remoteIds, remotePortSetting, serviceNames, servicePortSetting } from '@lectern/contracts';
import { freePorts, temporaryFolder } from '@lectern/test-servers';

const root = join(import.meta.dirname, '..', '..');

export const portNames = [
  'SHELL_PORT',
  ...remoteIds.map(remotePortSetting),
  'GATEWAY_PORT',
  ...serviceNames.map(servicePortSetting),
  'SMTP_PORT',
  'MAILBOX_PORT',
  'STRIPE_LOCAL_PORT',
] as const;
export type PortName = (typeof portNames)[number];

/** The addresses of a running site. */
export interface SiteAddresses {
  site: string;
  api: string;
  mailbox: string;
  ports: Record<PortName, number>;
  dataFolder: string;
}

export interface RunningSite extends SiteAddresses {
  process: ChildProcess;
  /** Returns its output so far. */
  output: () => string;
  /** Sends a signal, TERM by default, and resolves with the exit code. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

export interface SiteOptions {
  environment?: NodeJS.ProcessEnv;
  /** Defaults to a new folder. */
  dataFolder?: string;
  /** An npm command. By default the supervisor is started, as `npm start` does when everything is built (`tools/start.sh`). */
  command?: readonly string[];
}

/** The supervisor, as `tools/start.sh` starts it. Checking whether everything is built would take as much work as starting the site. */
const supervisor = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=1', join('tools', 'start', 'main.ts')];

/** Starts a copy of the whole site on free ports, with its own data folder. Resolves once it is ready. */
export async function startSite({ environment = {}, dataFolder, command }: SiteOptions = {}): Promise<RunningSite> {
  const numbers = await freePorts(portNames.length);
  const ports = Object.fromEntries(portNames.map((name, index) => [name, numbers[index]])) as Record<PortName, number>;
  const data = dataFolder ?? temporaryFolder('site');
  const settings = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)]));
  const [file, args] = command === undefined ? [process.execPath, supervisor] : ['npm', command];
  const child = spawn(file, args, {
    cwd: root,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(root, '.cache', 'compile'),
      ...settings,
      DATA_DIR: data,
      NODE_ENV: 'development',
      PUBLIC_URL: '',
      API_URL: '',
      // All tests run on this machine. As a trusted proxy, they can claim any client address.
      TRUSTED_PROXIES: '127.0.0.1,::1',
      // Only tests of pages need LibreOffice, which takes seconds of processor time.
      SOFFICE_PATH: 'off',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      if (/^ready http:\/\/localhost:\d+$/m.test(printed)) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(() => {
      if (dataFolder === undefined) rmSync(data, { recursive: true, force: true });
    });
    // `close`, because the last lines may arrive after `exit`. After a successful start, `reject` has no effect.
    child.once('close', (code) => reject(new Error(`${[file, ...args].join(' ')} ended with ${code}:\n${printed}`)));
  });
  return {
    site: `http://localhost:${ports.SHELL_PORT}`,
    api: `http://localhost:${ports.GATEWAY_PORT}`,
    mailbox: `http://localhost:${ports.MAILBOX_PORT}`,
    ports,
    dataFolder: data,
    process: child,
    output: () => printed,
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}
