import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { get, type ClientRequest } from 'node:http';
import { join } from 'node:path';
import { calls, cardPictureBounds, mostRestored, sizes, type Call, type CallId, type ExistingCards } from '@lectern/contracts';
import { casesOfThisRun } from '@lectern/test-servers';
import { expect, test } from '@playwright/test';
import {
  asPremium,
  call,
  fileForm,
  makePremium,
  newLearner,
  password,
  textForm,
  untilStudyKnowsPremium,
  type Learner,
} from '../../support/api.ts';
import { withPicture } from '../../support/ankiPictures.ts';
import { withReviews } from '../../support/ankiReviews.ts';
import { createEventLoops, type LongestHold } from '../../support/eventLoops.ts';
import { largestInput } from '../../support/largestInput.ts';
import { lecture } from '../../support/lecture.ts';
import { pdfOf } from '../../support/pdfOf.ts';
import { deckOf, noisePng, pngOf } from '../../support/pictureDeck.ts';
import { startSite, type RunningSite } from '../../support/site.ts';

/** The longest time that an event loop may be blocked on a quiet machine, in milliseconds. */
const mostMs = 50;
/** Duration of `fixedWorkMs` on a quiet machine, in milliseconds. */
const usualWorkMs = 10;
/** Garbage collection may fall into a call, so the best of these tries counts. */
const mostTries = 3;

/**
 * Measures the wall time of a fixed piece of work, in milliseconds. It shows how slow and busy this machine currently is. On a busy
 * machine, more requests arrive between two turns of an event loop.
 */
const fixedWorkMs = (): number => {
  const begun = performance.now();
  let sum = 0;
  for (let index = 0; index < 20_000_000; index += 1) sum += index & 7;
  return sum > 0 ? performance.now() - begun : 0;
};
const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

const parts = ['auth', 'library', 'study', 'billing', 'gateway'] as const;
const dayMs = 86_400_000;
const guidesOfAnExam = 20;
const copies = 12;
const exams = 20;
const side = 'Ж'.repeat(sizes.cardSide - 10);
const cardsOf = (front: string) => Array.from({ length: sizes.cards }, (_, index) => ({ front: `${front} ${index} ${side}`, back: side }));
/** A deck of 45 MB. */
const largeFile = deckOf(
  Array.from({ length: 20 }, (_, index) => ({ title: `Slide ${index}`, picture: 'Noise', file: noisePng(1_500, 1_500) })),
);
const text = `${lecture}\n\n${Array.from({ length: 9_000 }, (_, index) => `Paragraph ${index}: the heart moves blood, and its ${index} valves let it flow in one direction only.`).join('\n\n')}`;
const markdown =
  '# Das Herz\n\n- **Ventrikel** sind *Pumpen*; sieh [Bild 3](#slide-3).\n\n> Zitat – `Wort`\n\n| a | b |\n| - | - |\n| ж | c |\n\n'
    .repeat(20_000)
    .slice(0, sizes.markdown);

interface Input {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  form?: FormData;
  token?: string;
}

let site: RunningSite;
let learner: Learner;
const loops = createEventLoops();

test.beforeAll(async () => {
  site = await startSite({ environment: { RATE_LIMITS: 'off', ...loops.environment } });
  learner = await newLearner(site);
  await makePremium(learner, site);
  await untilStudyKnowsPremium(learner, site);
});
test.afterAll(() => site.stop());

const pidOf = (part: string): number =>
  (JSON.parse(readFileSync(join(site.dataFolder, 'pids.json'), 'utf8')) as Record<string, number>)[part] ?? 0;

const made = async (method: string, path: string, options: Parameters<typeof call>[2] = {}) => {
  const { status, body } = await asPremium(() => call(method, path, { token: learner.token, ...options }, site.api));
  expect([200, 201], `${method} ${path}: ${JSON.stringify(body)?.slice(0, 300)}`).toContain(status);
  return body;
};
const idOf = async (...request: Parameters<typeof made>): Promise<string> => (await made(...request))._id as string;
const importForm = (bytes: Uint8Array<ArrayBuffer>, existing: ExistingCards = 'copy'): FormData => {
  const form = new FormData();
  form.set('file', new Blob([bytes]), 'deck.apkg');
  form.set('existing', existing);
  return form;
};
const tableOf = (back: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(Array.from({ length: 10_000 }, (_, index) => `Front ${index}\t${back} ${index}`).join('\n'));
/** "сердце" in Windows-1251, whose encoding is detected. */
const russianTable = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    Array.from({ length: 10_000 }, (_, index) => [0xf1, 0xe5, 0xf0, 0xe4, 0xf6, 0xe5, ...Buffer.from(` ${index}\theart\n`)]).flat(),
  );
