import { expect, test } from '@playwright/test';
import { calls, type Call, type CallId } from '@lectern/contracts';
import { call, fileForm, makePremium, newLearner, textForm, type Answer, type Learner } from '../../support/api.ts';
import { lecture } from '../../support/lecture.ts';
import { pngOf } from '../../support/pictureDeck.ts';

/** The ids of all of a learner's resources. */
interface Resources {
  guide: string;
  mark: string;
  asked: string;
  folder: string;
  quiz: string;
  question: string;
  /** A question that was answered wrong. */
  missed: string;
  attempt: string;
  deck: string;
  card: string;
  review: string;
  exam: string;
}

/** A well-formed id that nothing has. */
const nobodys = '01956499-7000-7000-8000-000000000000';
const ofNobody: Resources = {
  guide: nobodys,
  mark: nobodys,
  asked: nobodys,
  folder: nobodys,
  quiz: nobodys,
  question: nobodys,
  missed: nobodys,
  attempt: nobodys,
  deck: nobodys,
  card: nobodys,
  review: nobodys,
  exam: nobodys,
};

/** How a call uses another learner's ids. */
interface Attempt {
  path?: (foreign: Resources, own: Resources) => Record<string, string>;
  body?: (foreign: Resources, own: Resources) => unknown;
  query?: (foreign: Resources, own: Resources) => Record<string, string>;
  form?: () => FormData;
  /** The expected result: 404, an empty list, only the caller's own resources, or a failure for this id among several. */
  answer: 404 | 'empty' | 'own only' | 'failed';
}

const card = { front: 'Not yours?', back: 'Not mine.' };
const question = {
  question: 'Whose question is this one?',
  options: ['Of A', 'Of B', 'Of C', 'Of D'].map((text, index) => ({ text, isCorrect: index === 0 })),
  explanation: 'It was changed by somebody else.',
};
/** Half a year from now. */
const examDate = new Date(Date.now() + 180 * 86_400_000).toISOString().slice(0, 10);
const report = { reason: 'wrong', comment: 'Not mine.' };
const ofKey: Attempt = { path: () => ({ key: nobodys }), answer: 404 };
const ofGuide: Attempt = { path: ({ guide }) => ({ id: guide }), answer: 404 };
const ofMark: Attempt = { path: ({ guide, mark }) => ({ id: guide, markId: mark }), answer: 404 };
const ofFolder: Attempt = { path: ({ folder }) => ({ id: folder }), answer: 404 };
const ofQuiz: Attempt = { path: ({ quiz }) => ({ id: quiz }), answer: 404 };
const ofQuestion: Attempt = { path: (foreign) => ({ id: foreign.quiz, questionId: foreign.question }), answer: 404 };
const ofDeck: Attempt = { path: ({ deck }) => ({ id: deck }), answer: 404 };
const ofReviewedCard: Attempt = { path: (foreign) => ({ kind: 'card', itemId: foreign.card }), answer: 404 };
const ofMissedQuestion: Attempt = { path: (foreign) => ({ kind: 'question', itemId: foreign.missed }), answer: 404 };
/** An id is no secret of a link; the service-kit's own tests tamper with a valid one. */
const ofSecret = (id: keyof Resources): Attempt => ({ path: (foreign) => ({ secret: foreign[id] }), answer: 404 });
const ofExam: Attempt = { path: ({ exam }) => ({ id: exam }), answer: 404 };
const ofCard: Attempt = { path: (foreign) => ({ id: foreign.deck, cardId: foreign.card }), answer: 404 };

