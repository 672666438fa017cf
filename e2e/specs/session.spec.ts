import { account, type Person } from '../pages/account.ts';
import { call, mailedLink, newLearner, password, type Learner } from '../support/api.ts';
import { expect, test } from '../support/browser.ts';
import { lecture } from '../support/lecture.ts';

/** Ends all of the learner's sessions from another device, by resetting the password. */
const endSessions = async ({ email }: Learner): Promise<void> => {
  await call('POST', '/auth/forgot-password', { body: { email } });
  const token = (await mailedLink(email, 'reset-password')).split('/').at(-1) ?? '';
  expect((await call('POST', `/auth/reset-password/${token}`, { body: { password } })).status).toBe(200);
};

const personOf = ({ email }: Learner): Person => ({ firstName: 'Ada', lastName: 'Byron', email, password });

test('a session that expires in use: the sign-in returns to the page, and what was typed is there', async ({ page, watched }) => {
  watched.allow(/^401: |status of 401/);
  const learner = await newLearner();
  const { logIn } = account(page);
  await logIn(personOf(learner));
  await page.goto('/study-materials/create');
  await page.getByLabel('Content').fill(lecture);
  await page.getByLabel('Style Preference').fill('Cornell');
  await endSessions(learner);
  // The gateway learns this within five seconds; until then it would let the call through.
  await expect
    .poll(async () => (await call('GET', '/folders', { token: await page.evaluate(() => localStorage.getItem('token') ?? '') })).status, {
      timeout: 10_000,
    })
    .toBe(401);
  await page.getByRole('button', { name: 'Generate Guide' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  await page.getByLabel('Email').fill(learner.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/study-materials\/create$/);
  await expect(page.getByLabel('Content')).toHaveValue(lecture);
  await expect(page.getByLabel('Style Preference')).toHaveValue('Cornell');
  await page.getByRole('button', { name: 'Generate Guide' }).click();
  await expect(page.getByText('Study guide created successfully!')).toBeVisible({ timeout: 60_000 });
});

test('every other sign-in goes to /dashboard: a guard does not remember where it sent from', async ({ page }) => {
  const learner = await newLearner();
  await page.goto('/folders');
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Email').fill(learner.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('what one learner typed is not shown to the next one on the same machine', async ({ page }) => {
  const [first, second] = [await newLearner(), await newLearner()];
  const { logIn, logOut } = account(page);
  await logIn(personOf(first));
  await page.goto('/study-materials/create');
  await page.getByLabel('Content').fill('A secret of the first learner.');
  await logOut();
  await logIn(personOf(second));
  await page.goto('/study-materials/create');
  await expect(page.getByLabel('Content')).toHaveValue('');
});

test('an address with an international domain is accepted as it is typed, and shown so', async ({ page }) => {
  const email = `ada-${Date.now().toString(36)}@bücher.example`;
  const person: Person = { firstName: 'Ada', lastName: 'Byron', email, password };
  const { register, logOut, logIn } = account(page);
  await register(person);
  await page.goto(await mailedLink(email.replace('bücher', 'xn--bcher-kva'), 'verify-email'));
  await expect(page).toHaveURL(/\/dashboard$/);
  await logOut();
  await logIn(person);
  await page.goto('/settings');
  await expect(page.getByLabel('Email')).toHaveValue(email);
});