/** Returns the URL of a picture on an imported card. */
const cardPicture = async () => {
  const own = await idOf('POST', '/flashcards/own', { body: { title: 'Bones', cards: [{ front: 'a', back: 'b' }] } });
  const apkg = await withPicture(await bytesOf(`/flashcards/${own}/export?format=apkg`), noisePng(1_200, 900));
  const { decks } = await made('POST', '/flashcards/import', { form: importForm(apkg) });
  const { cards } = await made('GET', `/flashcards/${decks[0]._id as string}`);
  const { pathname, searchParams } = new URL(cards[0].pictures[0].url as string);
  const [, , id = '', , pictureId = ''] = pathname.split('/');
  return { path: { id, pictureId }, query: Object.fromEntries(searchParams) };
};
/** Adds a picture to a deck. Returns as many mentions of it as a card may have. */
const picturesFor = async (deck: string) => {
  const form = fileForm(new Uint8Array(noisePng(80, 80)), 'noise.png', 'image/png');
  const { id } = (await made('POST', `/flashcards/${deck}/pictures`, { form })) as { id: string };
  return Array.from({ length: cardPictureBounds.perCard }, () => ({ id, side: 'back', alt: 'Ж'.repeat(cardPictureBounds.alt) }));
};
const bytesOf = async (path: string): Promise<Uint8Array<ArrayBuffer>> => {
  const response = await fetch(`${site.api}${path}`, { headers: { 'x-auth-token': learner.token } });
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
};

const largeGuide = async (): Promise<string> => {
  const id = await idOf('POST', '/study-materials/unified', { form: textForm(text.slice(0, sizes.pastedText)) });
  await made('PUT', `/study-materials/${id}`, { body: { content: markdown } });
  return id;
};
/** Creates a guide of a PDF with many pages, and waits for these. */
const pagedGuide = async (): Promise<string> => {
  const lines = lecture.split('\n').flatMap((paragraph) => paragraph.match(/[^.]{1,90}(?:\.|\s)/g) ?? []);
  const bytes = pdfOf(
    Array.from({ length: 100 }, (_, index) => [`Page ${index}`, ...lines.slice(0, 20).map((line) => `${index} ${line}`)]),
  );
  const form = new FormData();
  form.append('documents', new File([new Uint8Array(bytes)], 'heart.pdf'));
  const id = await idOf('POST', '/study-materials/unified', { form });
  await expect.poll(async () => ((await made('GET', `/study-materials/${id}/pages`)) as unknown[]).length, { timeout: 300_000 }).toBe(100);
  return id;
};
/** Creates a deck of maximum size from a guide. */
const largeDeck = async (guide: string): Promise<string> => {
  const id = await idOf('POST', '/flashcards', { body: { studyMaterialId: guide } });
  await made('PUT', `/flashcards/${id}`, { body: { cards: cardsOf('Front') } });
  return id;
};
const largeQuestion = (number: number) =>
  largestInput(calls.addQuestion.body, {
    question: `${number} ${'Ж'.repeat(sizes.question - 10)}`,
    options: Array.from({ length: 6 }, (_, index) => ({ text: `${index} `.padEnd(sizes.option, 'Ж'), isCorrect: index === 0 })),
  });
const largeQuiz = async (guide: string) => {
  // The text yields eight questions, so three remain for regeneration.
  const id = await idOf('POST', '/quizzes/generate', { body: { studyMaterialId: guide, questionCount: 5 } });
  for (let count = 0; count < 60; count += 1) await made('POST', `/quizzes/${id}/questions`, { body: largeQuestion(count) });
  return made('GET', `/quizzes/${id}`);
};

