import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { serviceNames } from '@lectern/contracts';
import { expect, test } from '@playwright/test';
import { call, makePremium, newLearner, password, textForm, type Learner } from '../support/api.ts';
import { lecture } from '../support/lecture.ts';
import { startSite, type RunningSite } from '../support/site.ts';

interface Marked extends Learner {
  /** A word that occurs in no program and in no other learner's data. */
  mark: string;
}

const pidsOf = ({ dataFolder }: RunningSite) => JSON.parse(readFileSync(join(dataFolder, 'pids.json'), 'utf8')) as Record<string, number>;

/**
 * Returns the tables of a service's database by name, with every row as text. Reads like another process would, so the write-ahead log
 * counts.
 */
const tablesOf = ({ dataFolder }: RunningSite, service: string): Record<string, string[]> => {
  const file = readdirSync(join(dataFolder, service)).find((name) => name.endsWith('.sqlite')) ?? '';
  const database = new DatabaseSync(join(dataFolder, service, file), { readOnly: true, timeout: 5_000 });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { name: string }[];
    return Object.fromEntries(
      tables.map(({ name }) => [
        name,
        database
          .prepare(`SELECT * FROM "${name}"`)
          .all()
          .map((row) => Object.values(row).join(' ')),
      ]),
    );
  } finally {
    database.close();
  }
};

/** Lists where a learner's data remains, as `service.table: word`. Of a deleted account, only the id is kept. */
const remains = (site: RunningSite, { email, userId, mark }: Marked): string[] =>
  serviceNames.flatMap((service) =>
    Object.entries(tablesOf(site, service)).flatMap(([table, rows]) =>
      [email, mark, ...(/deletedAccounts/.test(table) ? [] : [userId])]
        .filter((word) => rows.some((row) => row.toLowerCase().includes(word.toLowerCase())))
        .map((word) => `${service}.${table}: ${word === email ? 'address' : word === userId ? 'id' : word}`),
    ),
  );

/**
 * Returns every file below the data folder that contains one of the words, ignoring case: databases, write-ahead logs, logs, everything.
 */
