import { calls, gatewayVersion, serviceNames, services, type Call } from '@lectern/contracts';
import { expect, type CDPSession, type Page, type Request } from '@playwright/test';
import * as fixture from '../fixtures/learner.ts';
import { theSite } from './api.ts';

export type CallName = keyof typeof calls;
/** A pending request of the page. */
export interface Asked {
  answer: (status: number, body: unknown, headers?: Record<string, string>) => Promise<void>;
  /** Aborts the request, as a connection reset would. */
  breakOff: () => Promise<void>;
}
/** The response that replaces a call's fixture: a body, or a function that handles the request. */
type Answer = { status?: number; body: unknown } | ((asked: Asked) => Promise<void>);

/** The state of the visitor's session. */
export type Visitor = 'signed-out' | 'free' | 'premium';

const fixtures = (visitor: Visitor): Partial<Record<CallName, unknown>> => {
  const isPremium = visitor === 'premium';
  return {
    getUser: { user: fixture.user },
    listStudyMaterials: fixture.guides,
    getStudyMaterial: fixture.guide,
    listMarks: fixture.marks,
    getReadingPlace: { place: null },
    updateReadingPlace: { place: null },
    listPassages: fixture.passages,
    listPages: [],
    listSuggestions: fixture.suggestions,
    listAskedQuestions: [],
    listFolders: fixture.folders,
    getFolder: fixture.folder,
    getStudyEngine: { generatedBy: 'offline' },
    getGuideEngine: { generatedBy: 'offline' },
    listQuizzes: fixture.quizzes,
    getQuiz: fixture.quiz,
    listDecks: fixture.decks,
    getDeck: fixture.deck,
    previewDeckImport: fixture.deckImportPreview,
    listReviewQueue: fixture.reviewQueue,
    getReviewSummary: fixture.reviewSummary,
    listMastery: fixture.mastery,
    createReview: fixture.review,
    getReviewSettings: fixture.reviewSettings,
    getReviewYear: fixture.reviewYear,
    listReviewItems: fixture.reviewItems,
    showSharedGuide: fixture.sharedGuide,
    showSharedFolder: fixture.sharedFolder,
    showSharedFolderGuide: fixture.sharedGuide,
    showSharedQuiz: fixture.sharedQuiz,
    showSharedDeck: fixture.sharedDeck,
    listExams: fixture.exams,
    getExam: fixture.examDetail,
    getLimits: isPremium ? fixture.premiumLimits : fixture.freeLimits,
    getSubscriptionStatus: isPremium ? fixture.premiumSubscription : fixture.freeSubscription,
    login: { token: 'fixture-token', user: fixture.user },
    register: { email: fixture.user.email },
    verifyEmail: { token: 'fixture-token', user: fixture.user },
    verifyRegistration: { token: 'fixture-token', user: fixture.user },
    resendVerification: { message: 'Sent.' },
    forgotPassword: { message: 'Sent.' },
    resetPassword: { message: 'Done.' },
    updateProfile: { user: fixture.user },
    updatePassword: { message: 'Done.' },
    logout: { message: 'Done.' },
    deleteAccount: { message: 'Done.' },
  };
};

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:[A-Za-z]+/g, '[^/]+')}$`);
const table: [name: CallName, definition: Call, pattern: RegExp][] = Object.entries(calls).map(([name, definition]) => [
  name as CallName,
  definition as Call,
  patternOf(definition.path),
]);

/** Returns the contract's call for a request. Longer paths are matched first: `/study-materials/unified` is not an id. */
export const callOf = (method: string, url: string): CallName | undefined => {
  const { pathname } = new URL(url);
  return table
    .filter(([, definition, pattern]) => definition.method === method && pattern.test(pathname))
    .sort(([, one], [, other]) => one.path.split(':').length - other.path.split(':').length)[0]?.[0];
};

const versions = { gateway: gatewayVersion, services: Object.fromEntries(serviceNames.map((name) => [name, services[name].version])) };

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': '*',
  'access-control-allow-headers': '*',
  'access-control-expose-headers': 'x-next, retry-after, x-request-id',
};

/** Ignores the error if the page was left before its response was sent. */
const unlessLeft = async (sent: Promise<unknown>): Promise<void> => {
  try {
    await sent;
  } catch (error) {
    if (!/Invalid InterceptionId|closed/.test(String(error))) throw error;
  }
};

const askedBy = (session: CDPSession, requestId: string): Asked => ({
  answer: (responseCode, body, headers = {}) =>
    unlessLeft(
      session.send('Fetch.fulfillRequest', {
        requestId,
        responseCode,
        responseHeaders: Object.entries({ ...cors, 'content-type': 'application/json', ...headers }).map(([name, value]) => ({
          name,
          value,
        })),
        body: Buffer.from(JSON.stringify(body)).toString('base64'),
      }),
    ),
  breakOff: () => unlessLeft(session.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' })),
});

type Handle = (method: string, url: string, asked: Asked) => Promise<void>;
const handles = new WeakMap<Page, Handle>();

/**
 * Handles all API requests of a page; replaces an earlier handler. Does not use Playwright's routes, because they disable the cache, so
 * that each page would load and compile its scripts again.
 */
const answerFor = async (page: Page, handle: Handle): Promise<void> => {
  const isOpen = handles.has(page);
  handles.set(page, handle);
  if (isOpen) return;
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', ({ requestId, request: { method, url } }) => {
    void handles.get(page)?.(method, url, askedBy(session, requestId));
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: `${theSite().api}/*` }] });
};

export interface Scene {
  visitor: Visitor;
  /** Responses that replace fixtures, by call. */
  answers?: Partial<Record<CallName, Answer>>;
  /** The delay of each response. */
  delayMs?: number;
}