/** Fills the learner's account up to the limits, or as far as the time allows. */
const fill = async () => {
  const guides: string[] = [];
  for (let index = 0; index < guidesOfAnExam; index += 1)
    guides.push(await idOf('POST', '/study-materials/unified', { form: textForm(`${index} ${lecture}`) }));
  const [small = ''] = guides;
  const slides = Array.from({ length: 40 }, (_, index) => ({
    title: `Slide ${index}`,
    picture: `A heart ${index}`,
    file: pngOf(400, 300 + index),
  }));
  const pictured = await idOf('POST', '/study-materials/unified', { form: fileForm(deckOf(slides)) });
  const [picture] = (await made('GET', `/study-materials/${pictured}/pictures`)) as { id: string; url: string }[];
  const paged = await pagedGuide();
  const guide = await largeGuide();
  const marks = await made('PUT', `/study-materials/${guide}/marks`, {
    body: largestInput(calls.updateMarks.body, { _id: undefined, note: side }),
  });
  const folder = await idOf('POST', '/folders', { body: { name: 'Heart' } });
  await made('POST', `/folders/${folder}/materials`, { body: { studyMaterialIds: [...guides, guide, pictured] } });
  const quiz = await largeQuiz(small);
  const questions = quiz.questions as { _id: string; options: { text: string; isCorrect: boolean }[] }[];
  const wrong = questions.map(({ options }) => options.find(({ isCorrect }) => !isCorrect)?.text ?? '');
  for (let count = 0; count < 20; count += 1) await made('POST', `/quizzes/${quiz._id}/submit`, { body: { answers: wrong } });
  const [attempt] = (await made('GET', `/quizzes/${quiz._id}/attempts`)) as { _id: string }[];
  const deck = await largeDeck(small);
  let cardDeck = '';
  for (let count = 0; count < copies; count += 1) cardDeck = await idOf('POST', `/flashcards/${deck}/copy`);
  const { cards } = (await made('GET', `/flashcards/${cardDeck}`)) as { cards: { _id: string }[] };
  const apkg = await withReviews(await bytesOf(`/flashcards/${deck}/export?format=apkg`), 180);
  await made('POST', '/flashcards/import', { form: importForm(apkg) });
  for (let count = 0; count < exams; count += 1) await made('POST', '/exams', { body: newExam(guides, count) });
  const exam = await idOf('PUT', `/exams/${(await made('GET', '/exams'))[0]._id as string}`, { body: { name: 'Anatomy' } });
  return {
    ...{ guides, small, pictured, paged, guide, folder, deck, cardDeck, exam, apkg },
    pictureUrl: new URL(picture?.url ?? ''),
    mark: (marks as { _id: string }[])[0]?._id ?? '',
    quiz: quiz._id as string,
    // A question that the learner wrote, with six options.
    question: questions.at(-1)?._id ?? '',
    attempt: attempt?._id ?? '',
    card: cards[0]?._id ?? '',
  };
};
type World = Awaited<ReturnType<typeof fill>>;

const newExam = (studyMaterialIds: readonly string[], number: number) => ({
  name: `Exam ${number}`,
  date: new Date(Date.now() + (200 + number) * dayMs).toISOString().slice(0, 10),
  studyMaterialIds,
});

/** The resource that `:id` refers to, by the first segment of the path. */
const things: Record<string, keyof World> = {
  'study-materials': 'guide',
  folders: 'folder',
  quizzes: 'quiz',
  flashcards: 'deck',
  exams: 'exam',
};
/** Values of fields that need a real id or a certain format. `undefined` omits a field. */
const knownFields = ({ small, card }: World): Record<string, unknown> => ({
  ...{ studyMaterialId: small, studyMaterialIds: undefined, itemId: card, kind: 'card', rating: 'good', answeredAt: undefined },
  ...{
    email: `${randomUUID()}@students.example`,
    timeZone: 'Europe/Berlin',
    date: '2099-01-01',
    endsAt: '2099-01-01T00:00:00.000Z',
    due: undefined,
    revision: undefined,
    _id: undefined,
  },
  ...{ limit: '100', after: undefined, deckId: undefined, examId: undefined, slide: undefined, paragraph: '1', columns: undefined },
  ...{ version: undefined, questionIds: undefined, questionCount: 20, cardCount: 30 },
  ...{ currentPassword: password },
});

