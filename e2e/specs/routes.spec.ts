import { expect, test } from '../support/browser.ts';
import { newLearner } from '../support/api.ts';

/** Every route of the site (docs/spec-coverage.md), with words that only its page contains. */
const signedOut = {
  '/': 'From slides',
  '/login': 'Sign In',
  '/register': 'Confirm password',
  '/forgot-password': 'Send Reset Link',
  '/reset-password/some-token': 'Reset Password',
  '/verify': 'Resend Verification Email',
  '/verify-email/some-token': 'Verification Failed',
  '/shared/guide/nothing': 'This link does not work.',
  '/shared/deck/nothing': 'This link does not work.',
} as const;
const signedIn = {
  '/dashboard': 'Welcome back,',
  '/study-materials': 'No study guides created yet. Create your first one!',
  '/study-materials/create': 'Generate Guide',
  '/study-materials/nothing': 'Study guide not found.',
  '/folders': 'Welcome to Folders!',
  '/folders/nothing': 'Folder not found',
  '/quizzes': 'Create Quiz',
  '/quizzes?tab=flashcards': 'Create Flashcard Deck',
  '/quizzes/nothing': "The quiz you're looking for doesn't exist.",
  '/flashcards/nothing': 'Failed to load flashcard deck',
  '/quizzes/nothing/check': 'Quiz not found.',
  '/flashcards/nothing/check': 'Flashcard deck not found.',
  '/pick/nothing': 'Study guide not found.',
  '/progress': 'Premium Feature',
  '/review': 'No cards yet',
  '/review/exams': 'Add the date and the guides of an exam.',
  '/review/settings': 'Target retention',
  '/review/statistics': 'No cards yet',
  '/settings': 'Manage your account settings',
  '/subscription': 'Contact Support',
} as const;

/**
 * `shell/src/App.test.tsx` tests the redirects of every route. These examples cover a plain path, one with an id, one with a query, and
 * each remote.
 */
const closedToVisitors = [
  '/dashboard',
  '/study-materials/nothing',
  '/quizzes?tab=flashcards',
  '/settings',
  '/subscription',
] as const satisfies (keyof typeof signedIn)[];
const closedToLearners = ['/', '/login', '/verify-email/some-token'] as const satisfies (keyof typeof signedOut)[];

test('a visitor sees the signed-out pages, and is asked to sign in at the others', async ({ page, watched }) => {
  watched.allow(/^400: GET .*\/auth\/verify-email\/|^404: GET .*\/shared\/nothing|status of 40[04]/);
  for (const [path, words] of Object.entries(signedOut)) {
    await page.goto(path);
    await expect(page.getByRole('main').getByText(words).first().or(page.getByLabel(words).first()).first(), path).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
  }
  for (const path of closedToVisitors) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/login$/);
  }
});

test('a learner sees the signed-in pages, and is taken to the dashboard from the others', async ({ page, watched }) => {
  watched.allow(/^404: GET .*\/nothing|status of 404/);
  const { token } = await newLearner();
  await page.addInitScript((value) => localStorage.setItem('token', value), token);
  for (const [path, words] of Object.entries(signedIn)) {
    await page.goto(path);
    await expect(page.getByText(words).first(), path).toBeVisible();
  }
  for (const path of closedToLearners) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/dashboard$/);
  }
});

test('an address that leads nowhere says so', async ({ page }) => {
  await page.goto('/nowhere/at/all');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: /start|dashboard|home/i }).last()).toBeVisible();
});

test('every page has the strict policy, and a script from elsewhere is refused', async ({ page, watched }) => {
  watched.allow(/violates the following Content Security Policy directive/);
  const response = await page.goto('/login');
  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).not.toMatch(/unsafe-eval|unsafe-inline|strict-dynamic/);
  expect(policy).toMatch(/default-src 'none'/);
  expect(policy).toMatch(/script-src 'nonce-[^']+'/);
  expect(policy).toMatch(/require-trusted-types-for 'script'/);
  expect(policy).toMatch(/frame-ancestors 'none'/);
  // Two policies: besides the nonce, the script must come from a registered origin.
  expect(policy.match(/script-src /g)).toHaveLength(2);
  const blocked = await page.evaluate(async () => {
    try {
      const elsewhere = 'data:text/javascript,export default 1';
      await import(elsewhere);
      return false;
    } catch {
      return true;
    }
  });
  expect(blocked).toBe(true);
});