/** Every call that takes an id, with every way to pass one. `none`: the call takes no id of a resource. */
const attempts: Record<CallId, readonly Attempt[] | 'none'> = {
  register: 'none',
  login: 'none',
  logout: 'none',
  getUser: 'none',
  resendVerification: 'none',
  // Tokens in links are secrets, not ids; auth's own tests guess them.
  verifyEmail: 'none',
  verifyRegistration: 'none',
  resetPassword: 'none',
  forgotPassword: 'none',
  updateProfile: 'none',
  updatePassword: 'none',
  deleteAccount: 'none',
  exportAccount: 'none',
  createStudyMaterial: 'none',
  getGuideEngine: 'none',
  // Idempotency keys are secrets, not ids; the service-kit's tests use the key of another learner's call.
  getGuideProgress: [ofKey],
  getQuizProgress: [ofKey],
  getDeckProgress: [ofKey],
  listStudyMaterials: [{ query: ({ guide }) => ({ after: guide }), answer: 'own only' }],
  getStudyMaterial: [ofGuide],
  listPassages: [{ ...ofGuide, query: () => ({ paragraph: '1' }) }],
  listPictures: [ofGuide],
  // Its signature is a secret; pictures.spec and the library's own tests tamper with a valid one.
  showPicture: [
    {
      path: ({ guide }) => ({ id: guide, pictureId: `${'0'.repeat(32)}-1` }),
      query: () => ({ expires: '4102444800', signature: 'A'.repeat(43) }),
      answer: 404,
    },
  ],
  listPages: [ofGuide],
  showPage: [
    {
      path: ({ guide }) => ({ id: guide, pageId: '0'.repeat(64) }),
      query: () => ({ expires: '4102444800', signature: 'A'.repeat(43) }),
      answer: 404,
    },
  ],
  exportStudyMaterial: [{ ...ofGuide, query: () => ({ format: 'html' }) }],
  updateStudyMaterial: [
    { ...ofGuide, body: () => ({ title: 'Taken over' }) },
    { ...ofGuide, body: () => ({ version: 0 }) },
  ],
  rewriteStudyMaterial: [ofGuide],
  stopGuideGeneration: [ofGuide],
  stopQuizGeneration: [ofQuiz],
  stopDeckGeneration: [ofDeck],
  restoreLines: [{ ...ofGuide, body: () => ({ lines: [0] }) }],
  listSuggestions: [{ ...ofGuide, query: ({ guide }) => ({ after: guide }) }],
  updateSuggestions: [{ ...ofGuide, body: () => ({ skipped: ['a'] }) }],
  listVersions: [ofGuide],
  listMarks: [ofGuide],
  updateMarks: [{ ...ofGuide, body: () => [{ quote: 'transfusion', before: '', after: '', colour: 'pink' }] }],
  updateMark: [{ ...ofMark, body: () => ({ quote: 'transfusion', before: '', after: '', colour: 'pink' }) }],
  deleteMark: [ofMark, { path: (foreign, own) => ({ id: own.guide, markId: foreign.mark }), answer: 404 }],
  getReadingPlace: [ofGuide],
  updateReadingPlace: [{ ...ofGuide, body: () => ({ section: 'section-heart', part: 0.5, secondsAgo: 0 }) }],
  // The item's id is stored as given, and nothing is read with it.
  askGuide: [{ ...ofGuide, body: ({ card: itemId }) => ({ question: 'What does their guide say?', itemId }) }],
  listAskedQuestions: [ofGuide],
  deleteAskedQuestion: [
    { path: ({ guide, asked }) => ({ id: guide, askId: asked }), answer: 404 },
    { path: (foreign, own) => ({ id: own.guide, askId: foreign.asked }), answer: 404 },
  ],
  createGuideShare: [{ ...ofGuide, body: () => ({}) }],
  getGuideShare: [ofGuide],
  deleteGuideShare: [ofGuide],
  showSharedGuide: [ofSecret('guide')],
  copySharedGuide: [ofSecret('guide')],
  createFolderShare: [{ ...ofFolder, body: () => ({}) }],
  getFolderShare: [ofFolder],
  deleteFolderShare: [ofFolder],
  showSharedFolder: [ofSecret('folder')],
  showSharedFolderGuide: [{ path: ({ folder, guide }) => ({ secret: folder, materialId: guide }), answer: 404 }],
  copySharedFolder: [ofSecret('folder')],
  createQuizShare: [{ ...ofQuiz, body: () => ({}) }],
  getQuizShare: [ofQuiz],
  deleteQuizShare: [ofQuiz],
  showSharedQuiz: [ofSecret('quiz')],
  copySharedQuiz: [ofSecret('quiz')],
  createDeckShare: [{ ...ofDeck, body: () => ({}) }],
  getDeckShare: [ofDeck],
  deleteDeckShare: [ofDeck],
  showSharedDeck: [ofSecret('deck')],
  copySharedDeck: [ofSecret('deck')],
  // A report names a page by its secret, and reads nothing.
  reportShared: 'none',
  deleteStudyMaterials: [{ body: ({ guide }) => ({ ids: [guide] }), answer: 'failed' }],
  deleteStudyMaterial: [ofGuide],
  listFolders: [{ query: ({ folder }) => ({ after: folder }), answer: 'own only' }],
  createFolder: 'none',
  getFolder: [ofFolder],
  renameFolder: [{ ...ofFolder, body: () => ({ name: 'Taken over' }) }],
  deleteFolder: [ofFolder],
  addToFolder: [
    { ...ofFolder, body: (_foreign, own) => ({ materialId: own.guide }) },
    { path: (_foreign, own) => ({ id: own.folder }), body: ({ guide }) => ({ materialId: guide }), answer: 404 },
    { ...ofFolder, body: ({ guide }) => ({ materialId: guide }) },
    { ...ofFolder, body: (_foreign, own) => ({ studyMaterialIds: [own.guide] }) },
    { path: (_foreign, own) => ({ id: own.folder }), body: ({ guide }) => ({ studyMaterialIds: [guide] }), answer: 'failed' },
  ],
  removeFromFolder: [
    { path: (foreign, own) => ({ id: foreign.folder, materialId: own.guide }), answer: 404 },
    { path: (foreign, own) => ({ id: own.folder, materialId: foreign.guide }), answer: 404 },
    { path: (foreign) => ({ id: foreign.folder, materialId: foreign.guide }), answer: 404 },
  ],
  generateQuiz: [
    { body: ({ guide }) => ({ studyMaterialId: guide }), answer: 404 },
    { body: ({ guide }, own) => ({ studyMaterialIds: [own.guide, guide] }), answer: 404 },
  ],
  createOwnQuiz: [{ body: ({ guide }) => ({ title: 'Mine', studyMaterialId: guide, question }), answer: 404 }],
  getStudyEngine: 'none',
  listQuizzes: [
    { query: ({ guide }) => ({ studyMaterialId: guide }), answer: 'empty' },
    { query: ({ quiz }) => ({ after: quiz }), answer: 'own only' },
  ],
  getQuiz: [ofQuiz],
  submitQuiz: [
    { ...ofQuiz, body: () => ({ answers: [] }) },
    {
      path: (_foreign, own) => ({ id: own.quiz }),
      body: (foreign) => ({ answers: [question.options[0]?.text], questionIds: [foreign.question] }),
      answer: 404,
    },
  ],
  listAttempts: [ofQuiz],
  getAttempt: [
    { path: (foreign) => ({ id: foreign.quiz, attemptId: foreign.attempt }), answer: 404 },
    { path: (foreign, own) => ({ id: own.quiz, attemptId: foreign.attempt }), answer: 404 },
  ],
  exportQuiz: [{ ...ofQuiz, query: () => ({ format: 'gift' }) }],
  copyQuiz: [ofQuiz],
  deleteQuizzes: [{ body: ({ quiz }) => ({ ids: [quiz] }), answer: 'failed' }],
  deleteQuiz: [ofQuiz],
  regenerateQuiz: [
    { ...ofQuiz, body: () => ({}) },
    { ...ofQuiz, body: ({ guide }) => ({ studyMaterialId: guide }) },
  ],
  updateQuiz: [{ ...ofQuiz, body: () => ({ title: 'Taken over' }) }],
  addQuestion: [{ ...ofQuiz, body: () => question }],
  updateQuestion: [
    { ...ofQuestion, body: () => question },
    { path: (foreign, own) => ({ id: own.quiz, questionId: foreign.question }), body: () => question, answer: 404 },
  ],
  deleteQuestion: [ofQuestion, { path: (foreign, own) => ({ id: own.quiz, questionId: foreign.question }), answer: 404 }],
  restoreQuestion: [ofQuestion, { path: (foreign, own) => ({ id: own.quiz, questionId: foreign.question }), answer: 404 }],
  explainOption: [
    { ...ofQuestion, body: () => ({ option: 'any' }) },
    { path: (foreign, own) => ({ id: own.quiz, questionId: foreign.question }), body: () => ({ option: 'any' }), answer: 404 },
  ],
  reportQuestion: [
    { ...ofQuestion, body: () => report },
    { path: (foreign, own) => ({ id: own.quiz, questionId: foreign.question }), body: () => report, answer: 404 },
  ],
  createDeck: [
    { body: ({ guide }) => ({ studyMaterialId: guide }), answer: 404 },
    { body: ({ guide }, own) => ({ studyMaterialIds: [own.guide, guide] }), answer: 404 },
  ],
  createOwnDeck: [{ body: ({ guide }) => ({ title: 'Mine', studyMaterialId: guide }), answer: 404 }],
  importDecks: 'none',
  previewDeckImport: 'none',
  addCardPicture: [{ ...ofDeck, form: () => fileForm(new Uint8Array(pngOf(80, 80)), 'bone.png', 'image/png') }],
  // Its signature is a secret, as for a guide's picture.
  showCardPicture: [
    {
      path: ({ deck }) => ({ id: deck, pictureId: '0'.repeat(64) }),
      query: () => ({ expires: '4102444800', signature: 'A'.repeat(43) }),
      answer: 404,
    },
  ],
  listDecks: [
    { query: ({ guide }) => ({ studyMaterialId: guide }), answer: 'empty' },
    { query: ({ deck }) => ({ after: deck }), answer: 'own only' },
  ],
  getDeck: [ofDeck],
  updateDeck: [{ ...ofDeck, body: (foreign) => ({ title: 'Taken over', cards: [{ _id: foreign.card, ...card }] }) }],
  exportDeck: [{ ...ofDeck, query: () => ({ format: 'csv' }) }],
  copyDeck: [ofDeck],
  deleteDecks: [{ body: ({ deck }) => ({ ids: [deck] }), answer: 'failed' }],
  deleteDeck: [ofDeck],
  generateCards: [
    { ...ofDeck, body: () => ({}) },
    { ...ofDeck, body: ({ guide }) => ({ studyMaterialId: guide }) },
  ],
  addCard: [{ ...ofDeck, body: () => card }],
  askDifferently: [ofCard, { path: (foreign, own) => ({ id: own.deck, cardId: foreign.card }), answer: 404 }],
  updateCard: [
    { ...ofCard, body: () => card },
    { path: (foreign, own) => ({ id: own.deck, cardId: foreign.card }), body: () => card, answer: 404 },
  ],
  deleteCard: [ofCard, { path: (foreign, own) => ({ id: own.deck, cardId: foreign.card }), answer: 404 }],
  restoreCard: [ofCard, { path: (foreign, own) => ({ id: own.deck, cardId: foreign.card }), answer: 404 }],
  reportCard: [
    { ...ofCard, body: () => report },
    { path: (foreign, own) => ({ id: own.deck, cardId: foreign.card }), body: () => report, answer: 404 },
  ],
  listReviewQueue: [
    { query: ({ deck }) => ({ deckId: deck }), answer: 'empty' },
    { query: ({ guide }) => ({ studyMaterialId: guide }), answer: 'empty' },
    { query: ({ exam }) => ({ examId: exam }), answer: 404 },
  ],
  createReview: [
    { body: (foreign) => ({ itemId: foreign.card, kind: 'card', rating: 'good' }), answer: 404 },
    { body: (foreign) => ({ itemId: foreign.missed, kind: 'question', rating: 'good' }), answer: 404 },
  ],
  deleteReview: [{ path: ({ review }) => ({ id: review }), answer: 404 }],
  getReviewSummary: 'none',
  getReviewSettings: 'none',
  updateReviewSettings: 'none',
  getReviewItem: [ofReviewedCard, ofMissedQuestion],
  updateReviewItem: [
    { ...ofReviewedCard, body: () => ({ suspended: true }) },
    { ...ofMissedQuestion, body: () => ({ due: null }) },
  ],
  listExams: 'none',
  createExam: [
    { body: ({ guide }) => ({ name: 'Mine', date: examDate, studyMaterialIds: [guide] }), answer: 404 },
    { body: (foreign, own) => ({ name: 'Mine', date: examDate, studyMaterialIds: [own.guide, foreign.guide] }), answer: 404 },
  ],
  getExam: [ofExam],
  updateExam: [
    { ...ofExam, body: () => ({ name: 'Mine' }) },
    { path: (_foreign, own) => ({ id: own.exam }), body: ({ guide }) => ({ studyMaterialIds: [guide] }), answer: 404 },
  ],
  deleteExam: [ofExam],
  getReviewCalendar: 'none',
  createReviewCalendar: 'none',
  // Its URL is a secret; the calendar's own tests tamper with a valid one.
  readReviewCalendar: 'none',
  // Its URL is a secret as well.
  unsubscribeFromReminders: 'none',
  getReviewYear: 'none',
  listMastery: [{ query: ({ guide }) => ({ studyMaterialId: guide }), answer: 'empty' }],
  listReviewItems: [{ query: ({ card }) => ({ list: 'suspended', after: card }), answer: 'own only' }],
  createSubscription: 'none',
  upgradeSubscription: 'none',
  getSubscriptionStatus: 'none',
  getLimits: 'none',
  createPortalSession: 'none',
  stripeWebhook: 'none',
};

