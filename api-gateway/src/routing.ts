import { calls, type Call, type ServiceName } from '@lectern/contracts';

/** The prefix of a path says which service answers, so that a service adds calls without a gateway release. */
const prefixes: Readonly<Record<string, ServiceName>> = {
  auth: 'auth',
  'study-materials': 'library',
  folders: 'library',
  quizzes: 'study',
  flashcards: 'study',
  subscription: 'billing',
};

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
const publicCalls = knownCalls.filter((call) => call.access === 'public');

/** Whether a call needs no session. Whatever is not known as public needs one. */
export const isPublic = (method: string, path: string): boolean =>
  publicCalls.some((call) => call.method === method && call.pattern.test(path));

/** The path that a call has in the contract, `/quizzes/:id`; `other` for what is none: names of figures must not grow with what is asked for. */
export const routeOf = (method: string, path: string): string => {
  const service = serviceOf(path);
  return knownCalls.find((call) => call.service === service && call.method === method && call.pattern.test(path))?.path ?? 'other';
};