/**
 * Uses fixtures as the API's responses on the real site, so that pages look the same on every machine.
 * @returns the calls that the page makes, in order
 */
export const setScene = async (page: Page, { visitor, answers = {}, delayMs = 0 }: Scene): Promise<CallName[]> => {
  const made: CallName[] = [];
  const known = fixtures(visitor);
  if (visitor !== 'signed-out')
    await page.addInitScript(
      ([user]) => {
        localStorage.setItem('token', 'fixture-token');
        localStorage.setItem('root', JSON.stringify({ auth: { token: 'fixture-token', isAuthenticated: true, user } }));
      },
      [fixture.user],
    );
  await answerFor(page, async (method, url, asked) => {
    if (method === 'OPTIONS') return asked.answer(200, {});
    // The gateway itself answers this call.
    if (new URL(url).pathname === '/version') return asked.answer(200, versions);
    const name = callOf(method, url);
    if (!name) return asked.breakOff();
    made.push(name);
    const answer = answers[name];
    if (typeof answer === 'function') return answer(asked);
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (answer) return asked.answer(answer.status ?? 200, answer.body);
    if (name in known) return asked.answer(200, known[name]);
    await asked.answer(500, { msg: `No fixture for ${name}.`, code: 'internal' });
  });
  return made;
};

const quietMs = 500;
/** Requests whose end the browser never reports are ignored after this time. Playwright's "networkidle" would wait for them forever. */
const lostAfterMs = 5_000;

/** Opens a page. Resolves once it has made no request for half a second. */
export const goAndSettle = async (page: Page, path: string, ready: string | RegExp = /./): Promise<void> => {
  const open = new Map<Request, number>();
  let last = Date.now();
  const began = (request: Request): void => void open.set(request, (last = Date.now()));
  const over = (request: Request): void => {
    last = Date.now();
    open.delete(request);
  };
  page.on('request', began).on('requestfinished', over).on('requestfailed', over);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ready);
  await expect
    .poll(() => Date.now() - last >= quietMs && [...open.values()].every((since) => Date.now() - since > lostAfterMs), {
      timeout: 30_000,
      intervals: [100],
    })
    .toBe(true);
  page.off('request', began).off('requestfinished', over).off('requestfailed', over);
};

