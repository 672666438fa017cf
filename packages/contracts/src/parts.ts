/**
 * All remotes and services: the one list that settings, supervisor, static host, gateway and tests read. A remote's folder has the
 * remote's id as its name, a service's folder is below `services/`.
 */

/** Each remote with its usual port; the setting of `mf-auth` is `MF_AUTH_PORT`. */
export const remotePorts = {
  'mf-auth': 3001,
  'mf-library': 3002,
  'mf-study': 3003,
  'mf-billing': 3004,
} as const;

/** A service: its usual port (the setting of `auth` is `AUTH_SERVICE_PORT`), the first segments of the paths that it answers, its API version. */
export interface ServiceEntry {
  port: number;
  prefixes: readonly string[];
  /**
   * `major.minor`. Raise minor with every added call or field, major with every change that breaks older pages: a removed call or field,
   * a field of another type, a new required field.
   */
  version: `${number}.${number}`;
}

export const services = {
  auth: { port: 8081, prefixes: ['auth'], version: '1.3' },
  library: { port: 8082, prefixes: ['study-materials', 'folders'], version: '1.9' },
  study: { port: 8083, prefixes: ['quizzes', 'flashcards', 'reviews', 'exams'], version: '1.11' },
  billing: { port: 8084, prefixes: ['subscription'], version: '1.0' },
} as const satisfies Record<string, ServiceEntry>;

/** The gateway's own version, raised by the same rule. */
export const gatewayVersion = '1.0';

export type RemoteId = keyof typeof remotePorts;
/** Names of the services, as in `aud` of an internal credential. */
export type ServiceName = keyof typeof services;

export const remoteIds = Object.keys(remotePorts) as RemoteId[];
export const serviceNames = Object.keys(services) as ServiceName[];

type Underscored<Text extends string> = Text extends `${infer First}-${infer Rest}` ? `${First}_${Underscored<Rest>}` : Text;
type InCapitals<Text extends string> = Uppercase<Underscored<Text>>;
export type RemotePortSetting = `${InCapitals<RemoteId>}_PORT`;
export type ServicePortSetting = `${InCapitals<ServiceName>}_SERVICE_PORT`;
export type ServiceUrlSetting = `${InCapitals<ServiceName>}_SERVICE_URL`;

const inCapitals = (name: string): string => name.replaceAll('-', '_').toUpperCase();
/** The setting that moves a remote's port. */
export const remotePortSetting = (id: RemoteId): RemotePortSetting => `${inCapitals(id)}_PORT` as RemotePortSetting;
/** The setting that moves a service's port. */
export const servicePortSetting = (name: ServiceName): ServicePortSetting => `${inCapitals(name)}_SERVICE_PORT` as ServicePortSetting;
/** The setting with the address of a service on another machine. */
export const serviceUrlSetting = (name: ServiceName): ServiceUrlSetting => `${inCapitals(name)}_SERVICE_URL` as ServiceUrlSetting;
