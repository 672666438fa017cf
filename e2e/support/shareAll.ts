import { expect } from '@playwright/test';
import { call, fileForm, type Learner } from './api.ts';
import { lecture } from './lecture.ts';
import { pdfOf } from './pdfOf.ts';
import { deckOf, pngOf } from './pictureDeck.ts';

/** The first segment of the paths of each kind of shared thing. */
export const kinds = { guide: 'study-materials', folder: 'folders', quiz: 'quizzes', deck: 'flashcards' } as const;
export type Kind = keyof typeof kinds;
export const allKinds = Object.keys(kinds) as Kind[];

/** Creates a guide with a picture and pages, a folder with it, a quiz, and a deck with a picture, and shares each. */
export const shareAll = async ({ token }: Learner, request: object = {}) => {
  const made = async (path: string, options: object) => {
    const { status, body } = await call('POST', path, { token, ...options });
    expect([200, 201], JSON.stringify(body)).toContain(status);
    return body as { _id: string; id: string; url: string };
  };
  const slides = lecture.split('\n').filter((line) => line.length > 40);
  const form = fileForm(
    deckOf(slides.map((text, index) => ({ title: `Slide ${index + 1}`, text, picture: 'A heart', file: pngOf(400, 300) }))),
  );
  const pages = pdfOf([['The heart', 'The heart has four chambers that pump blood through the body.']]);
  form.append('documents', new File([new Uint8Array(pages)], 'heart.pdf'));
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
  const picture = await made(`/flashcards/${ids.deck}/pictures`, {
    form: fileForm(new Uint8Array(pngOf(120, 90)), 'heart.png', 'image/png'),
  });
  const pictured = { ...cards[0], pictures: [{ id: picture.id, side: 'back', alt: 'An artery' }] };
  const edited = await call('PUT', `/flashcards/${ids.deck}`, { token, body: { cards: [pictured, cards[1]] } });
  expect(edited.status, JSON.stringify(edited.body)).toBe(200);
  const urls: Record<Kind, string> = { guide: '', folder: '', quiz: '', deck: '' };
  for (const kind of allKinds) urls[kind] = (await made(`/${kinds[kind]}/${ids[kind]}/share`, { body: request })).url;
  return { ids, urls };
};
export const secretIn = (url: string): string => url.split('/').at(-1) ?? '';
/** Reads a link without an account. */
export const readLink = (kind: Kind, url: string) => call('GET', `/${kinds[kind]}/shared/${secretIn(url)}`);
