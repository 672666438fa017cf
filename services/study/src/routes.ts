import { calls, type FlashcardDeck, type GenerationProgress, type Quiz, type ReviewItemKind } from '@lectern/contracts';
import { notFound, route, type Route, type UploadBudget } from '@lectern/service-kit';
import type { DeckExport } from './domain/createDeckExport.ts';
import type { CardPictures } from './domain/createCardPictures.ts';
import type { Decks } from './domain/createDecks.ts';
import type { ItemPictures } from './domain/createItemPictures.ts';
import type { Quizzes } from './domain/createQuizzes.ts';
import type { StudyContent } from './domain/StudyContent.ts';
import type { StudyThreads } from './domain/StudyThreads.ts';
import { createImportReader } from './imports/createImportReader.ts';
import type { Reviews } from './reviews/createReviews.ts';

/** The kind of an item in a path. @throws DomainError `not_found` for another word */
const kindOf = (kind: string): ReviewItemKind => {
  if (kind === 'card' || kind === 'question') return kind;
  throw notFound('Item');
};

/** The rules behind the calls. */
export interface StudyRules {
  quizzes: Quizzes;
  content: Pick<StudyContent, 'generatedBy' | 'progressOf'>;
  decks: Decks;
  deckExport: DeckExport;
  reviews: Reviews;
  pictures: ItemPictures;
  cardPictures: CardPictures;
  threads: StudyThreads;
  uploads: UploadBudget;
}

/** Reads how far a call has come. @throws DomainError `not_found` for a call that this process does not run */
const createProgressReader =
  ({ progressOf }: Pick<StudyContent, 'progressOf'>) =>
  async (userId: string, key: string): Promise<GenerationProgress> => {
    const progress = progressOf(userId, key);
    if (!progress) throw notFound('Running call');
    return progress;
  };

/** Whole quizzes and decks are answered with the pictures of their slides. */
const createAnswers = ({ pictures, cardPictures }: Pick<StudyRules, 'pictures' | 'cardPictures'>) => ({
  quiz: async (userId: string, made: Quiz): Promise<Quiz> => ({
    ...made,
    questions: await pictures.withPictures(userId, made.studyMaterialId, made.questions),
  }),
  deck: async (userId: string, made: FlashcardDeck): Promise<FlashcardDeck> => ({
    ...made,
    cards: cardPictures.withAddresses(await pictures.withPictures(userId, made.studyMaterialId, made.cards), () => made._id),
  }),
});

