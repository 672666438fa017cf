import type { FlashcardDeck, Quiz } from '@lectern/contracts';
import type { Page } from '@playwright/test';
import JSZip from 'jszip';
import { call, fileForm, newLearner, textForm, theSite, type Learner } from '../support/api.ts';
import { violationsOf } from '../support/axe.ts';
import { expect, test } from '../support/browser.ts';
import { lecture } from '../support/lecture.ts';
import { pngOf } from '../support/pictureDeck.ts';

const signIn = async (page: Page, { token }: Learner): Promise<void> => {
  await page.addInitScript((kept) => {
    localStorage.setItem('token', kept);
  }, token);
};

const ownDeck = async ({ token }: Learner): Promise<FlashcardDeck> => {
  const body = { title: 'Heart', cards: [{ front: 'What is `2*3`?', back: 'Six, as in `2*3` and __init__' }] };
  const made = await call('POST', '/flashcards/own', { token, body });
  expect(made.status).toBe(201);
  return made.body as FlashcardDeck;
};
const readDeck = async ({ token }: Learner, id: string) => (await call('GET', `/flashcards/${id}`, { token })).body as FlashcardDeck;
const picture = (width = 120, height = 90) => fileForm(new Uint8Array(pngOf(width, height)), 'bone.png', 'image/png');

test('a card is written with marks, undone like typing, and gaps make several', async ({ page, context }) => {
  const learner = await newLearner();
  const deck = await ownDeck(learner);
  await signIn(page, learner);
  await page.goto(`/flashcards/${deck._id}`);
  // Marks are shown as they will look, and words that only look like marks stay.
  await expect(page.getByRole('button', { name: /Front/ }).locator('code').first()).toHaveText('2*3');
  await page.getByRole('button', { name: 'Options for card 1' }).click();
  await page.getByRole('menuitem', { name: 'Write a Card' }).click();
  const dialog = page.getByRole('dialog', { name: 'Write a Card' });
  const [front, back] = [dialog.getByLabel('Front', { exact: true }), dialog.getByLabel('Back', { exact: true })];
  await front.fill('Cardiac output');
  await back.fill('The left ventricle pumps into the aorta');
  await back.press('Control+a');
  await page.keyboard.press('Control+b');
  await expect(back).toHaveValue('**The left ventricle pumps into the aorta**');
  await expect(dialog.getByRole('group', { name: 'Preview' }).locator('b')).toHaveText('The left ventricle pumps into the aorta');
  await page.keyboard.press('Control+z');
  await expect(back).toHaveValue('The left ventricle pumps into the aorta');
  const select = (words: string) =>
    back.evaluate((field: HTMLTextAreaElement, sought) => {
      const start = field.value.indexOf(sought);
      field.focus();
      field.setSelectionRange(start, start + sought.length);
    }, words);
  await select('left ventricle');
  await page.keyboard.press('Control+Shift+C');
  await select('aorta');
  await dialog.getByRole('button', { name: 'Make a gap' }).last().click();
  await expect(dialog.getByRole('region', { name: '2 cards from gaps' })).toContainText('The […] pumps into the aorta');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('2 cards added successfully')).toBeVisible();
  await expect(dialog).toBeHidden();
  expect((await readDeck(learner, deck._id)).cards.slice(1)).toMatchObject([
    { front: 'Cardiac output\nThe […] pumps into the aorta', back: 'left ventricle' },
    { front: 'Cardiac output\nThe left ventricle pumps into the […]', back: 'aorta' },
  ]);
  expect(context.pages()).toHaveLength(1);
});

test('Escape asks before it discards, and focus returns to the menu', async ({ page }) => {
  const learner = await newLearner();
  const deck = await ownDeck(learner);
  await signIn(page, learner);
  await page.goto(`/flashcards/${deck._id}`);
  const menu = page.getByRole('button', { name: 'Options for card 1' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Edit Card' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Card' });
  await dialog.getByLabel('Front', { exact: true }).fill('Changed');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await expect(menu).toBeFocused();
});

