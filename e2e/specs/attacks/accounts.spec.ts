import { randomUUID } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { account, newPerson } from '../../pages/account.ts';
import { call, mailedLink, newLearner, newNetwork, password, theSite, type Answer } from '../../support/api.ts';
import { startSite, type RunningSite } from '../../support/site.ts';

const newAddress = () => `${randomUUID()}@students.example`;
const tokenOf = (link: string) => link.split('/').at(-1) ?? '';
const theirs = 'the password of a stranger';
const from = (network: string) => ({ 'x-forwarded-for': network });

const register = (email: string, changes: object = {}, headers: Record<string, string> = {}, { api } = theSite()) =>
  call('POST', '/auth/register', { body: { firstName: 'Ada', lastName: 'Byron', email, password, ...changes }, headers }, api);
const logIn = (email: string, typed = password, network = newNetwork(), { api } = theSite()) =>
  call('POST', '/auth/login', { body: { email, password: typed }, headers: from(network) }, api);
const mailsTo = async (isMeant: (to: string) => boolean, { mailbox } = theSite()): Promise<{ to: string; text: string; html: string }[]> =>
  ((await (await fetch(`${mailbox}/email`)).json()) as { to: string; text: string; html: string }[]).filter(({ to }) => isMeant(to));

/** Runs `act` a number of times, with limited concurrency. */
const flood = async (times: number, atOnce: number, act: (index: number) => Promise<Answer>): Promise<Answer[]> => {
  const answers: Answer[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < times) answers.push(await act(next++));
    }),
  );
  return answers;
};
const having = (answers: readonly Answer[], status: number) => answers.filter((answer) => answer.status === status);

test.describe('a stranger’s password on somebody’s address', () => {
  for (const order of ['after', 'before'] as const)
    test(`registered ${order} the owner’s: no link verifies it, and the owner’s password does`, async () => {
      const email = newAddress();
      const strangers = () => register(email, { firstName: 'Eve', password: theirs });
      if (order === 'before') await strangers();
      await register(email);
      if (order === 'after') await strangers();
      const link = tokenOf(await mailedLink(email, 'verify-email', undefined, 2));
      expect((await call('GET', `/auth/verify-email/${link}`)).body.code).toBe('password_needed');
      const { status, body } = await call('POST', `/auth/verify-email/${link}`, { body: { password } });
      expect([status, body.user]).toMatchObject([200, { firstName: 'Ada', isVerified: true }]);
      expect((await logIn(email, theirs)).status).toBe(401);
      expect((await logIn(email)).body.token).toEqual(expect.any(String));
    });

  test('a link takes ten passwords', async () => {
    const email = newAddress();
    await register(email);
    await register(email, { password: theirs });
    const link = tokenOf(await mailedLink(email, 'verify-email', undefined, 2));
    const guesses = await flood(14, 14, (index) => call('POST', `/auth/verify-email/${link}`, { body: { password: `guess ${index}` } }));
    expect(having(guesses, 400)).toHaveLength(14);
    expect(guesses.filter(({ body }) => body.code === 'wrong_password')).toHaveLength(10);
    expect((await call('POST', `/auth/verify-email/${link}`, { body: { password } })).body.code).toBe('link_invalid');
  });

  test('a reset drops whatever waits', async () => {
    const email = newAddress();
    await register(email, { password: theirs });
    await register(email);
    await call('POST', '/auth/forgot-password', { body: { email } });
    const reset = tokenOf(await mailedLink(email, 'reset-password'));
    expect((await call('POST', `/auth/reset-password/${reset}`, { body: { password: 'a third password' } })).status).toBe(200);
    for (const each of [theirs, password]) expect((await logIn(email, each)).status).toBe(401);
    expect((await logIn(email, 'a third password')).body.user.isVerified).toBe(true);
    const link = tokenOf(await mailedLink(email, 'verify-email', undefined, 2));
    expect((await call('GET', `/auth/verify-email/${link}`)).status).toBe(400);
  });

  test.describe('in a browser', () => {
    const contested = async (page: Page) => {
      const person = newPerson();
      await account(page).register(person);
      await mailedLink(person.email, 'verify-email');
      expect((await register(person.email, { firstName: 'Eve', password: theirs })).status).toBe(201);
      return { person, link: await mailedLink(person.email, 'verify-email', undefined, 2) };
    };

    test('the one that registered is asked nothing, whichever mail’s link it opens', async ({ page }) => {
      const { person, link } = await contested(page);
      await page.goto(link);
      await expect(page.getByText('Email Verified!')).toBeVisible();
      await expect(page).toHaveURL(/\/dashboard$/);
      await expect(page.getByText(`Welcome back, ${person.firstName}`)).toBeVisible();
      expect((await logIn(person.email, theirs)).status).toBe(401);
      expect(await page.evaluate(() => localStorage.getItem('lectern.registration'))).toBeNull();
    });

    test('another one is asked for the password', async ({ page, browser }) => {
      const { person, link } = await contested(page);
      const phone = await (await browser.newContext()).newPage();
      await phone.goto(link);
      await expect(phone.getByRole('heading', { name: 'Enter your password' })).toBeVisible();
      await phone.getByLabel('Password', { exact: true }).fill('not this one');
      await phone.getByRole('button', { name: 'Verify Email' }).click();
      await expect(phone.getByText('This is not the password you registered with.')).toBeVisible();
      await phone.getByLabel('Password', { exact: true }).fill(person.password);
      await phone.getByRole('button', { name: 'Verify Email' }).click();
      await expect(phone.getByText('Email Verified!')).toBeVisible();
      await expect(phone).toHaveURL(/\/dashboard$/);
      await phone.context().close();
      expect((await logIn(person.email, theirs)).status).toBe(401);
    });
  });
});

