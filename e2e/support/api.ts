import { randomInt, randomUUID } from 'node:crypto';
import { calls, freePlan, networkLimits, pptxType, type Call } from '@lectern/contracts';
import type { SiteAddresses } from './site.ts';

/** Returns the site that the global set-up has started. */
export const theSite = (): SiteAddresses => JSON.parse(process.env['LECTERN_SITE'] ?? '{}') as SiteAddresses;

/**
 * Returns the global set-up's second site, which has no rate limits. Tests that stop its parts or measure their resources must not use it.
 */
export async function theSiteWithoutLimits(): Promise<SiteAddresses> {
  const answer = await fetch(process.env['LECTERN_SITE_WITHOUT_LIMITS'] ?? '');
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as SiteAddresses;
}

export interface Answer {
  status: number;
  headers: Headers;
  // Each test checks the fields that it needs.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

export interface CallOptions {
  token?: string | undefined;
  body?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
  raw?: string | Uint8Array<ArrayBuffer>;
}

/** Returns a random client address, so that tests do not share a network's limit. */
export const newNetwork = (): string => `198.18.${randomInt(256)}.${randomInt(1, 255)}`;

const hourMs = 3_600_000;
const limitedCalls = Object.values<Call>(calls)
  .filter(({ networkLimit }) => networkLimit !== undefined && networkLimits[networkLimit].windowMs >= hourMs)
  .map(({ method, path }) => ({ method, pattern: new RegExp(`^${path.replace(/:[A-Za-z]+/g, '[^/]+')}$`) }));
/**
 * Returns the client address header for calls with an hourly limit per network: a random address, so that tests do not share the limit. A
 * test can override it.
 */
const networkFor = (method: string, path: string): Record<string, string> =>
  limitedCalls.some((each) => each.method === method && each.pattern.test(path)) ? { 'x-forwarded-for': newNetwork() } : {};

/** Calls the API as a client would. */
export async function call(
  method: string,
  path: string,
  { token, body, form, headers = {}, raw }: CallOptions = {},
  api = theSite().api,
): Promise<Answer> {
  const response = await fetch(`${api}${path}`, {
    method,
    headers: {
      ...(token !== undefined && { 'x-auth-token': token }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...networkFor(method, path),
      ...headers,
    },
    ...(raw !== undefined ? { body: raw } : form ? { body: form } : body !== undefined ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? (JSON.parse(text) as unknown) : undefined };
}

interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Waits for the newest mail to an address whose text has a link of this kind, and returns the link. */
export async function mailedLink(
  to: string,
  kind: 'verify-email' | 'reset-password',
  { mailbox }: Pick<SiteAddresses, 'mailbox'> = theSite(),
  count = 1,
): Promise<string> {
  for (let round = 0; round < 300; round++) {
    const mails = (await (await fetch(`${mailbox}/email`)).json()) as Mail[];
    const links = mails
      .filter((mail) => mail.to.toLowerCase() === to.toLowerCase())
      .flatMap((mail) => mail.text.split('\n').filter((line) => line.trim().startsWith('http') && line.includes(`/${kind}/`)));
    const link = links.at(-1);
    if (link && links.length >= count) return link.trim();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No mail with a ${kind} link to ${to}.`);
}

export const password = 'correct horse battery';

export interface Learner {
  email: string;
  token: string;
  userId: string;
}

/** Creates a new, verified learner. */
export async function newLearner(site: Pick<SiteAddresses, 'api' | 'mailbox'> = theSite()): Promise<Learner> {
  const email = `${randomUUID()}@students.example`;
  const registered = await call('POST', '/auth/register', { body: { firstName: 'Ada', lastName: 'Byron', email, password } }, site.api);
  if (registered.status !== 201) throw new Error(`register: ${registered.status} ${JSON.stringify(registered.body)}`);
  const token = (await mailedLink(email, 'verify-email', site)).split('/').at(-1) ?? '';
  const verified = await call('GET', `/auth/verify-email/${token}`, {}, site.api);
  return { email, token: verified.body.token as string, userId: verified.body.user._id as string };
}

/** Makes a learner premium through the checkout page, as a browser without scripts would. */
export async function makePremium(learner: Learner, site = theSite()): Promise<void> {
  const { body } = await call('POST', '/subscription/create', { token: learner.token, body: {} }, site.api);
  const paid = await fetch(body.checkoutUrl as string, { method: 'POST', redirect: 'manual' });
  if (paid.status !== 303) throw new Error(`checkout: ${paid.status}`);
  for (let round = 0; round < 600; round++) {
    const status = await call('GET', '/subscription/status', { token: learner.token }, site.api);
    if (status.body.subscriptionTier === 'premium') return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The subscription did not become active.');
}

/**
 * Repeats a call while its answer is based on the previous plan: a part may know only that plan for two seconds after a change. A call that
 * starts after that uses the new plan, however long its answer takes.
 */
async function afterPlanChange(ask: () => Promise<Answer>, isByFormerPlan: (answer: Answer) => boolean): Promise<Answer> {
  const changedAt = performance.now();
  for (;;) {
    const isLast = performance.now() - changedAt > 2_000;
    const answer = await ask();
    if (isLast || !isByFormerPlan(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Repeats a call that premium allows while it is refused with 403. */
export const asPremium = (ask: () => Promise<Answer>): Promise<Answer> => afterPlanChange(ask, ({ status }) => status === 403);

/** Repeats a call that the free plan refuses while it is allowed. */
export const asFree = (ask: () => Promise<Answer>): Promise<Answer> => afterPlanChange(ask, ({ status }) => status < 300);

/**
 * Resolves once study knows that a learner is premium. Under the free plan, study silently generates less. So this creates a deck that is
 * too large for the free plan, and deletes it again.
 */
export async function untilStudyKnowsPremium({ token }: Learner, { api }: Pick<SiteAddresses, 'api'> = theSite()): Promise<void> {
  const cards = Array.from({ length: (freePlan.cardsPerDeck ?? 0) + 1 }, () => ({ front: 'Is it known?', back: 'It is.' }));
  const made = await asPremium(() => call('POST', '/flashcards/own', { token, body: { title: 'Premium', cards } }, api));
  if (made.status !== 201) throw new Error(`A deck for premium: ${made.status} ${JSON.stringify(made.body)}`);
  await call('DELETE', `/flashcards/${made.body._id as string}`, { token }, api);
}

export const textForm = (textContent: string, stylePreference?: string): FormData => {
  const form = new FormData();
  form.set('textContent', textContent);
  if (stylePreference !== undefined) form.set('stylePreference', stylePreference);
  return form;
};

export const fileForm = (bytes: Uint8Array<ArrayBuffer>, name = 'lecture.pptx', type = pptxType): FormData => {
  const form = new FormData();
  form.set('file', new Blob([bytes], { type }), name);
  return form;
};
