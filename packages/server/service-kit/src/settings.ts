import { accessSync, constants, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import {
  generationDeadlines,
  remoteIds,
  remotePorts,
  remotePortSetting,
  serviceNames,
  servicePortSetting,
  services,
  serviceUrlSetting,
  type RemotePortSetting,
  type ServiceName,
  type ServicePortSetting,
  type ServiceUrlSetting,
} from '@lectern/contracts';
import type { StoreEngine } from '@lectern/document-store';
import { readNetworks } from './clientAddress.ts';
import { modelServerKind, type ModelServerKind } from './modelServerKind.ts';

/** A malformed setting. The start ends with its message as one line. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

type Environment = Readonly<Record<string, string | undefined>>;

const port = (value: string, name: string): number => {
  const number = Number(value);
  if (!/^\d{1,5}$/.test(value) || number < 1 || number > 65_535)
    throw new SettingsError(`${name}: "${value}" is not a port from 1 to 65535.`);
  return number;
};

const atLeast =
  (least: number, kind: 'whole' | 'any') =>
  (value: string, name: string): number => {
    const number = Number(value);
    const isNumber = kind === 'whole' ? /^\d{1,12}$/.test(value) : /^\d{1,12}(?:\.\d{1,12})?$/.test(value);
    if (!isNumber || number < least)
      throw new SettingsError(`${name}: "${value}" is not a ${kind === 'whole' ? 'whole number' : 'number'} from ${least} up.`);
    return number;
  };

const url =
  (...schemes: string[]) =>
  (value: string, name: string): string => {
    const parsed = URL.canParse(value) ? new URL(value) : undefined;
    if (!parsed || !schemes.includes(parsed.protocol))
      throw new SettingsError(`${name}: not an address that starts with ${schemes.map((s) => `${s}//`).join(' or ')}.`);
    return value.replace(/(?<!\/)\/+$/, '');
  };

const word = (value: string, name: string): string => {
  if (/[\r\n\0]/.test(value)) throw new SettingsError(`${name}: must be one line.`);
  return value;
};

/** A program that this user may run, or `off`. */
const programOrOff = (value: string, name: string): string => {
  if (value === 'off') return value;
  try {
    accessSync(value, constants.X_OK);
    if (isAbsolute(value) && statSync(value).isFile()) return value;
  } catch {
    // Absent, or without permission.
  }
  throw new SettingsError(`${name}: "${value}" is not the whole path of a program, and not off.`);
};

const oneOf =
  <T extends string>(...allowed: T[]) =>
  (value: string, name: string): T => {
    const found = allowed.find((each) => each === value);
    if (found === undefined) throw new SettingsError(`${name}: "${value}" is not ${allowed.join(' or ')}.`);
    return found;
  };

const folderOrBucket = (value: string, name: string): string => {
  if (!value.includes('://')) return word(value, name);
  if (!value.startsWith('s3://') || !URL.canParse(value) || new URL(value).hostname === '')
    throw new SettingsError(`${name}: not a folder, and not an address such as s3://bucket/prefix.`);
  return value.replace(/(?<!\/)\/+$/, '');
};

/** A connection string with several hosts is not a URL, so it is not parsed as one. */
const mongodbUrl = (value: string, name: string): string => {
  if (!/^mongodb(?:\+srv)?:\/\/(?:[^\s/@]+@)?[^\s/@,:]+(?::\d{1,5})?(?:,[^\s/@,:]+(?::\d{1,5})?)*(?:\/[^\s]*)?$/.test(value))
    throw new SettingsError(`${name}: not a connection string such as mongodb://host:27017,other:27017/?replicaSet=name.`);
  return value;
};

const secret = (value: string, name: string): string => {
  if (value.length < 16) throw new SettingsError(`${name}: a secret has at least 16 characters.`);
  return value;
};

const host = (value: string, name: string): string => {
  if (!/^[A-Za-z0-9.:-]+$/.test(value)) throw new SettingsError(`${name}: "${value}" is not a host name or address.`);
  return value;
};

const addresses = (value: string, name: string): string[] => {
  const read = readNetworks(value);
  if ('bad' in read) throw new SettingsError(`${name}: "${read.bad}" is not an address or a network such as 192.0.2.0/28.`);
  return read.networks;
};

const email = (value: string, name: string): string => {
  if (/[\r\n]/.test(value) || !/[^\s@<>]@[^\s@<>]/.test(value)) throw new SettingsError(`${name}: not a mail address.`);
  return value;
};

interface Setting<T> {
  parse: (value: string, name: string) => T;
  /** The default value; a function receives the other values. `undefined` means no default. */
  fallback?: string | ((get: (name: string) => string | undefined) => string | undefined);
}

const setting = <T>(parse: Setting<T>['parse'], fallback?: Setting<T>['fallback']): Setting<T> => ({
  parse,
  ...(fallback !== undefined && { fallback }),
});

/** A default that depends on the location of the language model's server. */
const byModelServer =
  (defaults: Readonly<Record<ModelServerKind, string | undefined>>) =>
  (get: (name: string) => string | undefined): string | undefined =>
    defaults[modelServerKind(get('OPENAI_BASE_URL'))];

/** The seconds until a generation answers with its result so far. The gateway waits a little longer. */
const generationDeadline = (value: string, name: string): number => {
  const seconds = atLeast(1, 'whole')(value, name);
  const most = generationDeadlines.latestAnswer / 1_000;
  if (seconds > most) throw new SettingsError(`${name}: "${value}" is more than ${most}, for which the gateway waits.`);
  return seconds;
};

/** The port of each remote and service. */
const partPorts = Object.fromEntries([
  ...remoteIds.map((id) => [remotePortSetting(id), setting(port, String(remotePorts[id]))]),
  ...serviceNames.map((name) => [servicePortSetting(name), setting(port, String(services[name].port))]),
]) as Record<RemotePortSetting | ServicePortSetting, Setting<number>>;

/** The address of each service. */
const serviceUrls = Object.fromEntries(
  serviceNames.map((name) => [
    serviceUrlSetting(name),
    setting(url('http:', 'https:'), (get) => `http://127.0.0.1:${get(servicePortSetting(name))}`),
  ]),
) as Record<ServiceUrlSetting, Setting<string>>;

/** Every setting of the product with its default. `.env.example` lists the same names; a test compares them. */
const table = {
  SHELL_PORT: setting(port, '3000'),
  GATEWAY_PORT: setting(port, '8080'),
  ...partPorts,
  ...serviceUrls,
  SMTP_PORT: setting(port, '1025'),
  MAILBOX_PORT: setting(port, '1080'),
  STRIPE_LOCAL_PORT: setting(port, '8090'),
  STORYBOOK_PORT: setting(port, '6006'),
  HOST: setting(host, '127.0.0.1'),
  SERVICE_HOST: setting(host, '127.0.0.1'),
  PUBLIC_URL: setting(url('http:', 'https:'), (get) => `http://localhost:${get('SHELL_PORT')}`),
  API_URL: setting(url('http:', 'https:'), (get) => `http://localhost:${get('GATEWAY_PORT')}`),
  TRUSTED_PROXIES: setting(addresses, ''),
  DATA_DIR: setting(word, '.data'),
  MONGODB_URL: setting(mongodbUrl),
  OBJECT_STORE_URL: setting(folderOrBucket, (get) => `${get('DATA_DIR')}/objects`),
  SOFFICE_PATH: setting(programOrOff),
  SMTP_URL: setting(url('smtp:', 'smtps:')),
  MAIL_FROM: setting(email, 'Lectern <no-reply@lectern.example>'),
  SUPPORT_EMAIL: setting(email, 'support@lectern.example'),
  STRIPE_SECRET_KEY: setting(word),
  STRIPE_WEBHOOK_SECRET: setting(secret),
  STRIPE_API_BASE: setting(url('http:', 'https:'), 'https://api.stripe.com'),
  STRIPE_PRICE_ID: setting(word),
  OPENAI_API_KEY: setting(word),
  OPENAI_BASE_URL: setting(url('http:', 'https:')),
  OPENAI_MODEL: setting(word, 'gpt-5-mini'),
  OPENAI_PRICE_INPUT: setting(atLeast(0, 'any')),
  OPENAI_PRICE_OUTPUT: setting(atLeast(0, 'any')),
  OPENAI_CONTEXT_TOKENS: setting(atLeast(4_000, 'whole'), byModelServer({ vendor: '128000', public: '32000', private: '8000' })),
  OPENAI_MAX_CALLS: setting(atLeast(1, 'whole'), byModelServer({ vendor: '4', public: '4', private: '1' })),
  OPENAI_TEMPERATURE: setting(atLeast(0, 'any'), byModelServer({ vendor: undefined, public: '0.4', private: '0.4' })),
  OPENAI_MONTHLY_TOKENS: setting(atLeast(1, 'whole')),
  OPENAI_MONTHLY_TOKENS_PER_LEARNER: setting(atLeast(1, 'whole')),
  GENERATION_DEADLINE_S: setting(generationDeadline, String(generationDeadlines.answer / 1_000)),
  AUTH_TOKEN_SECRET: setting(secret),
  INTERNAL_SECRET: setting(secret),
  REGISTRY_KEY_FILE: setting(word),
  REGISTRY_FILE: setting(word),
  REGISTRY_URL: setting(url('http:', 'https:')),
  REGISTRY_PUBLIC_KEY_FILE: setting(word),
  RELEASE_STORE: setting(folderOrBucket, (get) => `${get('DATA_DIR')}/releases`),
  RELEASES_URL: setting(url('http:', 'https:')),
  RELEASES_KEPT: setting(atLeast(1, 'whole'), '5'),
  S3_ENDPOINT: setting(url('http:', 'https:')),
  AWS_REGION: setting(word, 'us-east-1'),
  AWS_ACCESS_KEY_ID: setting(word),
  AWS_SECRET_ACCESS_KEY: setting(word),
  AWS_SESSION_TOKEN: setting(word),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(url('http:', 'https:')),
  DRAIN_SECONDS: setting(atLeast(0, 'whole')),
  LOG_BYTES_MAX: setting(atLeast(100_000, 'whole'), '10000000'),
  LOG_FILES_MAX: setting(atLeast(1, 'whole'), '5'),
  RATE_LIMITS: setting(oneOf('on', 'off'), 'on'),
  NODE_ENV: setting(oneOf('development', 'production', 'test'), 'development'),
} satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof table;
export const settingNames = Object.keys(table) as SettingName[];

type ValueOf<N extends SettingName> = ReturnType<(typeof table)[N]['parse']>;

/** Parsed settings; those without a default may be absent. */
export type Settings = { readonly [N in SettingName]: ValueOf<N> | undefined };

/** The names of settings that always have a value. */
type AlwaysThere =
  | 'SHELL_PORT'
  | 'GATEWAY_PORT'
  | RemotePortSetting
  | ServicePortSetting
  | ServiceUrlSetting
  | 'SMTP_PORT'
  | 'MAILBOX_PORT'
  | 'STRIPE_LOCAL_PORT'
  | 'STORYBOOK_PORT'
  | 'HOST'
  | 'SERVICE_HOST'
  | 'PUBLIC_URL'
  | 'API_URL'
  | 'TRUSTED_PROXIES'
  | 'DATA_DIR'
  | 'OBJECT_STORE_URL'
  | 'MAIL_FROM'
  | 'SUPPORT_EMAIL'
  | 'STRIPE_API_BASE'
  | 'OPENAI_MODEL'
  | 'OPENAI_CONTEXT_TOKENS'
  | 'OPENAI_MAX_CALLS'
  | 'GENERATION_DEADLINE_S'
  | 'RELEASE_STORE'
  | 'RELEASES_KEPT'
  | 'AWS_REGION'
  | 'LOG_BYTES_MAX'
  | 'LOG_FILES_MAX'
  | 'RATE_LIMITS'
  | 'NODE_ENV';

export type ReadSettings = Settings & { readonly [N in AlwaysThere]: ValueOf<N> };

/** The settings that the whole site requires in production. */
const neededBySite = [
  'AUTH_TOKEN_SECRET',
  'INTERNAL_SECRET',
  'STRIPE_WEBHOOK_SECRET',
  'REGISTRY_KEY_FILE',
  'STRIPE_SECRET_KEY',
  'SMTP_URL',
] as const satisfies SettingName[];

/**
 * Reads every setting once, at the start of a part. An empty value counts as not set; unknown names are ignored.
 *
 * @param neededInProduction - settings without which a production start fails. A part that runs alone names its own, so that it needs no secrets of
 * other parts
 * @throws SettingsError with one line that names the setting
 */
export function readSettings(environment: Environment, neededInProduction: readonly SettingName[] = neededBySite): ReadSettings {
  const text = (name: string): string | undefined => {
    const set = environment[name];
    if (set !== undefined && set !== '') return set;
    const { fallback } = table[name as SettingName] as Setting<unknown>;
    return typeof fallback === 'function' ? fallback(text) : fallback;
  };
  const values: Record<string, unknown> = {};
  for (const name of settingNames) {
    const value = text(name);
    values[name] = value === undefined ? undefined : (table[name] as Setting<unknown>).parse(value, name);
  }
  const settings = values as ReadSettings;
  if (settings.NODE_ENV === 'production') {
    if (settings.RATE_LIMITS === 'off') throw new SettingsError('RATE_LIMITS: cannot be off with NODE_ENV=production.');
    for (const name of neededInProduction)
      if (settings[name] === undefined) throw new SettingsError(`${name}: must be set with NODE_ENV=production.`);
  }
  if (settings.RELEASES_URL === undefined && settings.RELEASE_STORE.includes('://'))
    throw new SettingsError('RELEASES_URL: must be set with a RELEASE_STORE that is no folder.');
  if (settings.REGISTRY_URL !== undefined && settings.REGISTRY_PUBLIC_KEY_FILE === undefined)
    throw new SettingsError('REGISTRY_PUBLIC_KEY_FILE: must be set with REGISTRY_URL.');
  if (settings.STRIPE_SECRET_KEY !== undefined && settings.STRIPE_PRICE_ID === undefined)
    throw new SettingsError('STRIPE_PRICE_ID: must be set with STRIPE_SECRET_KEY.');
  return settings;
}

/** Returns a secret that the start must have provided. @throws SettingsError */
export function requireSetting<N extends SettingName>(settings: ReadSettings, name: N): NonNullable<ReadSettings[N]> {
  const value = settings[name];
  if (value === undefined || value === null) throw new SettingsError(`${name}: must be set.`);
  return value as NonNullable<ReadSettings[N]>;
}

/** The storage engine of services. */
export const storeEngine = (settings: ReadSettings): StoreEngine => ({ dataFolder: settings.DATA_DIR, mongodbUrl: settings.MONGODB_URL });

/** The address of each service. */
export const serviceOrigins = (settings: ReadSettings): Record<ServiceName, string> =>
  Object.fromEntries(serviceNames.map((name) => [name, settings[serviceUrlSetting(name)]])) as Record<ServiceName, string>;

/** A language model with OpenAI's API. */
export interface ModelSettings {
  apiKey?: string;
  baseURL?: string;
  model: string;
  /** US dollars per million tokens. */
  inputPricePerMillion?: number;
  outputPricePerMillion?: number;
  temperature?: number;
  /** The size of its context, in tokens. */
  contextTokens: number;
  /** The maximum number of concurrent calls. */
  maxCalls: number;
}

/**
 * Returns the settings of the language model; `undefined` without a key and a base address, which means that the offline engine generates content.
 */
export const openaiSettings = (settings: ReadSettings): ModelSettings | undefined =>
  settings.OPENAI_API_KEY === undefined && settings.OPENAI_BASE_URL === undefined
    ? undefined
    : {
        model: settings.OPENAI_MODEL,
        contextTokens: settings.OPENAI_CONTEXT_TOKENS,
        maxCalls: settings.OPENAI_MAX_CALLS,
        ...(settings.OPENAI_TEMPERATURE !== undefined && { temperature: settings.OPENAI_TEMPERATURE }),
        ...(settings.OPENAI_API_KEY !== undefined && { apiKey: settings.OPENAI_API_KEY }),
        ...(settings.OPENAI_BASE_URL !== undefined && { baseURL: settings.OPENAI_BASE_URL }),
        ...(settings.OPENAI_PRICE_INPUT !== undefined && { inputPricePerMillion: settings.OPENAI_PRICE_INPUT }),
        ...(settings.OPENAI_PRICE_OUTPUT !== undefined && { outputPricePerMillion: settings.OPENAI_PRICE_OUTPUT }),
      };