/** Makes the link of a thing. @returns its secret */
const secretOf = async (thing: string): Promise<string> => {
  const { url } = (await made('POST', `/${thing}/share`, { body: {} })) as { url: string };
  return url.split('/').at(-1) ?? '';
};
const bySecret =
  (thing: (world: World) => string) =>
  async (all: World): Promise<Input[]> => [{ path: { secret: await secretOf(thing(all)) } }];
const shared =
  (thing: (world: World) => string) =>
  async (all: World): Promise<Input[]> => {
    await secretOf(thing(all));
    return [{}];
  };
const [sharedGuide, sharedFolder, sharedQuiz, sharedDeck] = [
  ({ guide }: World) => `study-materials/${guide}`,
  ({ folder }: World) => `folders/${folder}`,
  ({ quiz }: World) => `quizzes/${quiz}`,
  ({ deck }: World) => `flashcards/${deck}`,
];
const sharedInputs: Partial<Record<CallId, (world: World) => Promise<Input[]>>> = {
  getGuideShare: shared(sharedGuide),
  getFolderShare: shared(sharedFolder),
  getQuizShare: shared(sharedQuiz),
  getDeckShare: shared(sharedDeck),
  deleteGuideShare: shared(sharedGuide),
  deleteFolderShare: shared(sharedFolder),
  deleteQuizShare: shared(sharedQuiz),
  deleteDeckShare: shared(sharedDeck),
  showSharedGuide: bySecret(sharedGuide),
  showSharedFolder: bySecret(sharedFolder),
  showSharedFolderGuide: async (all) => [{ path: { secret: await secretOf(sharedFolder(all)), materialId: all.guide } }],
  showSharedQuiz: bySecret(sharedQuiz),
  showSharedDeck: bySecret(sharedDeck),
  // Of a guide with 100 pages.
  copySharedGuide: bySecret(({ paged }) => `study-materials/${paged}`),
  copySharedFolder: bySecret(sharedFolder),
  copySharedQuiz: bySecret(sharedQuiz),
  copySharedDeck: bySecret(sharedDeck),
  reportShared: async () => [{ body: { kind: 'deck', secret: 'a'.repeat(64), reason: 'Ж'.repeat(sizes.reportComment) } }],
};

