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

const publicCalls = Object.values<Call>(calls)
  .filter((call) => call.access === 'public')
  .map((call) => ({ method: call.method, pattern: new RegExp(`^${call.path.replace(/:[A-Za-z]+/g, '[^/]+')}$`) }));

/** Whether a call needs no session. Whatever is not known as public needs one. */
export const isPublic = (method: string, path: string): boolean =>
  publicCalls.some((call) => call.method === method && call.pattern.test(path));
