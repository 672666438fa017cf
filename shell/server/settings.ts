import { readNetworks } from '@lectern/service-kit/client-address';
import { readDevelopment, type Development } from './development.ts';

export interface ShellSettings {
  port: number;
  host: string;
  /** The gateway's public address. */
  apiUrl: string;
  /** The site's public address. */
  publicUrl: string;
  supportEmail: string;
  /** Addresses and networks of proxies whose `X-Forwarded-For` header is trusted. */
  trustedProxies: readonly string[];
  /** Without a registry the site starts with no remotes. */
  registry: { file: string; publicKeyFile: string } | { url: string; publicKeyFile: string } | undefined;
  /**
   * How long a stopping server fails the readiness check but still serves, in seconds. Defaults to one second, less if nobody is connected.
   */
  drainSeconds: number | undefined;
  /** Set only by `npm run dev`. */
  development: Development | undefined;
}

const addressOf = (name: string, value: string): string => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error(`${name} must be an address that begins with http:// or https://, not "${value}".`);
  return url.href.replace(/(?<!\/)\/+$/, '');
};

const registryOf = (get: (name: string) => string | undefined): ShellSettings['registry'] => {
  const [file, url, publicKeyFile] = [get('REGISTRY_FILE'), get('REGISTRY_URL'), get('REGISTRY_PUBLIC_KEY_FILE')];
  if (file === undefined && url === undefined) return undefined;
  if (publicKeyFile === undefined) throw new Error('REGISTRY_PUBLIC_KEY_FILE must be set: a registry that is not checked is not read.');
  if (file !== undefined && url !== undefined) throw new Error('REGISTRY_FILE and REGISTRY_URL cannot both be set.');
  return file !== undefined ? { file, publicKeyFile } : { url: addressOf('REGISTRY_URL', url ?? ''), publicKeyFile };
};

/** Reads the settings. @throws Error with one line that names the setting */
export const readSettings = (environment: Record<string, string | undefined>): ShellSettings => {
  const get = (name: string): string | undefined => environment[name] || undefined;
  const port = Number(get('SHELL_PORT') ?? '3000');
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`SHELL_PORT must be a port number, not "${get('SHELL_PORT') ?? ''}".`);
  const development = get('LECTERN_DEVELOPMENT');
  const drainSeconds = get('DRAIN_SECONDS');
  if (drainSeconds !== undefined && !/^\d{1,12}$/.test(drainSeconds))
    throw new Error(`DRAIN_SECONDS must be a whole number from 0 up, not "${drainSeconds}".`);
  const proxies = readNetworks(get('TRUSTED_PROXIES') ?? '');
  if ('bad' in proxies) throw new Error(`TRUSTED_PROXIES must be addresses or networks such as 192.0.2.0/28, not "${proxies.bad}".`);
  return {
    port,
    host: get('HOST') ?? '127.0.0.1',
    apiUrl: addressOf('API_URL', get('API_URL') ?? 'http://localhost:8080'),
    publicUrl: addressOf('PUBLIC_URL', get('PUBLIC_URL') ?? `http://localhost:${String(port)}`),
    supportEmail: get('SUPPORT_EMAIL') ?? 'support@lectern.example',
    trustedProxies: proxies.networks,
    registry: registryOf(get),
    drainSeconds: drainSeconds === undefined ? undefined : Number(drainSeconds),
    development: development === undefined ? undefined : readDevelopment(development, get('NODE_ENV')),
  };
};
