import { calls, serviceNames, services, type Call, type ServiceName } from '@lectern/contracts';
import { bodyLimitsOf, largestUpload, limitsOfUnknownJson, type BodyLimits } from '@lectern/contracts/body-limits';

/** Where the calls of a prefix lie: what a learner's credential is good for. */
export const prefixOf = (path: string): string => `/${path.split('/', 2)[1] ?? ''}`;

/** The prefix of a path says which service answers, so that a service adds calls without a gateway release. */
const prefixes: Readonly<Record<string, ServiceName>> = Object.fromEntries(
  serviceNames.flatMap((name) => services[name].prefixes.map((prefix) => [prefix, name])),
);

/** Which service answers a path; `undefined` when nobody does. */
export const serviceOf = (path: string): ServiceName | undefined => {
  const first = path.split('/', 2)[1] ?? '';
  return Object.hasOwn(prefixes, first) ? prefixes[first] : undefined;
};

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:[A-Za-z]+/g, '[^/]+')}$`);
const knownCalls = Object.values<Call>(calls).map((call) => {
  const { method, path, access, service } = call;
  return { method, path, access, service, limits: bodyLimitsOf(call), pattern: patternOf(path) };
});
type KnownCall = (typeof knownCalls)[number];
/** Few have the method and service of a request, and only those are tried. */
const callsBy = Map.groupBy(knownCalls, ({ service, method }) => `${service} ${method}`);

const callOf = (method: string, path: string): KnownCall | undefined =>
  callsBy.get(`${serviceOf(path) ?? ''} ${method}`)?.find(({ pattern }) => pattern.test(path));

/** Whether a call needs no session. Whatever is not known as public needs one. */
export const isPublic = (method: string, path: string): boolean => callOf(method, path)?.access === 'public';

/** The path that a call has in the contract, `/quizzes/:id`; `other` for what is none: names of figures must not grow with what is asked for. */
export const routeOf = (method: string, path: string): string => callOf(method, path)?.path ?? 'other';

const isJson = (contentType: string | undefined): boolean => /^application\/json\b/i.test(contentType ?? '');

/** How large the body of a request may be. Of a call that is newer than this gateway its service knows more than the general limits. */
export const bodyLimitsFor = (method: string, path: string, contentType: string | undefined): BodyLimits =>
  callOf(method, path)?.limits ?? (isJson(contentType) ? limitsOfUnknownJson : { bytes: largestUpload });