const filesWith = ({ dataFolder }: RunningSite, words: readonly string[]): string[] =>
  readdirSync(dataFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .flatMap((file) => {
      let text: string;
      try {
        text = readFileSync(file, 'latin1').toLowerCase();
      } catch {
        // Deleted since the folder was read.
        return [];
      }
      return words.filter((word) => text.includes(word.toLowerCase())).map((word) => `${file}: ${word.includes('@') ? 'address' : word}`);
    });

const things = ['/study-materials', '/folders', '/quizzes', '/flashcards'] as const;

const mailsTo = async ({ mailbox }: RunningSite, to: string, subject: string): Promise<{ text: string }[]> =>
  ((await (await fetch(`${mailbox}/email`)).json()) as { to: string; subject: string; text: string }[]).filter(
    (mail) => mail.to === to && mail.subject === subject,
  );

/** Creates a premium learner with at least one resource of each kind. */
async function learnerWithThings(site: RunningSite, mark: string): Promise<Marked> {
  const learner = await newLearner(site);
  const { token } = learner;
  // Uses idempotency keys like the site. The stored first responses must be deleted with the account.
  const headers = () => ({ 'idempotency-key': randomUUID() });
  await makePremium(learner, site);
  const material = (
    await call(
      'POST',
      '/study-materials/unified',
      { token, form: textForm(`${lecture}\n\n${mark} is rare.`), headers: headers() },
      site.api,
    )
  ).body;
  const folder = (await call('POST', '/folders', { token, body: { name: mark }, headers: headers() }, site.api)).body;
  await call('POST', `/folders/${folder._id as string}/materials`, { token, body: { materialId: material._id } }, site.api);
  const made = async (method: string, path: string, body: unknown) => {
    const answer = await call(method, path, { token, body, headers: headers() }, site.api);
    expect(answer.status, path).toBeLessThan(300);
    return answer.body;
  };
  const quiz = await made('POST', '/quizzes/generate', { studyMaterialId: material._id, stylePreference: mark });
  const options = ['This', 'That'].map((text, index) => ({ text: `${text} ${mark}`, isCorrect: index === 0 }));
  await made('POST', `/quizzes/${quiz._id as string}/questions`, { question: `What is ${mark}?`, options });
  const questions = (await call('GET', `/quizzes/${quiz._id as string}`, { token }, site.api)).body.questions as {
    options: { text: string }[];
  }[];
  await made('POST', `/quizzes/${quiz._id as string}/submit`, { answers: questions.map((question) => question.options[0]?.text) });
  const deck = await made('POST', '/flashcards', { studyMaterialId: material._id, stylePreference: mark });
  const card = await made('POST', `/flashcards/${deck._id as string}/cards`, { front: mark, back: mark });
  await made('POST', '/reviews', { itemId: card._id, kind: 'card', rating: 'good' });
  await made('POST', '/exams', { name: mark, date: '2099-12-31', studyMaterialIds: [material._id] });
  await made('POST', '/reviews/calendar', undefined);
  await made('PUT', '/reviews/settings', { timeZone: 'Europe/Berlin', reminder: { isOn: true, hour: 8 } });
  expect((await call('GET', '/reviews/queue', { token }, site.api)).body).not.toEqual([]);
  await made('PUT', `/study-materials/${material._id as string}`, { content: `${mark} is common.` });
  await made('PUT', `/study-materials/${material._id as string}/marks`, [
    { quote: mark, before: '', after: '', colour: 'pink', note: mark },
  ]);
  for (const [path, { _id }] of [
    ['study-materials', material],
    ['folders', folder],
    ['quizzes', quiz],
    ['flashcards', deck],
  ] as const)
    await made('POST', `/${path}/${_id as string}/share`, { showName: true });
  for (const path of things) expect((await call('GET', path, { token }, site.api)).body, path).toHaveLength(1);
  await call('PUT', '/auth/update-profile', { token, body: { firstName: 'Ada', lastName: mark } }, site.api);
  await call('POST', '/auth/forgot-password', { body: { email: learner.email } }, site.api);
  return { ...learner, mark };
}

test('a deleted account is erased everywhere, with services down at that moment and auth killed in the middle', async () => {
  const site = await startSite();
  try {
    const stays = await newLearner(site);
    expect((await call('POST', '/folders', { token: stays.token, body: { name: 'Mine' } }, site.api)).status).toBe(201);
    // Auth is killed immediately, and a little later while it sends out the deletions. All data is created before the first kill, because
    // restarted processes are slow at first.
    const learners = [
      { delayMs: 0, learner: await learnerWithThings(site, 'Quixotrophobia') },
      { delayMs: 20, learner: await learnerWithThings(site, 'Zephyrolalia') },
    ];
    for (const { delayMs, learner } of learners) {
      const { mark } = learner;
      expect(remains(site, learner)).toEqual(
        expect.arrayContaining(['study.attempts', 'library.materialVersions', 'library.materialMarks'].map((table) => `${table}: ${mark}`)),
      );
      expect(remains(site, learner).length).toBeGreaterThan(11);
      expect(filesWith(site, [learner.email, mark]).length).toBeGreaterThan(2);
      const { library = 0, study = 0, auth = 0 } = pidsOf(site);
      process.kill(library, 'SIGKILL');
      process.kill(study, 'SIGKILL');
      expect((await call('DELETE', '/auth/delete-account', { token: learner.token }, site.api)).status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      process.kill(auth, 'SIGKILL');

      await expect.poll(() => remains(site, learner), { timeout: 40_000, intervals: [250, 500] }).toEqual([]);
      for (const path of [...things, '/auth/user', '/subscription/status', '/subscription/limits'])
        await expect.poll(async () => (await call('GET', path, { token: learner.token }, site.api)).status).toBe(401);
      const subject = 'Your Lectern account was deleted';
      await expect.poll(async () => (await mailsTo(site, learner.email, subject)).length, { timeout: 30_000 }).toBeGreaterThan(0);
      // One mail. If auth is killed after sending it but before recording that, it sends an identical mail again.
      expect(new Set((await mailsTo(site, learner.email, subject)).map((mail) => JSON.stringify(mail))).size).toBe(1);

      // Not only in the tables: no byte may remain in any file, including write-ahead logs.
      await expect.poll(() => filesWith(site, [learner.email, mark]), { timeout: 40_000, intervals: [500, 1_000] }).toEqual([]);

      // The address is free again, and its next owner finds no data.
      const { email } = learner;
      expect((await call('POST', '/auth/login', { body: { email, password } }, site.api)).status).toBe(401);
      const again = { firstName: 'Grace', lastName: 'Hopper', email, password: 'quite another password' };
      expect((await call('POST', '/auth/register', { body: again }, site.api)).status).toBe(201);
      const verify = 'Verify your email for Lectern';
      await expect.poll(async () => (await mailsTo(site, email, verify)).length, { timeout: 30_000 }).toBe(2);
      const link = (await mailsTo(site, email, verify))
        .at(-1)
        ?.text.split('\n')
        .find((line) => line.includes('/verify-email/'));
      const { body } = await call('GET', `/auth/verify-email/${link?.split('/').at(-1) ?? ''}`, {}, site.api);
      expect(body.user).toMatchObject({ email, firstName: 'Grace', isVerified: true });
      const token = body.token as string;
      for (const path of things) expect((await call('GET', path, { token }, site.api)).body, path).toEqual([]);
      expect((await call('GET', '/subscription/status', { token }, site.api)).body).toMatchObject({
        subscriptionTier: 'free',
        stripeCustomerId: null,
      });
    }
    expect((await call('GET', '/folders', { token: stays.token }, site.api)).body).toHaveLength(1);
  } finally {
    await site.stop();
  }
});
