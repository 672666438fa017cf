/**
 * All remotes and services: the single list for settings, supervisor, static host, gateway and tests. The folder of a remote is its id; the
 * folder of a service is in `services/`.
 */

/** The default port of each remote; the setting `MF_AUTH_PORT` overrides that of `mf-auth`. */
export const remotePorts = {
  'mf-auth': 3001,
  'mf-library': 3002,
  'mf-study': 3003,
  'mf-billing': 3004,
} as const;

/** A service: its default port (`AUTH_SERVICE_PORT` overrides that of `auth`), the first segments of its paths, and its API version. */
export interface ServiceEntry {
  port: number;
  prefixes: readonly string[];
  /**
   * `major.minor`. Increment minor for every added call or field, major for every change that breaks older pages: a removed call or field,
   * a changed type, a new required field.
   */
  version: `${number}.${number}`;
}

export const services = {
  auth: { port: 8081, prefixes: ['auth'], version: '1.4' },
  library: { port: 8082, prefixes: ['study-materials', 'folders'], version: '1.11' },
  study: { port: 8083, prefixes: ['quizzes', 'flashcards', 'reviews', 'exams'], version: '1.14' },
  billing: { port: 8084, prefixes: ['subscription'], version: '1.0' },
} as const satisfies Record<string, ServiceEntry>;

/** The API version of the gateway, incremented by the same rule. */
export const gatewayVersion = '1.0';

export type RemoteId = keyof typeof remotePorts;
/** The names of the services, as in `aud` of an internal credential. */
export type ServiceName = keyof typeof services;

export const remoteIds = Object.keys(remotePorts) as RemoteId[];
export const serviceNames = Object.keys(services) as ServiceName[];

type Underscored<Text extends string> = Text extends `${infer First}-${infer Rest}` ? `${First}_${Underscored<Rest>}` : Text;
type InCapitals<Text extends string> = Uppercase<Underscored<Text>>;
export type RemotePortSetting = `${InCapitals<RemoteId>}_PORT`;
export type ServicePortSetting = `${InCapitals<ServiceName>}_SERVICE_PORT`;
export type ServiceUrlSetting = `${InCapitals<ServiceName>}_SERVICE_URL`;

const inCapitals = (name: string): string => name.replaceAll('-', '_').toUpperCase();
/** Returns the name of the setting that overrides a remote's port. */
export const remotePortSetting = (id: RemoteId): RemotePortSetting => `${inCapitals(id)}_PORT` as RemotePortSetting;
/** Returns the name of the setting that overrides a service's port. */
export const servicePortSetting = (name: ServiceName): ServicePortSetting => `${inCapitals(name)}_SERVICE_PORT` as ServicePortSetting;
/** Returns the name of the setting with the address of a service on another machine. */
export const serviceUrlSetting = (name: ServiceName): ServiceUrlSetting => `${inCapitals(name)}_SERVICE_URL` as ServiceUrlSetting;
