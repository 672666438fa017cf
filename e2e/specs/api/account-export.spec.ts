import type { FlashcardDeck, Quiz, StudyMaterial } from '@lectern/contracts';
import JSZip from 'jszip';
import { call, fileForm, newLearner, textForm, theSite, type Learner } from '../../support/api.ts';
import { expect, test } from '../../support/browser.ts';
import { lecture } from '../../support/lecture.ts';
import { deckOf, pngOf } from '../../support/pictureDeck.ts';

const lines = [
  'The heart has four chambers that pump blood through the body',
  'The left ventricle pumps blood into the aorta at high pressure',
  'The mitral valve lies between the left atrium and the left ventricle',
];

const askFor = ({ token }: Learner) => fetch(`${theSite().api}/auth/export`, { headers: { 'x-auth-token': token } });
const archiveOf = async (response: Response): Promise<Record<string, string>> => {
  const zip = await JSZip.loadAsync(await response.arrayBuffer(), { checkCRC32: true });
  const entries = Object.values(zip.files).map(async (each) => [each.name, await each.async('string')] as const);
  return Object.fromEntries(await Promise.all(entries));
};
const make = async <T>(learner: Learner, path: string, content: { body?: unknown; form?: FormData }): Promise<T> => {
  const made = await call('POST', path, { token: learner.token, ...content });
  expect(made.status, path).toBeLessThan(300);
  return made.body as T;
};

test('GET /auth/export: everything that is kept of a learner, over all services, and nothing of another', async () => {
  const [learner, other] = [await newLearner(), await newLearner()];
  const pasted = await make<StudyMaterial>(learner, '/study-materials/unified', { form: textForm(lecture) });
  await make(learner, '/study-materials/unified', {
    form: fileForm(deckOf([{ title: 'The heart', lines, picture: 'A heart', file: pngOf(640, 480) }])),
  });
  await make(learner, '/folders', { body: { name: 'Nursing' } });
  const quiz = await make<Quiz>(learner, '/quizzes/generate', { body: { studyMaterialId: pasted._id } });
  await make(learner, `/quizzes/${quiz._id}/submit`, { body: { answers: quiz.questions.map(({ options }) => options[0]?.text ?? '') } });
  const deck = await make<FlashcardDeck>(learner, '/flashcards', { body: { studyMaterialId: pasted._id } });
  await make(learner, '/reviews', { body: { itemId: deck.cards[0]?._id, kind: 'card', rating: 'good' } });

  const response = await askFor(learner);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="Lectern [\d-]{10}\.zip"/);
  const files = await archiveOf(response);
  const json = (name: string): unknown => JSON.parse(files[name] ?? 'null');
  expect(json('manifest.json')).toMatchObject({ missing: [] });
  expect(json('profile.json')).toMatchObject({ _id: learner.userId, email: learner.email });
  expect(json('subscription.json')).toMatchObject({ subscriptionTier: 'free' });
  expect(json('folders.json')).toMatchObject([{ name: 'Nursing' }]);
  const names = Object.keys(files);
  expect(names.filter((name) => name.endsWith('/guide.md'))).toHaveLength(2);
  const picture = names.find((name) => name.endsWith('.webp')) ?? '';
  expect(picture).toMatch(/^study-guides\/.+\/pictures\/1-slide-1\.webp$/);
  expect(files[picture.replace(/pictures.*/, 'guide.md')]).toContain('](pictures/1-slide-1.webp)');
  expect(names.filter((name) => name.startsWith('quizzes/'))).toHaveLength(3);
  expect(json(names.find((name) => name.endsWith('(attempts).json')) ?? '')).toMatchObject([{ totalQuestions: quiz.questions.length }]);
  expect(json(names.find((name) => /^flashcards\/.*\.json$/.test(name)) ?? '')).toMatchObject({ _id: deck._id });
  expect(json('reviews.json')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ itemId: deck.cards[0]?._id, reviews: [expect.objectContaining({ rating: 'good' })] }),
    ]),
  );
  // The header, the answers to the quiz, the review of the card, and the end of the last line.
  expect(files['reviews.csv']?.split('\r\n')).toHaveLength(quiz.questions.length + 3);
  expect(files['index.html']).toContain('guide.md');
  for (const [name, text] of Object.entries(files)) expect(text, name).not.toMatch(/passwordHash|secretHash|\$argon2|"hash":|signature=/);

  const again = await askFor(learner);
  expect(again.status).toBe(429);
  expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(3_000);
  const others = await archiveOf(await askFor(other));
  expect(Object.keys(others).filter((name) => name.includes('/'))).toEqual([]);
  expect(JSON.stringify(others)).not.toContain(learner.userId);
});
