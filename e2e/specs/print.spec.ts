import type { FlashcardDeck, Quiz, StudyMaterial } from '@lectern/contracts';
import { call, newLearner, textForm, type Learner } from '../support/api.ts';
import { expect, test } from '../support/browser.ts';
import { lecture } from '../support/lecture.ts';

const make = async <T>({ token }: Learner, path: string, content: { body?: unknown; form?: FormData }): Promise<T> => {
  const made = await call('POST', path, { token, ...content });
  expect(made.status, path).toBeLessThan(300);
  return made.body as T;
};

/** Counts the pages of a PDF. Chromium writes one object per page. */
const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;
const a4 = { format: 'A4', preferCSSPageSize: false } as const;

test('a quiz prints its questions, then its answers; cards print four and ten on a page', async ({ page }) => {
  const learner = await newLearner();
  await page.addInitScript((token) => localStorage.setItem('token', token), learner.token);
  const guide = await make<StudyMaterial>(learner, '/study-materials/unified', { form: textForm(lecture) });
  const quiz = await make<Quiz>(learner, '/quizzes/generate', { body: { studyMaterialId: guide._id } });
  await page.goto(`/quizzes/${quiz._id}/print`);
  await expect(page.getByRole('heading', { name: 'Answers' })).toBeVisible();
  const withAnswers = pagesOf(await page.pdf(a4));
  await page.getByText('Questions only').click();
  await expect(page.getByRole('heading', { name: 'Answers' })).toHaveCount(0);
  expect(withAnswers).toBeGreaterThan(pagesOf(await page.pdf(a4)));

  const cards = Array.from({ length: 20 }, (_, index) => ({ front: `Front ${String(index)}`, back: `Back ${String(index)}` }));
  const deck = await make<FlashcardDeck>(learner, '/flashcards/own', { body: { title: 'Twenty', cards } });
  await page.goto(`/flashcards/${deck._id}/print`);
  await expect(page.getByText('Back 19')).toBeVisible();
  expect(pagesOf(await page.pdf(a4))).toBe(5);
  await page.getByText('Small, 10 per page').click();
  expect(pagesOf(await page.pdf(a4))).toBe(2);
  expect(pagesOf(await page.pdf({ ...a4, format: 'Letter' }))).toBe(2);
});
