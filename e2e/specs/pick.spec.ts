import type { FlashcardDeck, Quiz, StudyMaterial, Suggestion } from '@lectern/contracts';
import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { call, fileForm, newLearner, type Learner } from '../support/api.ts';
import { expect, test } from '../support/browser.ts';
import { chooseWords } from '../support/chooseWords.ts';

const deckFile = join(import.meta.dirname, '../../samples/nursing-heart-failure.pptx');

const newGuide = async ({ token }: Learner): Promise<StudyMaterial> => {
  const form = fileForm(new Uint8Array(readFileSync(deckFile)));
  return (await call('POST', '/study-materials/unified', { token, form })).body as StudyMaterial;
};

const signIn = async (page: Page, { token }: Learner): Promise<void> => {
  await page.addInitScript((kept) => {
    localStorage.setItem('token', kept);
  }, token);
};

const suggestionsOf = async (guide: StudyMaterial, { token }: Learner): Promise<Suggestion[]> =>
  (await call('GET', `/study-materials/${guide._id}/suggestions`, { token })).body as Suggestion[];

test('picks by keys: two cards, one of them edited, a question and a skip; none of the four comes again', async ({ page }) => {
  const learner = await newLearner();
  const { token } = learner;
  const guide = await newGuide(learner);
  const [first, second, , fourth, fifth] = await suggestionsOf(guide, learner);
  await signIn(page, learner);
  await page.goto(`/study-materials/${guide._id}`);
  await page.getByRole('button', { name: `Options for ${guide.title}` }).click();
  await page.getByRole('menuitem', { name: 'Pick what to ask' }).click();
  await expect(page.getByText(first?.statement ?? '', { exact: true })).toBeVisible();

  const seen = page.waitForResponse((response) => response.url().endsWith('/suggestions') && response.request().method() === 'PUT');
  await page.keyboard.press('c');
  await page.getByLabel('Front').fill('What is heart failure?');
  await page.keyboard.press('Enter');
  await page.keyboard.press('q');
  await page.keyboard.press('s');
  await page.keyboard.press('c');
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 cards, 1 question made')).toBeVisible();
  expect((await seen).status()).toBe(200);
  await expect.poll(async () => (await suggestionsOf(guide, learner))[0]?.term).toBe(fifth?.term);

  const decks = (await call('GET', `/flashcards?studyMaterialId=${guide._id}`, { token })).body as FlashcardDeck[];
  expect(decks).toMatchObject([{ generatedBy: 'learner', cardCount: 2 }]);
  const deck = (await call('GET', `/flashcards/${decks[0]?._id}`, { token })).body as FlashcardDeck;
  expect(deck.cards[0]).toMatchObject({ front: 'What is heart failure?', back: first?.statement });
  // The fourth is a sentence with its term hidden.
  expect(deck.cards[1]).toMatchObject({ front: expect.stringContaining('_____'), back: fourth?.term });
  const [listed] = (await call('GET', `/quizzes?studyMaterialId=${guide._id}`, { token })).body as Quiz[];
  const { questions } = (await call('GET', `/quizzes/${listed?._id}`, { token })).body as Quiz;
  expect(questions[0]?.question).toContain('_____');
  expect(questions[0]?.options.find(({ isCorrect }) => isCorrect)?.text).toBe(second?.term);
});

test('drops one of the generated cards, takes another one back, and a new deck of the guide is made without the first', async ({
  page,
}) => {
  const learner = await newLearner();
  const { token } = learner;
  const guide = await newGuide(learner);
  const make = async (): Promise<FlashcardDeck> =>
    (await call('POST', '/flashcards', { token, body: { studyMaterialId: guide._id } })).body as FlashcardDeck;
  const deck = await make();
  const [first, second] = deck.cards;
  await signIn(page, learner);
  await page.goto(`/flashcards/${deck._id}`);
  await page.getByRole('link', { name: 'Check your cards' }).click();
  // The deck's page shows the same front.
  await expect(page.getByRole('button', { name: 'Keep' })).toBeVisible();
  await expect(page.getByText(first?.front ?? '', { exact: true })).toBeVisible();
  await page.keyboard.press('d');
  await page.keyboard.press('d');
  const restored = page.waitForResponse((response) => response.url().endsWith('/restore'));
  await page.keyboard.press('u');
  expect((await restored).status()).toBe(200);
  await expect(page.getByText(second?.front ?? '', { exact: true })).toBeVisible();
  const left = (await call('GET', `/flashcards/${deck._id}`, { token })).body as FlashcardDeck;
  expect(left.cards.map(({ _id }) => _id)).toEqual(deck.cards.slice(1).map(({ _id }) => _id));
  const again = await make();
  expect(again.cards.map(({ front }) => front)).not.toContain(first?.front);
  expect(again.cards.map(({ front }) => front)).toContain(second?.front);
});

test('makes a card and a question of words that are selected in a guide', async ({ page }) => {
  const learner = await newLearner();
  const { token } = learner;
  const guide = await newGuide(learner);
  await signIn(page, learner);
  await page.goto(`/study-materials/${guide._id}`);
  const words = page.getByRole('article').getByText('Heart failure does not mean that the heart has stopped').first();
  await chooseWords(page, words, 'Make a card');
  const dialog = page.getByRole('dialog', { name: 'Make a Card' });
  await dialog.getByLabel('Front').fill('Does the heart stop?');
  await dialog.getByRole('button', { name: 'Add Card' }).click();
  await expect(page.getByText('Card added to your cards for this guide')).toBeVisible();
  await chooseWords(page, words, 'Ask me');
  const question = page.getByRole('dialog', { name: 'Ask Me' });
  await expect(question.getByLabel('Question')).toHaveValue(/_____/);
  await question.getByRole('button', { name: 'Add Question' }).click();
  await expect(page.getByText('Question added to your questions for this guide')).toBeVisible();
  expect((await call('GET', `/flashcards?studyMaterialId=${guide._id}`, { token })).body).toMatchObject([{ cardCount: 1 }]);
  expect((await call('GET', `/quizzes?studyMaterialId=${guide._id}`, { token })).body).toMatchObject([{ questionCount: 1 }]);
});