/** Inputs that the schema does not describe: files, every export format, and resources that are recreated because the call deletes them. */
const inputs: Partial<Record<CallId, (world: World) => Promise<Input[]> | Input[]>> = {
  login: () => [{ body: { email: learner.email, password } }],
  logout: async () => [{ token: (await newLearner(site)).token }],
  updatePassword: async () => [
    { token: (await newLearner(site)).token, body: { currentPassword: password, newPassword: 'x'.repeat(sizes.password) } },
  ],
  exportAccount: () => [{}],
  getGuideProgress: () => [{ path: { key: randomUUID() } }],
  getQuizProgress: () => [{ path: { key: randomUUID() } }],
  getDeckProgress: () => [{ path: { key: randomUUID() } }],
  createStudyMaterial: () => [{ form: textForm(text.slice(0, sizes.pastedText)) }, { form: fileForm(largeFile) }],
  showPicture: ({ pictureUrl }) => [
    {
      path: { id: pictureUrl.pathname.split('/')[2] ?? '', pictureId: pictureUrl.pathname.split('/').at(-1) ?? '' },
      query: Object.fromEntries(pictureUrl.searchParams),
    },
  ],
  addCardPicture: ({ deck }) => [{ path: { id: deck }, form: fileForm(new Uint8Array(noisePng(3_000, 3_000)), 'noise.png', 'image/png') }],
  showCardPicture: async () => [await cardPicture()],
  listPages: ({ paged }) => [{ path: { id: paged } }],
  showPage: async ({ paged }) => {
    const [page] = (await made('GET', `/study-materials/${paged}/pages`)) as { id: string; url: string }[];
    return [{ path: { id: paged, pageId: page?.id ?? '' }, query: Object.fromEntries(new URL(page?.url ?? '').searchParams) }];
  },
  ...sharedInputs,
  exportStudyMaterial: ({ guide, pictured }) => [
    ...['md', 'html'].map((format) => ({ path: { id: guide }, query: { format } })),
    { path: { id: pictured }, query: { format: 'html' } },
  ],
  updateStudyMaterial: () => [{ body: { title: 'Heart', content: `${markdown.slice(1_000)}${randomUUID()}` } }, { body: { version: 0 } }],
  restoreLines: async () => {
    const links = Array.from({ length: mostRestored }, (_, index) => `https://lectern.example/${index}`).join('\n\n');
    const id = await idOf('POST', '/study-materials/unified', {
      form: textForm(`${links}\n\n${text.slice(0, sizes.pastedText - links.length - 2)}`),
    });
    return [{ path: { id }, body: { lines: Array.from({ length: mostRestored }, (_, index) => index), of: mostRestored } }];
  },
  updateMarks: () => [{ body: largestInput(calls.updateMarks.body, { _id: undefined }) }],
  updateMark: () => [{ body: { quote: side, before: 'Ж'.repeat(200), after: 'Ж'.repeat(200), colour: 'pink', note: side } }],
  updateSuggestions: () => [{ body: { skipped: Array.from({ length: 100 }, (_, index) => `${index}`.padEnd(64, 'a')) } }],
  askGuide: () => [{ body: { question: 'Which valves let the heart move blood in one direction? '.padEnd(sizes.askedQuestion, 'Ж') } }],
  deleteAskedQuestion: async ({ guide }) => [
    { path: { askId: await idOf('POST', `/study-materials/${guide}/ask`, { body: { question: 'Which valves?' } }) } },
  ],
  explainOption: () => [{ body: { option: '1 '.padEnd(sizes.option, 'Ж') } }],
  deleteMark: async () => [{ path: { markId: await someMark() } }],
  addToFolder: ({ guides }) => [{ body: { studyMaterialIds: guides } }],
  removeFromFolder: async ({ folder, small }) => {
    await made('POST', `/folders/${folder}/materials`, { body: { materialId: small } });
    return [{}];
  },
  submitQuiz: async ({ quiz }) => {
    const { questions } = (await made('GET', `/quizzes/${quiz}`)) as { questions: { options: { text: string }[] }[] };
    return [{ body: { answers: questions.map(({ options }) => options.at(-1)?.text ?? '') } }];
  },
  readReviewCalendar: async () => {
    const { url } = (await made('POST', '/reviews/calendar')) as { url: string };
    return [{ path: { file: url.split('/').at(-1) ?? '' } }];
  },
  askDifferently: async ({ small }) => {
    const deck = await made('POST', '/flashcards', { body: { studyMaterialId: small, cardCount: 5 } });
    return [{ path: { id: deck._id as string, cardId: deck.cards[0]._id as string } }];
  },
  deleteCard: async ({ deck }) => [{ path: { id: deck, cardId: (await made('GET', `/flashcards/${deck}`)).cards[0]._id as string } }],
  restoreCard: async ({ deck }) => {
    const cardId = (await made('GET', `/flashcards/${deck}`)).cards[0]._id as string;
    await made('DELETE', `/flashcards/${deck}/cards/${cardId}?reason=dropped`);
    return [{ path: { id: deck, cardId } }];
  },
  restoreQuestion: async ({ quiz }) => {
    const questionId = (await made('GET', `/quizzes/${quiz}`)).questions[0]._id as string;
    await made('DELETE', `/quizzes/${quiz}/questions/${questionId}?reason=dropped`);
    return [{ path: { id: quiz, questionId } }];
  },
  createOwnQuiz: ({ small }) => [{ body: { title: 'Own', studyMaterialId: small, question: largeQuestion(102) } }],
  generateQuiz: ({ guide, guides }) => [{ body: { studyMaterialId: guide } }, { body: { studyMaterialIds: guides, questionCount: 20 } }],
  createDeck: ({ guide, guides }) => [{ body: { studyMaterialId: guide } }, { body: { studyMaterialIds: guides, cardCount: 30 } }],
  regenerateQuiz: async ({ small }) => [{ path: { id: (await largeQuiz(small))._id as string }, body: {} }],
  addQuestion: () => [{ body: largeQuestion(100) }],
  updateQuestion: () => [{ body: largeQuestion(101) }],
  exportQuiz: () => ['gift', 'qti', 'csv'].map((format) => ({ query: { format } })),
  importDecks: ({ apkg }) => [
    { form: importForm(apkg) },
    { form: importForm(tableOf('Back')) },
    // These search for their cards in all decks, and update the cards of the imports before them.
    { form: importForm(apkg, 'update') },
    { form: importForm(tableOf('Other'), 'update') },
    { form: importForm(russianTable()) },
  ],
  previewDeckImport: ({ apkg }) => [{ form: importForm(apkg) }, { form: importForm(tableOf('Back')) }],
  updateDeck: async ({ deck }) => {
    const pictures = await picturesFor(deck);
    return [
      { body: { title: 'Other', cards: cardsOf('Other') } },
      { body: { cards: cardsOf('Shown').map((card) => ({ ...card, pictures })) } },
    ];
  },
  updateCard: () => [{ body: { front: side, back: side } }],
  exportDeck: () => ['apkg', 'csv', 'txt'].map((format) => ({ query: { format } })),
  generateCards: async ({ small }) => [
    { path: { id: await idOf('POST', '/flashcards', { body: { studyMaterialId: small, cardCount: 5 } }) }, body: {} },
  ],
  addCard: async () => [
    {
      path: { id: await idOf('POST', '/flashcards/own', { body: { title: 'Own', cards: cardsOf('Own').slice(1) } }) },
      body: { front: side, back: side },
    },
  ],
  deleteReview: async ({ deck }) => [{ path: { id: await someReview(deck) } }],
  createExam: async ({ guides }) => {
    const all = (await made('GET', '/exams')) as { _id: string }[];
    await made('DELETE', `/exams/${all.find(({ _id }) => _id !== world.exam)?._id ?? ''}`);
    return [{ body: newExam(guides, exams) }];
  },
  updateExam: ({ guides }) => [{ body: newExam(guides, exams + 1) }],
  deleteStudyMaterials: async () => [{ body: { ids: [await largeGuide()] } }],
  deleteStudyMaterial: async () => [{ path: { id: await largeGuide() } }],
  renameFolder: async ({ guides }) => {
    const id = await idOf('POST', '/folders', { body: { name: 'To rename' } });
    await made('POST', `/folders/${id}/materials`, { body: { studyMaterialIds: guides } });
    return [{ path: { id }, body: { name: 'Renamed' } }];
  },
  deleteFolder: async ({ guides }) => {
    const id = await idOf('POST', '/folders', { body: { name: 'To go' } });
    await made('POST', `/folders/${id}/materials`, { body: { studyMaterialIds: guides } });
    return [{ path: { id } }];
  },
  deleteQuizzes: async ({ quiz }) => [{ body: { ids: [await idOf('POST', `/quizzes/${quiz}/copy`)] } }],
  deleteQuiz: async ({ quiz }) => [{ path: { id: await idOf('POST', `/quizzes/${quiz}/copy`) } }],
  deleteDecks: async ({ deck }) => [
    { body: { ids: [await idOf('POST', `/flashcards/${deck}/copy`), await idOf('POST', `/flashcards/${deck}/copy`)] } },
  ],
  deleteDeck: async ({ deck }) => [{ path: { id: await idOf('POST', `/flashcards/${deck}/copy`) } }],
};
const someMark = async (): Promise<string> => {
  const marks = (await made('GET', `/study-materials/${world.guide}/marks`)) as { _id: string }[];
  return marks.at(-1)?._id ?? '';
};
const someReview = async (deck: string): Promise<string> => {
  const { cards } = (await made('GET', `/flashcards/${deck}`)) as { cards: { _id: string }[] };
  return idOf('POST', '/reviews', { body: { itemId: cards.at(-1)?._id, kind: 'card', rating: 'good' } });
};