/** The calls of quizzes. */
const quizRoutes = ({ content, quizzes, pictures, cardPictures, threads }: StudyRules): Route[] => {
  const showProgress = createProgressReader(content);
  const { quiz } = createAnswers({ pictures, cardPictures });
  return [
    route(calls.generateQuiz, async ({ userId, body, creation, requestId, idempotencyKey }) =>
      quiz(userId, await quizzes.generate(userId, body, creation, requestId, idempotencyKey)),
    ),
    route(calls.createOwnQuiz, async ({ userId, body, creation, requestId }) =>
      quiz(userId, await quizzes.createOwn(userId, body, creation, requestId)),
    ),
    route(calls.getStudyEngine, () => Promise.resolve({ generatedBy: content.generatedBy })),
    route(calls.listQuizzes, ({ userId, query, signal }) => quizzes.list(userId, query, signal)),
    route(calls.getQuiz, async ({ userId, params }) => quiz(userId, await quizzes.get(userId, params.id))),
    route(calls.submitQuiz, ({ userId, params, body, creation }) => quizzes.submit(userId, params.id, body, creation)),
    route(calls.listAttempts, ({ userId, params }) => quizzes.listAttempts(userId, params.id)),
    route(calls.getAttempt, async ({ userId, params }) => {
      const { attempt, studyMaterialId } = await quizzes.getAttempt(userId, params.id, params.attemptId);
      return { ...attempt, questions: await pictures.withPictures(userId, studyMaterialId, attempt.questions) };
    }),
    route(calls.updateQuiz, async ({ userId, params, body }) => quiz(userId, await quizzes.update(userId, params.id, body))),
    route(calls.exportQuiz, async ({ userId, params, query }) =>
      threads.run(userId, 'exportQuiz', { quiz: await quizzes.get(userId, params.id), format: query.format }),
    ),
    route(calls.copyQuiz, async ({ userId, params, creation }) => quiz(userId, await quizzes.copy(userId, params.id, creation))),
    route(calls.deleteQuizzes, ({ userId, body, requestId }) => quizzes.removeMany(userId, body.ids, requestId)),
    route(calls.deleteQuiz, ({ userId, params }) => quizzes.remove(userId, params.id)),
    route(calls.getQuizProgress, ({ userId, params }) => showProgress(userId, params.key)),
    route(calls.stopQuizGeneration, async ({ userId, params }) => quiz(userId, await quizzes.stop(userId, params.id))),
    route(calls.regenerateQuiz, async ({ userId, params, body, creation, requestId, idempotencyKey }) =>
      quiz(userId, await quizzes.regenerate(userId, params.id, body, creation, requestId, idempotencyKey)),
    ),
    route(calls.addQuestion, ({ userId, params, body, creation }) => quizzes.addQuestion(userId, params.id, body, creation)),
    route(calls.updateQuestion, async ({ userId, params, body }) =>
      quiz(userId, await quizzes.updateQuestion(userId, params.id, params.questionId, body)),
    ),
    route(calls.deleteQuestion, ({ userId, params, query }) => quizzes.removeQuestion(userId, params.id, params.questionId, query.reason)),
    route(calls.restoreQuestion, ({ userId, params }) => quizzes.restoreQuestion(userId, params.id, params.questionId)),
    route(calls.reportQuestion, ({ userId, params, body, requestId }) =>
      quizzes.reportQuestion(userId, params.id, params.questionId, body, requestId),
    ),
    route(calls.explainOption, ({ userId, params, body, requestId }) =>
      quizzes.explainOption(userId, params.id, params.questionId, body.option, requestId),
    ),
  ];
};

/** The calls of decks. */
const deckRoutes = ({ content, decks, deckExport, pictures, cardPictures, uploads }: StudyRules): Route[] => {
  const showProgress = createProgressReader(content);
  const readImport = createImportReader(uploads);
  const { deck } = createAnswers({ pictures, cardPictures });
  return [
    route(calls.getDeckProgress, ({ userId, params }) => showProgress(userId, params.key)),
    route(calls.stopDeckGeneration, async ({ userId, params }) => deck(userId, await decks.stop(userId, params.id))),
    route(calls.createDeck, async ({ userId, body, creation, requestId, idempotencyKey }) =>
      deck(userId, await decks.create(userId, body, creation, requestId, idempotencyKey)),
    ),
    route(calls.importDecks, ({ userId, body, creation }) => decks.importDecks(userId, body, creation), readImport),
    route(calls.previewDeckImport, ({ userId, body }) => decks.previewImport(userId, body), readImport),
    route(calls.showCardPicture, ({ params: { id: ownerId, pictureId }, query, countOwner }) =>
      cardPictures.show({ ownerId, pictureId }, query, countOwner),
    ),
    route(calls.createOwnDeck, ({ userId, body, creation, requestId }) => decks.createOwn(userId, body, creation, requestId)),
    route(calls.listDecks, ({ userId, query, signal }) => decks.list(userId, query, signal)),
    route(calls.getDeck, async ({ userId, params }) => deck(userId, await decks.get(userId, params.id))),
    route(calls.updateDeck, async ({ userId, params, body }) => deck(userId, await decks.update(userId, params.id, body))),
    route(calls.exportDeck, ({ userId, params, query }) => deckExport.exportDeck(userId, params.id, query.format)),
    route(calls.copyDeck, async ({ userId, params, creation }) => deck(userId, await decks.copy(userId, params.id, creation))),
    route(calls.deleteDecks, ({ userId, body, requestId }) => decks.removeMany(userId, body.ids, requestId)),
    route(calls.deleteDeck, ({ userId, params }) => decks.remove(userId, params.id)),
    route(calls.generateCards, ({ userId, params, body, creation, requestId, idempotencyKey }) =>
      decks.generateMore(userId, params.id, body.studyMaterialId, creation, requestId, idempotencyKey),
    ),
    route(calls.askDifferently, async ({ userId, params, creation, requestId }) =>
      decks.askDifferently(userId, params.id, params.cardId, creation, requestId),
    ),
    route(calls.addCard, ({ userId, params, body, creation }) => decks.addCard(userId, params.id, body, creation)),
    route(calls.updateCard, async ({ userId, params, body }) =>
      deck(userId, await decks.updateCard(userId, params.id, params.cardId, body)),
    ),
    route(calls.deleteCard, ({ userId, params, query }) => decks.removeCard(userId, params.id, params.cardId, query.reason)),
    route(calls.restoreCard, ({ userId, params }) => decks.restoreCard(userId, params.id, params.cardId)),
    route(calls.reportCard, ({ userId, params, body, requestId }) => decks.reportCard(userId, params.id, params.cardId, body, requestId)),
  ];
};

