import { randomUUID } from 'node:crypto';
import { expect, test } from '../support/browser.ts';
import { call, fileForm, mailedLink, newLearner, newNetwork, password, theSite, type Learner } from '../support/api.ts';
import { deckOf, pngOf } from '../support/pictureDeck.ts';
import { lecture } from '../support/lecture.ts';

const kinds = { guide: 'study-materials', folder: 'folders', quiz: 'quizzes', deck: 'flashcards' } as const;
type Kind = keyof typeof kinds;
const allKinds = Object.keys(kinds) as Kind[];

/** Creates a guide with a picture, a folder with it, a quiz and a deck, and shares each. */
const shareAll = async ({ token }: Learner, request: object = {}) => {
  const made = async (path: string, options: object) => {
    const { status, body } = await call('POST', path, { token, ...options });
    expect([200, 201], JSON.stringify(body)).toContain(status);
    return body as { _id: string; url: string };
  };
  const slides = lecture.split('\n').filter((line) => line.length > 40);
  const form = fileForm(
    deckOf(slides.map((text, index) => ({ title: `Slide ${index + 1}`, text, picture: 'A heart', file: pngOf(400, 300) }))),
  );
  const ids: Record<Kind, string> = { guide: (await made('/study-materials/unified', { form }))._id, folder: '', quiz: '', deck: '' };
  ids.folder = (await made('/folders', { body: { name: 'Cardiology' } }))._id;
  await made(`/folders/${ids.folder}/materials`, { body: { materialId: ids.guide } });
  const question = {
    question: 'How many chambers does the heart have?',
    options: ['Four', 'Two', 'Three'].map((text, index) => ({ text, isCorrect: index === 0 })),
    explanation: 'It has two atria and two ventricles.',
  };
  ids.quiz = (await made('/quizzes/own', { body: { title: 'Heart quiz', studyMaterialId: ids.guide, question } }))._id;
  const cards = [
    { front: 'Aorta', back: 'The largest artery' },
    { front: 'Vena cava', back: 'The largest vein' },
  ];
  ids.deck = (await made('/flashcards/own', { body: { title: 'Heart cards', cards } }))._id;
  const urls: Record<Kind, string> = { guide: '', folder: '', quiz: '', deck: '' };
  for (const kind of allKinds) urls[kind] = (await made(`/${kinds[kind]}/${ids[kind]}/share`, { body: request })).url;
  return { ids, urls };
};
const secretIn = (url: string): string => url.split('/').at(-1) ?? '';
const read = (kind: Kind, url: string) => call('GET', `/${kinds[kind]}/shared/${secretIn(url)}`);

test('links are read without an account, copied into another one, counted, and end', async () => {
  const [owner, reader] = await Promise.all([newLearner(), newLearner()]);
  const { ids, urls } = await shareAll(owner, { showName: true });
  const copies: Partial<Record<Kind, string>> = {};
  for (const kind of allKinds) {
    expect(urls[kind]).toMatch(new RegExp(`/shared/${kind}/[0-9a-f]{64}$`));
    const shown = await read(kind, urls[kind]);
    expect([shown.status, shown.body.kind, shown.body.owner]).toEqual([200, kind, 'Ada']);
    expect(JSON.stringify(shown.body)).not.toContain(owner.userId);
    expect(JSON.stringify(shown.body)).not.toContain('Byron');
    const copied = await call('POST', `/${kinds[kind]}/shared/${secretIn(urls[kind])}/copy`, { token: reader.token });
    expect(copied.status, JSON.stringify(copied.body)).toBe(201);
    copies[kind] = copied.body._id as string;
    const { body } = await call('GET', `/${kinds[kind]}/${ids[kind]}/share`, { token: owner.token });
    expect(body).toMatchObject({ url: urls[kind], opens: 1, copies: 1, showName: true, endsAt: null });
  }
  const [picture] = (await read('guide', urls.guide)).body.pictures as { url: string }[];
  expect((await fetch(picture?.url ?? '')).headers.get('content-type')).toBe('image/webp');

  for (const kind of allKinds) {
    expect((await call('DELETE', `/${kinds[kind]}/${ids[kind]}/share`, { token: owner.token })).status).toBe(200);
    expect((await read(kind, urls[kind])).status).toBe(404);
    expect((await call('GET', `/${kinds[kind]}/${ids[kind]}/share`, { token: owner.token })).status).toBe(404);
  }
  // The copies do not depend on the originals.
  expect((await call('DELETE', '/auth/delete-account', { token: owner.token })).status).toBe(200);
  for (const kind of allKinds)
    expect((await call('GET', `/${kinds[kind]}/${copies[kind] ?? ''}`, { token: reader.token })).status, kind).toBe(200);
  const { body } = await call('GET', `/study-materials/${copies.guide ?? ''}`, { token: reader.token });
  expect((await fetch((body.pictures as { url: string }[])[0]?.url ?? '')).status).toBe(200);
});