/** Every page of the site, with a URL that the fixtures support. */
export const pages: readonly ({ name: string; path: string; ready: string | RegExp } & Scene)[] = [
  { name: 'landing', path: '/', visitor: 'signed-out', ready: 'From slides to mastery.' },
  { name: 'login', path: '/login', visitor: 'signed-out', ready: 'Sign in to Lectern' },
  { name: 'register', path: '/register', visitor: 'signed-out', ready: /./ },
  { name: 'verify', path: '/verify', visitor: 'signed-out', ready: /./ },
  {
    // On success, the page redirects after two seconds.
    name: 'verify-email',
    path: '/verify-email/used',
    visitor: 'signed-out',
    ready: 'Verification Failed',
    answers: { verifyEmail: { status: 400, body: { msg: 'This link was used already or has expired.', code: 'invalid' } } },
  },
  { name: 'forgot-password', path: '/forgot-password', visitor: 'signed-out', ready: 'Forgot password' },
  { name: 'reset-password', path: '/reset-password/token', visitor: 'signed-out', ready: 'Reset password' },
  { name: 'shared-guide', path: '/shared/guide/secret', visitor: 'signed-out', ready: fixture.guide.title },
  { name: 'shared-folder', path: '/shared/folder/secret', visitor: 'signed-out', ready: 'Nursing' },
  { name: 'shared-quiz', path: '/shared/quiz/secret', visitor: 'signed-out', ready: fixture.quiz.title },
  { name: 'shared-deck', path: '/shared/deck/secret', visitor: 'signed-out', ready: fixture.deck.title },
  { name: 'dashboard', path: '/dashboard', visitor: 'free', ready: /Welcome back, Ada/ },
  { name: 'guide-list', path: '/study-materials', visitor: 'free', ready: 'Study Guides' },
  { name: 'create-guide', path: '/study-materials/create', visitor: 'free', ready: 'Create Study Guide' },
  { name: 'guide', path: '/study-materials/guide1', visitor: 'free', ready: fixture.guide.title },
  { name: 'folder-list', path: '/folders', visitor: 'free', ready: /Folders/ },
  { name: 'folder', path: '/folders/folder1', visitor: 'free', ready: 'Nursing' },
  { name: 'quizzes', path: '/quizzes', visitor: 'free', ready: /./ },
  { name: 'flashcards', path: '/quizzes?tab=flashcards', visitor: 'free', ready: /./ },
  { name: 'quiz', path: '/quizzes/quiz1', visitor: 'premium', ready: fixture.quiz.title },
  { name: 'deck', path: '/flashcards/deck1', visitor: 'premium', ready: fixture.deck.title },
  { name: 'pick', path: '/pick/guide1', visitor: 'free', ready: 'Pick what to ask' },
  { name: 'check-questions', path: '/quizzes/quiz1/check', visitor: 'premium', ready: 'Check your questions' },
  { name: 'progress', path: '/progress', visitor: 'premium', ready: 'Progress' },
  { name: 'progress-locked', path: '/progress', visitor: 'free', ready: /./ },
  { name: 'review', path: '/review', visitor: 'free', ready: 'Review' },
  { name: 'exams', path: '/review/exams', visitor: 'free', ready: 'Exams' },
  { name: 'review-statistics', path: '/review/statistics', visitor: 'free', ready: 'Review Statistics' },
  { name: 'review-settings', path: '/review/settings', visitor: 'free', ready: 'Review Settings' },
  { name: 'settings', path: '/settings', visitor: 'free', ready: 'Settings' },
  { name: 'subscription', path: '/subscription', visitor: 'free', ready: 'Subscription' },
  { name: 'subscription-premium', path: '/subscription', visitor: 'premium', ready: 'Subscription' },
];
