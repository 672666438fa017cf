import { readDevelopment, type Development } from './development.ts';

/** Settings of the page server. */
export interface ShellSettings {
  port: number;
  host: string;
  /** The gateway as browsers see it. */
  apiUrl: string;
  /** The site as browsers see it. */
  publicUrl: string;
  supportEmail: string;
  /** Without one the site starts with no remotes. */
  registryFile: string | undefined;
  registryPublicKeyFile: string | undefined;
  /** For how long it is not ready but goes on answering when it is told to stop; unset: a second, and less when nobody is connected. */
  drainSeconds: number | undefined;
  /** Set by `npm run dev` alone. */
  development: Development | undefined;
}

const addressOf = (name: string, value: string): string => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error(`${name} must be an address that begins with http:// or https://, not "${value}".`);
  return url.href.replace(/\/+$/, '');
};

/** Reads the settings. @throws Error with one line that names the setting. */
export const readSettings = (environment: Record<string, string | undefined>): ShellSettings => {
  const get = (name: string): string | undefined => environment[name] || undefined;
  const port = Number(get('SHELL_PORT') ?? '3000');
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`SHELL_PORT must be a port number, not "${get('SHELL_PORT') ?? ''}".`);
  const development = get('LECTERN_DEVELOPMENT');
  const drainSeconds = get('DRAIN_SECONDS');
  if (drainSeconds !== undefined && !/^\d{1,12}$/.test(drainSeconds))
    throw new Error(`DRAIN_SECONDS must be a whole number from 0 up, not "${drainSeconds}".`);
  return {
    port,
    host: get('HOST') ?? '127.0.0.1',
    apiUrl: addressOf('API_URL', get('API_URL') ?? 'http://localhost:8080'),
    publicUrl: addressOf('PUBLIC_URL', get('PUBLIC_URL') ?? `http://localhost:${String(port)}`),
    supportEmail: get('SUPPORT_EMAIL') ?? 'support@lectern.example',
    registryFile: get('REGISTRY_FILE'),
    registryPublicKeyFile: get('REGISTRY_PUBLIC_KEY_FILE'),
    drainSeconds: drainSeconds === undefined ? undefined : Number(drainSeconds),
    development: development === undefined ? undefined : readDevelopment(development, get('NODE_ENV')),
  };
};