/** Expected failures: this test has no secrets from mailed links, and its learner is already premium. */
const otherStatuses: Partial<Record<CallId, number>> = {
  verifyEmail: 400,
  verifyRegistration: 400,
  resetPassword: 400,
  unsubscribeFromReminders: 404,
  stripeWebhook: 400,
  createSubscription: 409,
  // No language model is configured here.
  rewriteStudyMaterial: 409,
  getGuideProgress: 404,
  getQuizProgress: 404,
  getDeckProgress: 404,
};
/** Calls that delete the learner's data run last. */
const isLast = ({ id, method }: Call): number => (id === 'deleteAccount' ? 2 : method === 'DELETE' || id.startsWith('delete') ? 1 : 0);

let world: World;

const addressOf = (definition: Call, { path = {}, query = {} }: Input): string => {
  const [first = ''] = definition.path.split('/').slice(1);
  const values: Record<string, string | undefined> = {
    id: definition.path.includes(':cardId') ? world.cardDeck : first === 'reviews' ? undefined : String(world[things[first] ?? 'guide']),
    ...{ markId: world.mark, questionId: world.question, attemptId: world.attempt, cardId: world.card, itemId: world.card, kind: 'card' },
    ...{ materialId: world.small, secret: 'x', token: 'x'.repeat(43) },
    ...path,
  };
  const address = definition.path.replace(/:([A-Za-z]+)/g, (_whole, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${definition.id}: what is :${name}?`);
    return value;
  });
  const search = new URLSearchParams(query).toString();
  return search ? `${address}?${search}` : address;
};

const inputsOf = async (definition: Call): Promise<Input[]> => {
  const own = await inputs[definition.id as CallId]?.(world);
  if (own) return own;
  if (definition.encoding !== undefined && definition.encoding !== 'raw') throw new Error(`${definition.id}: which file?`);
  const known = knownFields(world);
  return [
    {
      ...(definition.body && { body: largestInput(definition.body, known) }),
      ...(definition.query && { query: largestInput(definition.query, known) as Record<string, string> }),
    },
  ];
};

/** Calls that did not get the expected answer, so that they measured nothing. */
const wrongAnswers: string[] = [];

const send = async (definition: Call, input: Input): Promise<void> => {
  const response = await fetch(`${site.api}${addressOf(definition, input)}`, {
    method: definition.method,
    headers: {
      ...(definition.access === 'learner' && { 'x-auth-token': input.token ?? learner.token }),
      ...(input.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(input.form ? { body: input.form } : input.body !== undefined ? { body: JSON.stringify(input.body) } : {}),
  });
  const bytes = await response.arrayBuffer();
  const expected = otherStatuses[definition.id as CallId] ?? definition.status;
  const answer = `${definition.id}: ${response.status} ${new TextDecoder().decode(bytes.slice(0, 300))}`;
  // On a busy machine, the largest input may exceed its time limit. All of that time was measured.
  const isTooSlow = response.status === 504 || answer.includes('This file takes too long');
  if (response.status !== expected && !isTooSlow) wrongAnswers.push(answer);
};

/** Wall time, or the thread's CPU time if other processes kept the machine busy. */
const heldMs = ({ delayMs, workMs }: LongestHold): number => Math.min(delayMs, workMs);

interface Measured {
  part: string;
  hold: LongestHold;
}

/** Returns the part whose event loop was blocked longest while `work` ran. */
const measure = async (work: () => Promise<unknown>): Promise<Measured> => {
  const readAll = () => Promise.all(parts.map(async (part) => ({ part, hold: await loops.read(pidOf(part)) })));
  await readAll();
  await work();
  return (await readAll()).reduce((most, each) => (heldMs(each.hold) > heldMs(most.hold) ? each : most));
};

/** Returns the limit in milliseconds, scaled to this machine. */
const allowedMs = (): number => mostMs * Math.max(1, median([fixedWorkMs(), fixedWorkMs(), fixedWorkMs()]) / usualWorkMs);

/** Texts that Markdown renderers process in quadratic time. */
const slowToRender: Record<string, string> = {
  'quotes in quotes': '>'.repeat(50_000),
  'emphasis that never ends': `a**b${'c* '.repeat(20_000)}`,
  'strokes that never end': '~a ~~b'.repeat(10_000),
  'notes without a text': '[^a]'.repeat(20_000),
};

test('guides that take long to render or to search hold nobody up', async () => {
  const id = await idOf('POST', '/study-materials/unified', { form: textForm(lecture) });
  for (const [what, content] of Object.entries(slowToRender)) {
    await made('PUT', `/study-materials/${id}`, { body: { content } });
    const { hold } = await measure(async () => {
      expect((await bytesOf(`/study-materials/${id}/export?format=html`)).byteLength, what).toBeGreaterThan(content.length);
    });
    expect(heldMs(hold), what).toBeLessThan(allowedMs());
  }
  await made('PUT', `/study-materials/${id}`, { body: { content: 'a'.repeat(sizes.markdown) } });
  const nearly = 'a'.repeat(sizes.markQuote / 2 - 1);
  const marks = Array.from({ length: 60 }, () => ({ quote: `${nearly}b${nearly}`, before: '', after: '', colour: 'pink' }));
  const { hold } = await measure(async () => {
    const shown = (await made('PUT', `/study-materials/${id}/marks`, { body: marks })) as { isLost: boolean }[];
    expect(shown.filter(({ isLost }) => isLost)).toHaveLength(marks.length);
  });
  expect(heldMs(hold)).toBeLessThan(allowedMs());
});

test('pages with pictures that nobody reads stay out of memory', async () => {
  const slides = Array.from({ length: 20 }, (_, index) => ({ title: `Slide ${index}`, picture: 'Noise', file: noisePng(1_200, 900) }));
  const id = await idOf('POST', '/study-materials/unified', { form: fileForm(deckOf(slides)) });
  const { port, hostname } = new URL(site.api);
  const page = (await bytesOf(`/study-materials/${id}/export?format=html`)).byteLength;
  const memory = async (): Promise<number> => {
    const holds = await Promise.all((['library', 'gateway'] as const).map((part) => loops.read(pidOf(part))));
    return holds.reduce((sum, { rss }) => sum + rss, 0);
  };
  const before = await memory();
  const requests = await Promise.all(
    Array.from(
      { length: 32 },
      () =>
        new Promise<ClientRequest>((resolve, reject) => {
          const path = `/study-materials/${id}/export?format=html`;
          const request = get({ hostname, port, path, headers: { 'x-auth-token': learner.token }, agent: false }, (response) => {
            response.pause();
            resolve(request);
          });
          request.on('error', reject);
        }),
    ),
  );
  const grown = (await memory()) - before;
  for (const request of requests) request.on('error', () => undefined).destroy();
  console.log(`note: 32 unread pages of ${Math.round(page / 1e6)} MB took ${Math.round(grown / 1e6)} MB`);
  // They are streamed: built in memory, each would take its full size.
  expect(page).toBeGreaterThan(8_000_000);
  expect(grown).toBeLessThan(200_000_000);
});

test('no call holds an event loop, whatever a learner has', async () => {
  // All calls take three minutes alone, and more than ten together with the other specs on two slow CPUs.
  test.setTimeout(1_800_000);
  const works = [fixedWorkMs(), fixedWorkMs(), fixedWorkMs()];
  world = await fill();
  const tried = casesOfThisRun(Object.values<Call>(calls), 3).toSorted((a, b) => isLast(a) - isLast(b));
  const tooLong: string[] = [];
  const table: string[] = [];
  for (const definition of tried) {
    for (let variant = 0, variants = 1; variant < variants; variant += 1) {
      let best: Measured | undefined;
      works.push(fixedWorkMs());
      const allowed = mostMs * Math.max(1, median(works) / usualWorkMs);
      // An account can be deleted only once, and exported once an hour.
      const tries = definition.id === 'deleteAccount' || definition.id === 'exportAccount' ? 1 : mostTries;
      for (let count = 0; count < tries && (!best || heldMs(best.hold) > allowed); count += 1) {
        const all = await inputsOf(definition);
        variants = all.length;
        const measured = await measure(() => send(definition, all[variant] ?? {}));
        if (!best || heldMs(measured.hold) < heldMs(best.hold)) best = measured;
      }
      if (!best) continue;
      const name = variants > 1 ? `${definition.id} ${variant + 1}` : definition.id;
      const { part, hold } = best;
      table.push(
        `${name.padEnd(28)} ${part.padEnd(8)} ${heldMs(hold).toFixed(0).padStart(4)} ms (by the clock ${hold.delayMs.toFixed(0)}) ${Math.round(hold.rss / 1e6)} MB`,
      );
      if (heldMs(hold) > allowed) tooLong.push(`${name}: ${part} for ${heldMs(hold).toFixed(0)} of ${allowed.toFixed(0)} ms`);
    }
  }
  console.log(`note: the fixed work took ${median(works).toFixed(1)} ms\n${table.join('\n')}`);
  expect([...wrongAnswers, ...tooLong]).toEqual([]);
});