test.describe('floods', () => {
  // A separate site, because the floods keep it busy.
  let site: RunningSite;
  test.beforeAll(async () => {
    site = await startSite();
  });
  test.afterAll(() => site?.stop());

  /**
   * Signs a learner in repeatedly while a flood is running. Returns the flood's answers as `ofFlood`. `meanwhile` counts the answers with
   * this status that arrive during one sign-in (median of up to nine): a count, because times depend on the machine.
   */
  const signInDuring = async (among: string, status: number, flooding: (count: (answer: Answer) => Answer) => Promise<Answer[]>) => {
    const { email } = await newLearner(site);
    let counted = 0;
    let isOver = false;
    const work = flooding((answer) => {
      if (answer.status === status) counted += 1;
      return answer;
    }).finally(() => (isOver = true));
    const counts: number[] = [];
    while (counts.length < 9 && !(counts.length > 0 && isOver)) {
      const before = counted;
      expect((await logIn(email, password, undefined, site)).status).toBe(200);
      counts.push(counted - before);
    }
    const meanwhile = counts.sort((one, other) => one - other)[Math.floor(counts.length / 2)] ?? Infinity;
    const ofFlood = await work;
    console.log(`note: during a sign-in ${meanwhile} of ${having(ofFlood, status).length} ${among} were answered ${status}`);
    return { meanwhile, ofFlood };
  };

  test('262 registrations from one network: 60 and their mails, then 429 with Retry-After; another network goes on', async () => {
    const attacker = from(newNetwork());
    const run = randomUUID();
    const answers = await flood(262, 40, (index) => register(`flood-${index}-${run}@students.example`, {}, attacker, site));
    expect([having(answers, 201).length, having(answers, 429).length]).toEqual([60, 202]);
    for (const { headers } of having(answers, 429)) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    await newLearner(site);
    expect((await mailsTo((to) => to.includes(run), site)).length).toBeLessThanOrEqual(60);
  });

  test('400 forgotten passwords and 400 resends from one network: 120 of each', async () => {
    for (const path of ['/auth/forgot-password', '/auth/resend-verification']) {
      const attacker = from(newNetwork());
      const answers = await flood(400, 40, () => call('POST', path, { body: { email: newAddress() }, headers: attacker }, site.api));
      expect([having(answers, 200).length, having(answers, 429).length], path).toEqual([120, 280]);
    }
  });

  test('700 junk links from one network: 600, none of which waits for a hash, and a learner signs in among them', async () => {
    const attacker = from(newNetwork());
    const { ofFlood } = await signInDuring('junk links', 400, (count) =>
      flood(700, 200, async (index) =>
        count(await call('POST', `/auth/reset-password/junk-${index}`, { body: { password }, headers: attacker }, site.api)),
      ),
    );
    // At most a hundred hashes may be queued: if each link were hashed, many of 200 concurrent requests would get 503.
    expect([having(ofFlood, 400).length, having(ofFlood, 429).length]).toEqual([600, 100]);
  });

  test('registrations from hundreds of networks: what cannot be hashed soon is 503 with Retry-After, and sign-ins keep their place', async () => {
    const { meanwhile, ofFlood } = await signInDuring('registrations', 201, (count) =>
      flood(400, 200, async () => count(await register(newAddress(), {}, {}, site))),
    );
    expect(having(ofFlood, 503).length).toBeGreaterThan(0);
    expect(having(ofFlood, 201).length + having(ofFlood, 503).length).toBe(400);
    for (const { headers } of having(ofFlood, 503)) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    // A hundred registrations are waiting to be hashed. A sign-in that waited for them would see all of them answered.
    expect(meanwhile).toBeLessThan(50);
  });
});