/** The calls of reviewing. */
const reviewRoutes = ({ reviews, pictures, cardPictures }: StudyRules): Route[] => [
  route(calls.listReviewQueue, async ({ userId, query }) =>
    cardPictures.withAddresses(
      await pictures.withPictures(userId, ({ studyMaterialId }) => studyMaterialId, await reviews.listQueue(userId, query)),
      ({ parentId }) => parentId,
    ),
  ),
  route(calls.createReview, ({ userId, body, creation }) => reviews.create(userId, body, creation)),
  route(calls.deleteReview, ({ userId, params }) => reviews.undo(userId, params.id)),
  route(calls.getReviewSummary, ({ userId }) => reviews.getSummary(userId)),
  route(calls.getReviewSettings, ({ userId }) => reviews.getSettings(userId)),
  route(calls.updateReviewSettings, ({ userId, body }) => reviews.updateSettings(userId, body)),
  route(calls.getReviewYear, ({ userId }) => reviews.getYear(userId)),
  route(calls.listReviewItems, async ({ userId, query }) => {
    const page = await reviews.listItems(userId, query);
    return { ...page, items: cardPictures.withAddresses(page.items, ({ parentId }) => parentId) };
  }),
  route(calls.unsubscribeFromReminders, ({ params, countOwner }) => reviews.unsubscribe(params.token, countOwner)),
  route(calls.getReviewItem, ({ userId, params }) => reviews.getItem(userId, kindOf(params.kind), params.itemId)),
  route(calls.updateReviewItem, ({ userId, params, body }) => reviews.updateItem(userId, kindOf(params.kind), params.itemId, body)),
];

/** The calls of the calendar. */
const calendarRoutes = ({ reviews: { calendar } }: StudyRules): Route[] => [
  route(calls.getReviewCalendar, ({ userId }) => calendar.get(userId)),
  route(calls.createReviewCalendar, ({ userId, creation }) => calendar.create(userId, creation)),
  route(calls.readReviewCalendar, ({ params, countOwner }) => calendar.read(params.file, countOwner)),
];

/** The calls of exams. */
const examRoutes = ({ reviews: { exams } }: StudyRules): Route[] => [
  route(calls.listExams, ({ userId }) => exams.list(userId)),
  route(calls.createExam, ({ userId, body, creation }) => exams.create(userId, body, creation)),
  route(calls.getExam, ({ userId, params }) => exams.get(userId, params.id)),
  route(calls.updateExam, ({ userId, params, body }) => exams.update(userId, params.id, body)),
  route(calls.deleteExam, ({ userId, params }) => exams.remove(userId, params.id)),
];

/** All calls of study with their handlers. */
export const routes = (rules: StudyRules): Route[] => [
  ...quizRoutes(rules),
  ...deckRoutes(rules),
  ...reviewRoutes(rules),
  ...examRoutes(rules),
  ...calendarRoutes(rules),
];
