import type { AskedQuestion, Quiz, StudyMaterial } from '@lectern/contracts';
import type { Page } from '@playwright/test';
import { call, fileForm, newLearner, type Learner } from '../support/api.ts';
import { expect, test } from '../support/browser.ts';
import { sampleDeck } from '../support/decks.ts';

const newGuide = async ({ token }: Learner): Promise<StudyMaterial> => {
  const form = fileForm(sampleDeck('nursing-heart-failure.pptx'));
  return (await call('POST', '/study-materials/unified', { token, form })).body as StudyMaterial;
};
const signIn = async (page: Page, { token }: Learner): Promise<void> => {
  await page.addInitScript((kept) => {
    localStorage.setItem('token', kept);
  }, token);
};
const askedOf = async (guide: StudyMaterial, { token }: Learner): Promise<AskedQuestion[]> =>
  (await call('GET', `/study-materials/${guide._id}/ask`, { token })).body as AskedQuestion[];

test('asks on the page of a guide: the passages that say it, each with its slide; nothing where none does; deletes a question', async ({
  page,
}) => {
  const learner = await newLearner();
  const guide = await newGuide(learner);
  await signIn(page, learner);
  await page.goto(`/study-materials/${guide._id}`);
  // On a phone the action is in the menu.
  await page.getByRole('button', { name: 'Ask a question' }).click();
  const field = page.getByLabel('Your question');
  await expect(field).toBeFocused();
  await field.fill('When do I withhold digoxin?');
  await field.press('Enter');
  const list = page.getByRole('list', { name: 'Questions, newest first' });
  await expect(list.getByText('This is what your material says:')).toBeVisible();
  const quote = list.getByRole('blockquote').first();
  await expect(quote).toContainText(/digoxin/i);

  await list
    .getByRole('button', { name: /^Slide \d+/ })
    .first()
    .click();
  const panel = page.getByRole('dialog', { name: /^Source: slide \d+/ });
  await expect(panel.getByText(/digoxin/i).first()).toBeVisible();
  await page.keyboard.press('Escape');

  await field.fill('Who painted the ceiling of the chapel?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(list.getByText('Nothing in the material of this guide matches your question. Try other words.')).toBeVisible();
  expect((await askedOf(guide, learner)).map(({ answeredBy }) => answeredBy)).toEqual(['nothing', 'passages']);

  await list.getByRole('button', { name: 'Delete question: Who painted the ceiling of the chapel?' }).click();
  await expect(list.getByText('Who painted the ceiling of the chapel?')).toBeHidden();
  await page.reload();
  await page.getByText('Ask about this guide', { exact: true }).first().click();
  await expect(page.getByText('When do I withhold digoxin?')).toBeVisible();
  expect(await askedOf(guide, learner)).toHaveLength(1);
});

test('explains a wrong answer by the passages, and asks about the question', async ({ page }) => {
  const learner = await newLearner();
  const { token } = learner;
  const guide = await newGuide(learner);
  const quiz = (await call('POST', '/quizzes/generate', { token, body: { studyMaterialId: guide._id } })).body as Quiz;
  const [question] = quiz.questions;
  const wrong = question?.options.findIndex(({ isCorrect }) => !isCorrect) ?? 0;
  await signIn(page, learner);
  await page.goto(`/quizzes/${quiz._id}`);
  await page.getByRole('radio').nth(wrong).check();
  await page.getByRole('button', { name: 'Show Answer' }).click();
  await page.getByRole('button', { name: 'Explain' }).click();
  const explanation = page.getByRole('region', { name: 'Explanation of your answer' });
  await expect(explanation).toBeFocused();
  await expect(explanation.getByRole('heading', { name: 'The right answer' })).toBeVisible();
  await expect(explanation.getByRole('blockquote').last()).toContainText(question?.source?.quote ?? 'no source');

  await page.getByText('Ask about this', { exact: true }).click();
  await page.getByLabel('Your question').fill('What is preload?');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This is what your material says:')).toBeVisible();
  // Typing neither selected an option nor changed the question.
  await expect(page.getByText('Question 1 of')).toBeVisible();
  expect(await askedOf(guide, learner)).toMatchObject([{ question: 'What is preload?', itemId: question?._id }]);
});
