import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FlashcardDeck, Picture, StudyMaterial } from '@lectern/contracts';
import JSZip from 'jszip';
import { call, fileForm, newLearner, theSite, type Learner } from '../support/api.ts';
import { expect, test } from '../support/browser.ts';
import { lecture } from '../support/lecture.ts';
import { deckOf, pngOf } from '../support/pictureDeck.ts';

const heart = 'A heart cut open';
const lines = [
  'The heart has four chambers that pump blood through the body',
  'The left ventricle pumps blood into the aorta at high pressure',
  'The right ventricle pumps blood into the lungs at low pressure',
  'The mitral valve lies between the left atrium and the left ventricle',
  'The tricuspid valve lies between the right atrium and the right ventricle',
  'The sinus node sets the rate of a healthy heart',
];
const deck = () =>
  deckOf([
    { title: 'The heart', lines, picture: heart, file: pngOf(640, 480) },
    { title: 'Valves', picture: 'The mitral valve', file: pngOf(320, 400) },
    {
      title: 'Rhythm',
      lines: ['The sinus node fires about 70 times a minute at rest'],
      picture: 'Half a picture',
      file: pngOf(640, 480).subarray(0, 300),
    },
  ]);

const guideOf = async ({ token }: Learner): Promise<StudyMaterial> => {
  const made = await call('POST', '/study-materials/unified', { token, form: fileForm(deck()) });
  expect(made.status).toBe(201);
  return made.body as StudyMaterial;
};
const picturesOf = async ({ token }: Learner, id: string) => call('GET', `/study-materials/${id}/pictures`, { token });

/** Returns the files of a guide's pictures on disk. */
const filesOf = ({ userId }: Learner, guideId: string): string[] => {
  const folder = join(theSite().dataFolder, 'objects', 'pictures', userId);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath.endsWith(guideId))
    .map(({ name }) => name);
};

/** Returns the picture files in a deck's Anki package. */
const picturesForAnki = async ({ token }: Learner, id: string): Promise<Buffer[]> => {
  const answer = await fetch(`${theSite().api}/flashcards/${id}/export?format=apkg`, { headers: { 'x-auth-token': token } });
  expect(answer.status).toBe(200);
  const { files } = await JSZip.loadAsync(await answer.arrayBuffer());
  return Promise.all(Object.values(files).flatMap((file) => (/^\d+$/.test(file.name) ? [file.async('nodebuffer')] : [])));
};

test('the pictures of a deck stand in its guide, as long as the guide is there, for its learner alone', async ({ page }) => {
  const [learner, other] = [await newLearner(), await newLearner()];
  const guide = await guideOf(learner);
  expect(guide.pictures?.map(({ slide, alt, width, height }) => [slide, alt, width, height])).toEqual([
    [1, heart, 640, 480],
    [2, 'The mitral valve', 320, 400],
  ]);
  expect(guide.leftOutPictures).toEqual([{ slide: 3, alt: 'Half a picture', reason: 'damaged' }]);

  await page.addInitScript((token) => localStorage.setItem('token', token), learner.token);
  await page.goto(`/study-materials/${guide._id}`);
  const shown = page.getByRole('img', { name: heart });
  await shown.scrollIntoViewIfNeeded();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
  await expect(page.getByRole('img', { name: 'The mitral valve' })).toBeAttached();
  await expect(page.getByRole('complementary', { name: 'Slides with only pictures' })).toHaveCount(0);
  await expect(page.getByRole('complementary', { name: 'Pictures that are not shown' })).toContainText('Half a picture');
  await page.getByRole('button', { name: `Enlarge: ${heart}` }).click();
  await expect(page.getByRole('dialog', { name: heart }).getByRole('img')).toBeVisible();

  const [picture] = (await picturesOf(learner, guide._id)).body as [Picture];
  const answer = await fetch(picture.url);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, max-age=3600, immutable',
  });
  expect(
    Buffer.from(await answer.arrayBuffer())
      .subarray(8, 12)
      .toString(),
  ).toBe('WEBP');

  expect((await picturesOf(other, guide._id)).status).toBe(404);
  const address = new URL(picture.url);
  expect((await fetch(`${address.origin}${address.pathname}`)).status).toBe(400);
  const signature = address.searchParams.get('signature') ?? '';
  const altered = [...signature].reverse().join('');
  expect((await fetch(picture.url.replace(signature, altered))).status).toBe(404);
  const guideOfOther = await guideOf(other);
  expect((await fetch(picture.url.replace(guide._id, guideOfOther._id))).status).toBe(404);

  expect(filesOf(learner, guide._id)).toHaveLength(2);
  expect((await call('DELETE', `/study-materials/${guide._id}`, { token: learner.token })).status).toBe(200);
  expect((await fetch(picture.url)).status).toBe(404);
  expect(filesOf(learner, guide._id)).toEqual([]);
  expect(filesOf(other, guideOfOther._id)).toHaveLength(2);
});

test('cards have the pictures of their slide, here and in Anki, and keep their words when the guide is deleted', async () => {
  const learner = await newLearner();
  const { token } = learner;
  const slides = lecture
    .split('\n')
    .filter((line) => line.length > 200)
    .map((paragraph, index) => ({
      title: `Part ${index + 1}`,
      lines: paragraph.match(/[^.]+\./g) ?? [],
      picture: `Figure ${index + 1}`,
      file: pngOf(100 + index, 80),
    }));
  const guide = (await call('POST', '/study-materials/unified', { token, form: fileForm(deckOf(slides)) })).body as StudyMaterial;
  const made = await call('POST', '/flashcards', { token, body: { studyMaterialId: guide._id } });
  expect(made.status).toBe(201);
  const { _id, cards } = made.body as FlashcardDeck;
  expect(cards.length).toBeGreaterThan(2);
  const slideOf = ({ source }: FlashcardDeck['cards'][number]) => (source?.pointer.kind === 'slide' ? source.pointer.slide : 0);
  // A deck waits half a second for its pictures, and is returned without them if they take longer, so poll.
  await expect
    .poll(() => call('GET', `/flashcards/${_id}`, { token }))
    .toMatchObject({ status: 200, body: { cards: cards.map((card) => ({ source: { pictures: [{ alt: `Figure ${slideOf(card)}` }] } })) } });
  const exported = await picturesForAnki(learner, _id);
  expect(exported).toHaveLength(new Set(cards.map(slideOf)).size);
  for (const file of exported) expect(file.subarray(8, 12).toString()).toBe('WEBP');
  await call('DELETE', `/study-materials/${guide._id}`, { token });
  expect(await picturesForAnki(learner, _id)).toEqual([]);
  const kept = (await call('GET', `/flashcards/${_id}`, { token })).body as FlashcardDeck;
  expect(kept.cards.map(({ front, back }) => [front, back])).toEqual(cards.map(({ front, back }) => [front, back]));
  for (const { source } of kept.cards) expect(source?.pictures).toBeUndefined();
});
