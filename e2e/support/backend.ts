import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { serviceNames, servicePortSetting, type ServiceName } from '@lectern/contracts';
import { freePort, temporaryFolder } from '@lectern/test-servers';
import { startPart, type PartProcess } from './partProcess.ts';

export type BackendPart = ServiceName | 'gateway';
export const backendParts: readonly BackendPart[] = [...serviceNames, 'gateway'];
export const fileOf = (part: BackendPart): string => (part === 'gateway' ? 'api-gateway/src/server.ts' : `services/${part}/src/server.ts`);
export const portNameOf = (part: BackendPart): string => (part === 'gateway' ? 'GATEWAY_PORT' : servicePortSetting(part));

/** Services and gateway without the shell. Each part has its own settings, and can be stopped and started separately. */
export interface Backend {
  /** The gateway's address. */
  api: string;
  origin(part: BackendPart): string;
  /** The secret that signs session tokens. */
  tokenSecret: string;
  dataFolder: string;
  pid(part: BackendPart): number;
  /** Returns all output of a part. */
  printed(part: BackendPart): string;
  /** Resolves once the part is ready, or once it has been started if `isAwaited` is false. */
  start(part: BackendPart, options?: { isAwaited?: boolean }): Promise<void>;
  /** Ends a part. Resolves with its exit code. */
  end(part: BackendPart, signal: NodeJS.Signals): Promise<number | null>;
  stop(): Promise<void>;
}

/**
 * Starts services and gateway.
 * @param environment - settings for all parts
 * @param own - further settings for single parts
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
    // Nothing listens on this port, so payments and mails stay pending.
    STRIPE_SECRET_KEY: 'sk_test_nobody',
    STRIPE_PRICE_ID: 'price_none',
    STRIPE_API_BASE: 'http://127.0.0.1:9',
    SMTP_URL: 'smtp://127.0.0.1:9',
    RATE_LIMITS: 'off',
    MONGODB_URL: '',
    SOFFICE_PATH: 'off',
    ...environment,
  };
  const running = new Map<BackendPart, PartProcess>();
  const output = new Map<BackendPart, string>();

  const start = (part: BackendPart, { isAwaited = true } = {}): Promise<void> => {
    const env = { ...shared, ...own[part] };
    const started = startPart(part, fileOf(part), env, (printed) => output.set(part, `${output.get(part) ?? ''}${printed}`));
    running.set(part, started);
    return isAwaited ? started.ready : Promise.resolve();
  };
  const end = (part: BackendPart, signal: NodeJS.Signals): Promise<number | null> => {
    const child = running.get(part);
    running.delete(part);
    return child ? child.end(signal) : Promise.resolve(null);
  };

  await Promise.all(parts.filter((part) => !startedLater.includes(part)).map((part) => start(part)));
  return {
    api: `http://127.0.0.1:${ports.gateway}`,
    origin: (part) => `http://127.0.0.1:${ports[part]}`,
    tokenSecret: shared['AUTH_TOKEN_SECRET'] ?? '',
    dataFolder: folder,
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