const make = async (learner: Learner, folderName: string): Promise<Resources> => {
  const { token } = learner;
  const done = async (method: string, path: string, options: Parameters<typeof call>[2]): Promise<Answer['body']> => {
    const { status, body } = await call(method, path, { token, ...options });
    expect([200, 201], `${method} ${path} ${JSON.stringify(body)}`).toContain(status);
    return body;
  };
  const guide = await done('POST', '/study-materials/unified', { form: textForm(lecture) });
  const marks = await done('PUT', `/study-materials/${guide._id}/marks`, {
    body: [{ quote: 'transfusion', before: '', after: '', colour: 'green' }],
  });
  await done('PUT', `/study-materials/${guide._id}/place`, { body: { section: 'section-topics', part: 0.5, secondsAgo: 0 } });
  const asked = await done('POST', `/study-materials/${guide._id}/ask`, { body: { question: 'What is a transfusion?' } });
  const folder = await done('POST', '/folders', { body: { name: folderName } });
  await done('POST', `/folders/${folder._id}/materials`, { body: { materialId: guide._id } });
  const quiz = await done('POST', '/quizzes/generate', { body: { studyMaterialId: guide._id } });
  const deck = await done('POST', '/flashcards', { body: { studyMaterialId: guide._id } });
  const questions = quiz.questions as { _id: string; options: { text: string; isCorrect: boolean }[] }[];
  const answers = questions.map(({ options }) => options.find(({ isCorrect }) => !isCorrect)?.text);
  await done('POST', `/quizzes/${quiz._id}/submit`, { body: { answers } });
  const attempts = await done('GET', `/quizzes/${quiz._id}/attempts`, {});
  const review = await done('POST', '/reviews', { body: { itemId: deck.cards[0]._id, kind: 'card', rating: 'good' } });
  const exam = await done('POST', '/exams', { body: { name: folderName, date: examDate, studyMaterialIds: [guide._id] } });
  return {
    guide: guide._id,
    mark: marks[0]._id,
    asked: asked._id,
    folder: folder._id,
    quiz: quiz._id,
    question: quiz.questions[0]._id,
    missed: quiz.questions[1]._id,
    attempt: attempts[0]._id,
    deck: deck._id,
    card: deck.cards[0]._id,
    review: review._id,
    exam: exam._id,
  };
};

