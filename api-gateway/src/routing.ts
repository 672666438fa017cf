import { calls, serviceNames, services, type Call, type ServiceName } from '@lectern/contracts';

/** The prefix of a path says which service answers, so that a service adds calls without a gateway release. */
const prefixes: Readonly<Record<string, ServiceName>> = Object.fromEntries(
  serviceNames.flatMap((name) => services[name].prefixes.map((prefix) => [prefix, name])),
);

/** Which service answers a path; `undefined` when nobody does. */
export const serviceOf = (path: string): ServiceName | undefined => {
  const first = path.split('/', 2)[1] ?? '';
  return Object.hasOwn(prefixes, first) ? prefixes[first] : undefined;
};

const knownCalls = Object.values<Call>(calls).map(({ method, path, access, service }) => ({
  method,
  path,
  access,
  service,
  pattern: new RegExp(`^${path.replace(/:[A-Za-z]+/g, '[^/]+')}$`),
}));
type KnownCall = (typeof knownCalls)[number];
/** Few have the method and service of a request, and only those are tried. */
const callsBy = Map.groupBy(knownCalls, ({ service, method }) => `${service} ${method}`);

const callOf = (method: string, path: string): KnownCall | undefined =>
  callsBy.get(`${serviceOf(path) ?? ''} ${method}`)?.find(({ pattern }) => pattern.test(path));

/** Whether a call needs no session. Whatever is not known as public needs one. */
export const isPublic = (method: string, path: string): boolean => callOf(method, path)?.access === 'public';

/** The path that a call has in the contract, `/quizzes/:id`; `other` for what is none: names of figures must not grow with what is asked for. */
export const routeOf = (method: string, path: string): string => callOf(method, path)?.path ?? 'other';
