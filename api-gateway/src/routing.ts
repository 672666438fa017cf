import { calls, serviceNames, services, type Call, type ServiceName } from '@lectern/contracts';
import { bodyLimitsOf, largestUpload, limitsOfUnknownJson, type BodyLimits } from '@lectern/contracts/body-limits';

/** The contract's data about a call. */
interface KnownCall {
  /** As in the contract, `/quizzes/:id`. */
  path: string;
  /** Whether it needs no session. */
  isPublic: boolean;
  bodyLimits: BodyLimits;
  networkLimit: Call['networkLimit'];
  /** Whether its answers are bytes that the browser may cache, as set by the service. */
  isKept: boolean;
}

/** The destination of a request. */
export interface RequestRoute {
  service: ServiceName;
  /** The first segment of the path, `/folders`. A learner's credential is valid below it. */
  prefix: string;
  /** `undefined` for a call that is newer than this gateway; it needs a session. */
  call: KnownCall | undefined;
}

/** The services by prefix, so that a service can add calls without a release of the gateway. */
const serviceByPrefix: ReadonlyMap<string, ServiceName> = new Map(
  serviceNames.flatMap((name) => services[name].prefixes.map((prefix) => [`/${prefix}`, name] as const)),
);

const prefixOf = (path: string): string => {
  const end = path.indexOf('/', 1);
  return end === -1 ? path : path.slice(0, end);
};

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:[A-Za-z]+/g, '[^/]+')}$`);

/** The calls by method and prefix, so that each request is matched against a few calls only. */
const callsBy = Map.groupBy(
  Object.values<Call>(calls).map((call) => ({
    path: call.path,
    isPublic: call.access === 'public',
    bodyLimits: bodyLimitsOf(call),
    networkLimit: call.networkLimit,
    isKept: call.answerType !== undefined && !call.answerChanges,
    key: `${call.method} ${prefixOf(call.path)}`,
    pattern: patternOf(call.path),
  })),
  ({ key }) => key,
);

/** Returns the route of a request; `undefined` if no service answers its path. */
export function routeOf(method: string, path: string): RequestRoute | undefined {
  const prefix = prefixOf(path);
  const service = serviceByPrefix.get(prefix);
  if (!service) return undefined;
  return { service, prefix, call: callsBy.get(`${method} ${prefix}`)?.find(({ pattern }) => pattern.test(path)) };
}

const isJson = (contentType: string | undefined): boolean => /^application\/json\b/i.test(contentType ?? '');

/** Returns the size limits of a request's body. A call that is newer than this gateway gets general limits; its service applies its own. */
export const bodyLimitsFor = (call: KnownCall | undefined, contentType: string | undefined): BodyLimits =>
  call?.bodyLimits ?? (isJson(contentType) ? limitsOfUnknownJson : { bytes: largestUpload });