/** Everything that a learner sees of their resources. */
const stateOf = async ({ token }: Learner, resources: Resources): Promise<unknown> =>
  Promise.all(
    [
      '/study-materials',
      '/folders',
      '/quizzes',
      '/flashcards',
      '/subscription/limits',
      `/study-materials/${resources.guide}`,
      `/study-materials/${resources.guide}/versions`,
      `/study-materials/${resources.guide}/marks`,
      `/study-materials/${resources.guide}/place`,
      `/study-materials/${resources.guide}/ask`,
      `/folders/${resources.folder}`,
      `/quizzes/${resources.quiz}`,
      `/quizzes/${resources.quiz}/attempts/${resources.attempt}`,
      `/flashcards/${resources.deck}`,
      '/reviews/settings',
      `/exams/${resources.exam}`,
      `/reviews/items/card/${resources.card}`,
      `/reviews/items/question/${resources.missed}`,
    ].map(async (path) => {
      const { status, body } = await call('GET', path, { token });
      return { path, status, body };
    }),
  );

const send = ({ token }: Learner, { method, path }: Call, attempt: Attempt, foreign: Resources, own: Resources): Promise<Answer> => {
  const values = attempt.path?.(foreign, own) ?? {};
  const address = path.replace(/:([A-Za-z]+)/g, (_whole, name: string) => values[name] ?? nobodys);
  const query = new URLSearchParams(attempt.query?.(foreign, own) ?? {}).toString();
  const body = attempt.body?.(foreign, own);
  const form = attempt.form?.();
  return call(method, query ? `${address}?${query}` : address, { token, ...(body !== undefined && { body }), ...(form && { form }) });
};