test.describe('guessing', () => {
  test('a hundred wrong sign-ins from a campus do not lock out who has signed in from there', async () => {
    const campus = newNetwork();
    const known = await newLearner();
    const stranger = await newLearner();
    expect((await logIn(known.email, password, campus)).status).toBe(200);
    const guesses = await flood(110, 10, () => logIn(newAddress(), 'a guess', campus));
    expect([having(guesses, 401).length, having(guesses, 429).length]).toEqual([100, 10]);
    expect((await logIn(known.email, password, campus)).body.token).toEqual(expect.any(String));
    // A learner who is unknown in this network waits or uses another network. A wrong password does not reveal who is known.
    expect((await logIn(stranger.email, password, campus)).status).toBe(429);
    expect((await logIn(stranger.email)).status).toBe(200);
    const [wrong, unknown] = [await logIn(known.email, 'a guess', campus), await logIn(stranger.email, 'a guess', campus)];
    expect([wrong.status, wrong.body.msg]).toEqual([unknown.status, unknown.body.msg]);
    for (let guess = 0; guess < 9; guess++) await logIn(known.email, 'a guess', campus);
    expect((await logIn(known.email, password, campus)).status).toBe(429);
    expect((await logIn(known.email)).status).toBe(200);
  });

  test('at the current password ends after ten', async () => {
    const { email, token } = await newLearner();
    const change = (currentPassword: string) =>
      call('PUT', '/auth/update-password', { token, body: { currentPassword, newPassword: 'another password' } });
    const guesses = await flood(14, 7, (index) => change(`guess ${index}`));
    expect([having(guesses, 400).length, having(guesses, 429).length]).toEqual([10, 4]);
    const refused = await change(password);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await logIn(email)).status).toBe(200);
  });
});

test.describe('names', () => {
  test('without a visible sign, or with a control, are 400 wherever a name is given', async () => {
    const { token } = await newLearner();
    for (const name of ['\u200b', '\u00a0', '\u0301', '\u2066\u2069', 'a\u0000b', 'a\u0085b', 'a\u202eb', 'a\nb', 'x'.repeat(201)]) {
      const answers = [
        await register(newAddress(), { lastName: name }),
        await call('PUT', '/auth/update-profile', { token, body: { firstName: name, lastName: 'Byron' } }),
        await call('POST', '/folders', { token, body: { name } }),
      ];
      expect(
        answers.map(({ status }) => status),
        JSON.stringify(name),
      ).toEqual([400, 400, 400]);
    }
  });

  test('carry no message to a stranger’s mailbox', async () => {
    const email = newAddress();
    await register(email, { firstName: 'Your account is locked call 0800 555 0100', lastName: 'Lectern Support' });
    await mailedLink(email, 'verify-email');
    const [mail] = await mailsTo((to) => to === email);
    expect(`${mail?.text ?? ''}${mail?.html ?? ''}`).not.toMatch(/locked|0800|Lectern Support/);
    expect(mail?.text).toContain('Hello,');
  });
});
