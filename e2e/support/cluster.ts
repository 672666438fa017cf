import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { serviceNames, type ServiceName } from '@lectern/contracts';
import { freePort, freePorts, temporaryFolder } from '@lectern/test-servers';
import { backendParts, fileOf, portNameOf, type BackendPart } from './backend.ts';
import { startNginx } from './nginx.ts';
import { startPart, type PartProcess } from './partProcess.ts';

/** The first or second process of a part. */
export type Instance = `${BackendPart}-${1 | 2}`;
const instances: readonly Instance[] = backendParts.flatMap((part): Instance[] => [`${part}-1`, `${part}-2`]);
const partOf = (instance: Instance): BackendPart => instance.slice(0, -2) as BackendPart;

/** Two processes of every service and of the gateway, behind nginx. */
export interface Cluster {
  /** The API's address at nginx. */
  api: string;
  origin(instance: Instance): string;
  internalSecret: string;
  /** The secret that signs session tokens. */
  tokenSecret: string;
  pid(instance: Instance): number;
  /** Resolves once the process is ready. */
  start(instance: Instance): Promise<void>;
  end(instance: Instance, signal: NodeJS.Signals): Promise<number | null>;
  stop(): Promise<void>;
}

/**
 * Starts the cluster.
 * @param environment - settings for all processes; services need `MONGODB_URL`
 * @param own - further settings for single parts, given the services' addresses at nginx
 */
export async function startCluster(
  environment: NodeJS.ProcessEnv,
  own: Partial<Record<BackendPart, (services: Record<ServiceName, string>) => NodeJS.ProcessEnv>> = {},
): Promise<Cluster> {
  const numbers = await freePorts(instances.length + serviceNames.length);
  const ports = new Map(instances.map((instance, index) => [instance, numbers[index] ?? 0]));
  const balanced = Object.fromEntries(serviceNames.map((name, index) => [name, numbers[instances.length + index] ?? 0])) as Record<
    ServiceName,
    number
  >;
  const addressOf = (instance: Instance): string => `127.0.0.1:${String(ports.get(instance))}`;
  const services = Object.fromEntries(serviceNames.map((name) => [name, `http://127.0.0.1:${String(balanced[name])}`])) as Record<
    ServiceName,
    string
  >;
  const folder = temporaryFolder('cluster');
  const secret = (): string => randomBytes(32).toString('base64url');
  const [tokenSecret, internalSecret, front] = [secret(), secret(), await freePort()];
  const shared: NodeJS.ProcessEnv = {
    ...process.env,
    ...Object.fromEntries(serviceNames.map((name) => [`${name.toUpperCase()}_SERVICE_URL`, services[name]])),
    AUTH_TOKEN_SECRET: tokenSecret,
    INTERNAL_SECRET: internalSecret,
    STRIPE_WEBHOOK_SECRET: secret(),
    // Nothing listens on this port, so payments and mails stay pending.
    STRIPE_SECRET_KEY: 'sk_test_nobody',
    STRIPE_PRICE_ID: 'price_none',
    STRIPE_API_BASE: 'http://127.0.0.1:9',
    SMTP_URL: 'smtp://127.0.0.1:9',
    TRUSTED_PROXIES: '127.0.0.1',
    DATA_DIR: folder,
    SOFFICE_PATH: 'off',
    ...environment,
  };
  const running = new Map<Instance, PartProcess>();
  const start = (instance: Instance): Promise<void> => {
    const part = partOf(instance);
    const env = { ...shared, [portNameOf(part)]: String(ports.get(instance)), ...own[part]?.(services) };
    const started = startPart(instance, fileOf(part), env, () => undefined);
    running.set(instance, started);
    return started.ready;
  };
  const end = async (instance: Instance, signal: NodeJS.Signals): Promise<number | null> =>
    (await running.get(instance)?.end(signal)) ?? null;

  const nginx = await startNginx({
    port: front,
    releases: folder,
    shell: '127.0.0.1:9',
    gateway: [addressOf('gateway-1'), addressOf('gateway-2')],
    services: Object.fromEntries(
      serviceNames.map((name) => [name, { port: balanced[name], processes: [addressOf(`${name}-1`), addressOf(`${name}-2`)] }]),
    ) as Record<ServiceName, { port: number; processes: string[] }>,
  });
  const isGateway = (instance: Instance): boolean => partOf(instance) === 'gateway';
  await Promise.all(instances.filter((instance) => !isGateway(instance)).map(start));
  await Promise.all(instances.filter(isGateway).map(start));
  return {
    api: `http://127.0.0.1:${String(front)}/api`,
    origin: (instance) => `http://${addressOf(instance)}`,
    internalSecret,
    tokenSecret,
    pid: (instance) => running.get(instance)?.pid ?? 0,
    start,
    end,
    async stop() {
      await Promise.all(instances.map((instance) => end(instance, 'SIGTERM')));
      await nginx.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