/** The parts of an answer that could reveal whether a resource exists. */
const seen = ({ status, headers, body }: Answer) => ({
  status,
  type: headers.get('content-type'),
  body: Array.isArray(body) ? body : { ...body, requestId: '' },
});

test('somebody else’s ids are as good as ids of nothing, on every call that takes one', async () => {
  const [owner, thief] = await Promise.all([newLearner(), newLearner()]);
  await Promise.all([makePremium(owner), makePremium(thief)]);
  const resources = await make(owner, 'Private papers');
  const own = await make(thief, 'Loot');
  // Billing fetches the counts, and falls back to the last known ones after half a second. Wait until it knows these.
  const one = { current: 1 };
  for (const { token } of [owner, thief])
    await expect
      .poll(() => call('GET', '/subscription/limits', { token }))
      .toMatchObject({ status: 200, body: { studyMaterials: one, folders: one, quizzes: one, flashcards: one } });
  const before = await stateOf(owner, resources);
  const ownBefore = await stateOf(thief, own);

  const tried: string[] = [];
  for (const [id, definition] of Object.entries(calls) as [CallId, Call][]) {
    const list = attempts[id];
    if (list === 'none') {
      expect(definition.path.includes(':') && definition.access === 'learner', `${id} takes an id and has no case`).toBe(false);
      continue;
    }
    for (const [index, attempt] of list.entries()) {
      const name = `${id}, case ${index + 1}`;
      const theirs = await send(thief, definition, attempt, resources, own);
      const nothings = await send(thief, definition, attempt, ofNobody, own);
      tried.push(name);
      if (attempt.answer === 404) {
        expect(theirs.status, `${name}: ${JSON.stringify(theirs.body)}`).toBe(404);
        expect(seen(theirs), name).toEqual(seen(nothings));
      } else if (attempt.answer === 'failed') {
        const [told, toldOfNothing] = [theirs, nothings].map(({ status, body }) => {
          const { done, failed } = body as { done: string[]; failed: { msg: string }[] };
          return [status, done, failed.map(({ msg }) => msg)];
        });
        expect(told, name).toEqual([200, [], [expect.stringMatching(/not found\.$/)]]);
        expect(told, name).toEqual(toldOfNothing);
      } else if (attempt.answer === 'empty') {
        expect([theirs.status, theirs.body], name).toEqual([200, []]);
        expect(seen(theirs), name).toEqual(seen(nothings));
      } else {
        // A cursor is a position in an order that includes the learner's own resources: those may be listed, but no others.
        expect(theirs.status, name).toBe(200);
        const mine: readonly string[] = Object.values(own);
        for (const item of theirs.body as { _id: string }[]) expect(mine, name).toContain(item._id);
      }
      expect(JSON.stringify(theirs.body), `${name} tells nothing of the thing`).not.toContain('Private papers');
    }
  }
  expect(tried.length).toBeGreaterThan(35);
  expect(await stateOf(owner, resources)).toEqual(before);
  expect(await stateOf(thief, own)).toEqual(ownBefore);
});

test('the table of attempts names every field that can take an id', () => {
  for (const [id, { path, query, body }] of Object.entries(calls) as [CallId, Call][]) {
    const list = attempts[id];
    const shapeOf = (schema: Call['body']): string[] =>
      schema !== undefined && 'shape' in schema._zod.def ? Object.keys(schema._zod.def.shape as object) : [];
    const idFields = [...shapeOf(query), ...shapeOf(body)].filter((field) => field === 'after' || /ids?$/i.test(field));
    const parameters = [...path.matchAll(/:([A-Za-z]*id)\b/gi)].map((match) => match[1] ?? '');
    if (idFields.length + parameters.length === 0) continue;
    expect(list, id).not.toBe('none');
    if (list === 'none') continue;
    const used = new Set(
      list.flatMap((attempt) =>
        [attempt.path, attempt.query, attempt.body].flatMap((part) => Object.keys((part?.(ofNobody, ofNobody) ?? {}) as object)),
      ),
    );
    for (const field of [...idFields, ...parameters]) expect([...used], `${id}: ${field}`).toContain(field);
  }
});