test('a pasted picture stands on its card, in Anki, and ends with the deck', async ({ page }) => {
  const learner = await newLearner();
  const { token } = learner;
  const deck = await ownDeck(learner);
  await signIn(page, learner);
  await page.goto(`/flashcards/${deck._id}`);
  await page.getByRole('button', { name: 'Options for card 1' }).click();
  await page.getByRole('menuitem', { name: 'Edit Card' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Card' });
  await dialog.getByLabel('Front', { exact: true }).evaluate(
    (field, bytes) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], 'bone.png', { type: 'image/png' }));
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    },
    [...pngOf(240, 180)],
  );
  await dialog.getByLabel('Description').fill('A long bone');
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toBeHidden();
  const shown = page.getByRole('img', { name: 'A long bone' });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(240);
  const [card] = (await readDeck(learner, deck._id)).cards;
  expect(card?.pictures).toMatchObject([{ side: 'front', alt: 'A long bone', width: 240, height: 180 }]);
  const file = await fetch(`${theSite().api}/flashcards/${deck._id}/export?format=apkg`, { headers: { 'x-auth-token': token } });
  const { files } = await JSZip.loadAsync(await file.arrayBuffer());
  expect(Object.keys(files).filter((name) => /^\d+$/.test(name))).toHaveLength(1);
  const url = card?.pictures?.[0]?.url ?? '';
  expect((await fetch(url)).headers.get('content-type')).toBe('image/webp');
  await call('DELETE', `/flashcards/${deck._id}`, { token });
  expect((await fetch(url)).status).toBe(404);
});

test('a picture is addressed by its content, belongs to its deck, and is refused with a sentence if it is none', async () => {
  const [learner, other] = [await newLearner(), await newLearner()];
  const { token } = learner;
  const deck = await ownDeck(learner);
  const path = `/flashcards/${deck._id}/pictures`;
  const [one, again] = [await call('POST', path, { token, form: picture() }), await call('POST', path, { token, form: picture() })];
  expect([one.status, again.status, again.body.id]).toEqual([201, 201, one.body.id]);
  expect((await call('POST', path, { token: other.token, form: picture() })).status).toBe(404);
  const card = { front: 'a', back: 'b', pictures: [{ id: one.body.id, side: 'front' }] };
  expect((await call('POST', `/flashcards/${deck._id}/cards`, { token, body: card })).status).toBe(201);
  const foreign = await ownDeck(other);
  expect((await call('POST', `/flashcards/${foreign._id}/cards`, { token: other.token, body: card })).status).toBe(400);
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
  for (const [bytes, name] of [
    [Buffer.from(svg), 'x.png'],
    [Buffer.from(pngOf(240, 180)).subarray(0, 300), 'half.png'],
    [Buffer.from(pngOf(10, 10)), 'small.png'],
    [Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(2_000, 0xff)]), 'noise.png'],
  ] as const) {
    const refused = await call('POST', path, { token, form: fileForm(new Uint8Array(bytes), name, 'image/png') });
    expect([refused.status, refused.body.code], name).toEqual([422, 'unreadable_file']);
    expect(refused.body.msg, name).toMatch(/^This (?:is not a )?picture/);
  }
  expect((await call('POST', path, { token, form: fileForm(new Uint8Array(11 * 1024 * 1024), 'x.png', 'image/png') })).status).toBe(413);
  expect((await call('POST', path, { token, body: {} })).status).toBe(415);
});

test('a question, its options and its explanation show their marks', async ({ page }) => {
  const learner = await newLearner();
  const { token } = learner;
  const guide = await call('POST', '/study-materials/unified', { token, form: textForm(lecture) });
  const body = {
    title: 'Heart',
    studyMaterialId: guide.body._id as string,
    question: {
      question: 'Which **chamber** pumps into the *aorta*?',
      options: ['The **left** ventricle', 'The `right` ventricle'].map((text, index) => ({ text, isCorrect: index === 0 })),
      explanation: '- left: aorta\n- right: lungs',
    },
  };
  const quiz = (await call('POST', '/quizzes/own', { token, body })).body as Quiz;
  await signIn(page, learner);
  await page.goto(`/quizzes/${quiz._id}`);
  await expect(page.getByRole('heading', { name: 'Which chamber pumps into the aorta?' })).toBeVisible();
  await page.getByRole('radio', { name: 'The left ventricle' }).check();
  await page.getByRole('button', { name: 'Show Answer' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'left: aorta' })).toBeVisible();
});