test('links end on their date, with their account, and when they are replaced', async () => {
  const owner = await newLearner();
  const { ids, urls } = await shareAll(owner);
  const share = (body: object) => call('POST', `/flashcards/${ids.deck}/share`, { token: owner.token, body });
  const past = (await share({ endsAt: new Date(Date.now() - 1_000).toISOString() })).body as { url: string };
  expect((await read('deck', past.url)).status).toBe(404);
  const endsAt = new Date(Date.now() + 2_000).toISOString();
  const replaced = (await share({ endsAt })).body as { url: string };
  expect((await read('deck', urls.deck)).status).toBe(404);
  await expect.poll(async () => (await read('deck', replaced.url)).status).toBe(404);
  expect(new Date().toISOString() > endsAt).toBe(true);
  expect((await call('DELETE', '/auth/delete-account', { token: owner.token })).status).toBe(200);
  for (const kind of ['guide', 'folder', 'quiz'] as const) await expect.poll(async () => (await read(kind, urls[kind])).status).toBe(404);
});

test('guesses are counted per network, and search engines are kept out', async () => {
  const network = { 'x-forwarded-for': newNetwork() };
  const guess = () => call('GET', `/quizzes/shared/${randomUUID().replaceAll('-', '').repeat(2)}`, { headers: network });
  const statuses = new Set<number>();
  for (let round = 0; round < 13; round += 1)
    for (const { status } of await Promise.all(Array.from({ length: 100 }, guess))) statuses.add(status);
  expect([...statuses].sort()).toEqual([404, 429]);
  const page = await fetch(`${theSite().site}/shared/quiz/guess`);
  expect(page.headers.get('x-robots-tag')).toBe('noindex, nofollow');
  expect((await fetch(theSite().site)).headers.has('x-robots-tag')).toBe(false);
});

test('a report reaches the mailbox of the operator', async () => {
  const reason = `Not theirs ${randomUUID()}`;
  const secret = 'a'.repeat(64);
  expect((await call('POST', '/auth/shared-reports', { body: { kind: 'deck', secret, reason } })).status).toBe(200);
  const mails = async () => (await fetch(`${theSite().mailbox}/email`)).json() as Promise<{ to: string; text: string }[]>;
  await expect
    .poll(async () => (await mails()).filter(({ text }) => text.includes(reason)).map(({ to }) => to))
    .toEqual(['support@lectern.example']);
});

test('a visitor tries a quiz, registers, and has the copy', async ({ page, context }) => {
  const owner = await newLearner();
  const { urls } = await shareAll(owner);
  await page.goto(urls.quiz);
  await page.getByRole('radio', { name: 'Two' }).check({ force: true });
  await page.getByRole('button', { name: 'Show Answer' }).click();
  await expect(page.getByText('It has two atria and two ventricles.')).toBeVisible();
  await page.getByRole('button', { name: 'Submit Quiz' }).click();
  await expect(page.getByText('0 of 1 correct')).toBeVisible();
  await page.getByRole('button', { name: 'Copy to my Lectern' }).first().click();
  const email = `${randomUUID()}@students.example`;
  await page.getByLabel('First name').fill('Ben');
  await page.getByLabel('Last name').fill('Byron');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page).toHaveURL(/\/verify$/);
  const link = await mailedLink(email, 'verify-email');
  await page.close();
  // As in the learner's mail program: the link opens in another tab.
  const next = await context.newPage();
  await next.goto(link);
  await expect(next).toHaveURL(/\/quizzes\/[0-9a-f-]{36}$/);
  await expect(next.getByText('How many chambers does the heart have?')).toBeVisible();
});

test('a visitor reads each kind of link on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { urls } = await shareAll(await newLearner());
  const words: Record<Kind, string> = { guide: 'Shared study guide', folder: 'Shared folder', quiz: 'Shared quiz', deck: 'Shared deck' };
  for (const kind of allKinds) {
    await page.goto(urls[kind]);
    await expect(page.getByText(words[kind])).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), kind).toBe(360);
  }
  await page.goto(urls.folder);
  await page.getByRole('article').getByRole('link').click();
  await expect(page).toHaveURL(/\/shared\/folder\/[0-9a-f]{64}\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('button', { name: 'Copy the Folder' })).toBeVisible();
});
