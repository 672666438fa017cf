import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNames, servicePortSetting, type ServiceName } from '@lectern/contracts';
import { freePort, temporaryFolder } from '@lectern/test-servers';

const root = join(import.meta.dirname, '..', '..');
export type BackendPart = ServiceName | 'gateway';
export const backendParts: readonly BackendPart[] = [...serviceNames, 'gateway'];
const fileOf = (part: BackendPart): string => (part === 'gateway' ? 'api-gateway/src/server.ts' : `services/${part}/src/server.ts`);
const portNameOf = (part: BackendPart): string => (part === 'gateway' ? 'GATEWAY_PORT' : servicePortSetting(part));

/** Services and gateway without the shell. Each has its own settings, and can be stopped and started alone. */
export interface Backend {
  /** Address of the gateway. */
  api: string;
  origin(part: BackendPart): string;
  /** The secret that session tokens are signed with. */
  tokenSecret: string;
  pid(part: BackendPart): number;
  /** Everything that a part has printed. */
  printed(part: BackendPart): string;
  /** Resolves when the part is ready; with `isAwaited` false once it was started. */
  start(part: BackendPart, options?: { isAwaited?: boolean }): Promise<void>;
  /** Ends a part, and resolves with its exit code when it is gone. */
  end(part: BackendPart, signal: NodeJS.Signals): Promise<number | null>;
  stop(): Promise<void>;
}

/**
 * @param environment - settings of all parts
 * @param own - further settings of single parts
 */
export async function startBackend(
  environment: NodeJS.ProcessEnv,
  own: Partial<Record<BackendPart, NodeJS.ProcessEnv>> = {},
  startedLater: readonly BackendPart[] = [],
): Promise<Backend> {
  const parts = backendParts;
  const ports = Object.fromEntries(await Promise.all(parts.map(async (part) => [part, await freePort()]))) as Record<BackendPart, number>;
  const folder = temporaryFolder('backend');
  const secret = (): string => randomBytes(32).toString('base64url');
  const shared: NodeJS.ProcessEnv = {
    ...process.env,
    ...Object.fromEntries(parts.map((part) => [portNameOf(part), String(ports[part])])),
    DATA_DIR: folder,
    AUTH_TOKEN_SECRET: secret(),
    INTERNAL_SECRET: secret(),
    STRIPE_WEBHOOK_SECRET: secret(),
    // Nothing listens on this port, so payments and mails wait.
    STRIPE_SECRET_KEY: 'sk_test_nobody',
    STRIPE_PRICE_ID: 'price_none',
    STRIPE_API_BASE: 'http://127.0.0.1:9',
    SMTP_URL: 'smtp://127.0.0.1:9',
    RATE_LIMITS: 'off',
    MONGODB_URL: '',
    ...environment,
  };
  const running = new Map<BackendPart, ChildProcess>();
  const output = new Map<BackendPart, string>();

  const start = (part: BackendPart, { isAwaited = true } = {}): Promise<void> => {
    const child = fork(join(root, fileOf(part)), [], {
      env: { ...shared, ...own[part] },
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    running.set(part, child);
    const keep = (chunk: unknown) => output.set(part, `${output.get(part) ?? ''}${String(chunk)}`);
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    const ready = new Promise<void>((resolve, reject) => {
      // The other message is `cannotStart`; the process ends after it.
      child.on('message', (message) => {
        if (typeof message === 'object' && 'ready' in message) resolve();
      });
      child.once('exit', (code) => reject(new Error(`${part} ended with ${code}:\n${output.get(part)?.slice(-3_000)}`)));
    });
    if (isAwaited) return ready;
    // The caller checks whether the part becomes ready.
    ready.catch(() => undefined);
    return Promise.resolve();
  };
  const end = (part: BackendPart, signal: NodeJS.Signals): Promise<number | null> => {
    const child = running.get(part);
    running.delete(part);
    if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child?.exitCode ?? null);
    return new Promise((resolve) => {
      child.once('exit', (code) => resolve(code));
      child.kill(signal);
    });
  };

  await Promise.all(parts.filter((part) => !startedLater.includes(part)).map((part) => start(part)));
  return {
    api: `http://127.0.0.1:${ports.gateway}`,
    origin: (part) => `http://127.0.0.1:${ports[part]}`,
    tokenSecret: shared['AUTH_TOKEN_SECRET'] ?? '',
    pid: (part) => running.get(part)?.pid ?? 0,
    printed: (part) => output.get(part) ?? '',
    start,
    end,
    async stop() {
      await Promise.all(parts.map((part) => end(part, 'SIGTERM')));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
