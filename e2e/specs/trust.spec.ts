import type { Page } from '@playwright/test';
import { call, fileForm, newLearner, type Learner } from '../support/api.ts';
import { drawn, expect, test } from '../support/browser.ts';
import { sampleDeck } from '../support/decks.ts';
import { lecture } from '../support/lecture.ts';
import { deckOf } from '../support/pictureDeck.ts';

/** What makes study content trustworthy: learners can see where it comes from and correct what is wrong. */
const signIn = async (page: Page, { token }: Learner): Promise<void> => {
  await page.addInitScript((value) => {
    localStorage.setItem('token', value);
  }, token);
};
const guideOf = async ({ token }: Learner, bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  (await call('POST', '/study-materials/unified', { token, form: fileForm(bytes) })).body._id as string;
const choose = async (page: Page, options: string, entry: string): Promise<void> => {
  await page.getByRole('button', { name: options, exact: true }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};
const confirmDeletion = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();

test('a question shows where it comes from, and is edited, reported and deleted for good', async ({ page }) => {
  const learner = await newLearner();
  const studyMaterialId = await guideOf(learner, sampleDeck('nursing-heart-failure.pptx'));
  const { token } = learner;
  const quiz = (await call('POST', '/quizzes/generate', { token, body: { studyMaterialId, stylePreference: null } })).body;
  const count = quiz.questions.length as number;
  await signIn(page, learner);
  await page.goto(`/quizzes/${quiz._id}`);
  await expect(page.getByText("Made by Lectern's own engine from your material.")).toBeVisible();

  await test.step('the passage opens with its quote, and Escape returns to the button', async () => {
    await drawn(page);
    await page.keyboard.press('a');
    await page.getByRole('button', { name: 'Show Answer' }).click();
    const opener = page.getByRole('button', { name: /^Slide \d+/ });
    await opener.click();
    const panel = page.getByRole('dialog', { name: /^Source: slide \d+/ });
    await expect(panel.getByRole('blockquote')).toContainText(quiz.questions[0].source.quote as string);
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
  });
  await test.step('edited', async () => {
    await choose(page, 'Options for question 1', 'Edit Question');
    await page.getByRole('textbox', { name: 'Question', exact: true }).fill('Which of these words fits best?');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Question updated successfully')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Which of these words fits best?' })).toBeVisible();
  });
  await test.step('reported', async () => {
    await choose(page, 'Options for question 1', 'Report Question');
    await page.getByRole('radio', { name: 'I cannot tell what is meant.' }).check();
    await page.getByRole('button', { name: 'Send Report' }).click();
    await expect(page.getByText('You reported this question')).toBeVisible();
  });
  await test.step('the next one deleted: the attempt goes on', async () => {
    await page.getByRole('button', { name: 'Next Question' }).click();
    await choose(page, 'Options for question 2', 'Delete Question');
    await confirmDeletion(page);
    await expect(page.getByText(`Question 2 of ${count - 1}`)).toBeVisible();
    await expect(page.getByRole('heading', { name: quiz.questions[2].question as string })).toBeFocused();
  });
  await test.step('and all of it after a reload', async () => {
    await page.reload();
    await expect(page.getByText(`Question 2 of ${count - 1}`)).toBeVisible();
    const read = (await call('GET', `/quizzes/${quiz._id}`, { token })).body;
    expect(read.questions[0]).toMatchObject({ question: 'Which of these words fits best?', edited: true, reported: { reason: 'unclear' } });
    expect(read.questions).toHaveLength(count - 1);
    await page.evaluate((id) => {
      localStorage.removeItem(`lectern.learner.quiz-session.${id}`);
    }, quiz._id as string);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Which of these words fits best?' })).toBeVisible();
    await expect(page.getByText('Edited by you')).toBeVisible();
    await expect(page.getByText('You reported this question')).toBeVisible();
  });
});

test('a card shows where it comes from, and is edited, reported and deleted for good; its passage outlives the guide', async ({
  page,
  watched,
}) => {
  const learner = await newLearner();
  const studyMaterialId = await guideOf(learner, sampleDeck('nursing-heart-failure.pptx'));
  const { token } = learner;
  const deck = (await call('POST', '/flashcards', { token, body: { studyMaterialId, stylePreference: null } })).body;
  const count = deck.cards.length as number;
  await signIn(page, learner);
  await page.goto(`/flashcards/${deck._id}`);
  await expect(page.getByText(`Card 1 of ${count}`)).toBeVisible();

  await choose(page, 'Options for card 1', 'Edit Card');
  await page.getByRole('textbox', { name: 'Front' }).fill('Mine');
  await page.getByRole('textbox', { name: 'Back' }).fill('My own words');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Edited by you')).toBeVisible();
  await choose(page, 'Options for card 1', 'Report Card');
  await page.getByRole('radio', { name: 'Something else.' }).check();
  await page.getByLabel('Comment').fill('Two facts at once');
  await page.getByRole('button', { name: 'Send Report' }).click();
  await expect(page.getByText('You reported this card')).toBeVisible();
  await choose(page, 'Options for card 1', 'Delete Card');
  await confirmDeletion(page);
  await expect(page.getByText(`Card 1 of ${count - 1}`)).toBeVisible();

  await page.reload();
  await expect(page.getByText(`Card 1 of ${count - 1}`)).toBeVisible();
  await expect(page.getByRole('button', { name: /Click to flip/ })).toContainText(deck.cards[1].front as string);
  const { quote } = deck.cards[1].source as { quote: string };
  const openSource = async () => {
    await expect(page.getByText(`Card 1 of ${count - 1}`)).toBeVisible();
    await drawn(page);
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: /^Slide \d+/ }).click();
    const panel = page.getByRole('dialog', { name: /^Source: slide \d+/ });
    await expect(panel.getByRole('blockquote')).toContainText(quote);
    return panel;
  };
  const around = await openSource();
  await expect(around.getByRole('paragraph').first()).toBeVisible();

  watched.allow(/404/);
  await call('DELETE', `/study-materials/${studyMaterialId}`, { token });
  await page.reload();
  await expect((await openSource()).getByText('The study guide was deleted. Only this passage of it is left.')).toBeVisible();
});

test('a guide names the slides that have only pictures, on paper, too', async ({ page }) => {
  const learner = await newLearner();
  const paragraphs = lecture.split('\n').filter((line) => line.length > 200);
  const id = await guideOf(
    learner,
    deckOf([
      { title: 'Cell respiration', lines: ['A lecture for the first year'] },
      ...paragraphs.map((paragraph, index) => ({ title: `Part ${index + 1}`, lines: paragraph.match(/[^.]+\./g) ?? [] })),
      { title: 'The mitochondrion', picture: 'A mitochondrion cut open, with its two membranes' },
    ]),
  );
  await signIn(page, learner);
  await page.goto(`/study-materials/${id}`);
  const box = page.getByRole('complementary', { name: 'Slides with only pictures' });
  const number = paragraphs.length + 2;
  await expect(box).toContainText(`Slide ${number} has only pictures. Lectern cannot read pictures, so look at it in your deck.`);
  await expect(box).toContainText(`Slide ${number}: The mitochondrion · A mitochondrion cut open, with its two membranes`);
  await page.emulateMedia({ media: 'print' });
  await expect(box).toBeVisible();
});
