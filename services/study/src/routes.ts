import { calls, type Flashcard, type GenerationProgress, type ReviewItemKind } from '@lectern/contracts';
import { endShare, notFound, route, type Route, type UploadBudget } from '@lectern/service-kit';
import { createReviewCalendar, getReviewCalendar, readReviewCalendar } from './calendar/reviewCalendar.ts';
import { addCardPicture } from './decks/addCardPicture.ts';
import { askDifferently } from './decks/askDifferently.ts';
import { showCardPicture, withPictureAddresses } from './decks/cardPictures.ts';
import { addCard, removeCard, reportCard, restoreCard, updateCard } from './decks/cards.ts';
import { pictureFormReader } from './decks/readPictureForm.ts';
import { copyDeck, createOwnDeck, deleteDeck, deleteDecks, getDeck, listDecks, stopDeckGeneration, updateDeck } from './decks/decks.ts';
import { exportDeck } from './decks/exportDeck.ts';
import { createDeck, generateCards } from './decks/generateDeck.ts';
import { showDeck } from './decks/showDeck.ts';
import { deckKind } from './decks/deckDocument.ts';
import { createExam, deleteExam, getExam, listExams, updateExam } from './exams/exams.ts';
import { importDecks, previewImport } from './imports/importDecks.ts';
import { importFormReader } from './imports/readImportForm.ts';
import { withPictures } from './items/itemPictures.ts';
import { getAttempt, listAttempts, submitQuiz } from './quizzes/attempts.ts';
import { addQuestion, explainOption, removeQuestion, reportQuestion, restoreQuestion, updateQuestion } from './quizzes/questions.ts';
import { quizKind } from './quizzes/quizDocument.ts';
import { generateQuiz, regenerateQuiz } from './quizzes/generateQuiz.ts';
import { showQuiz } from './quizzes/showQuiz.ts';
import {
  copyQuiz,
  createOwnQuiz,
  deleteQuiz,
  deleteQuizzes,
  exportQuiz,
  getQuiz,
  listQuizzes,
  stopQuizGeneration,
  updateQuiz,
} from './quizzes/quizzes.ts';
import { unsubscribeFromReminders } from './reminders/reminders.ts';
import { getReviewItem, updateReviewItem } from './reviews/itemChoices.ts';
import { listMastery } from './reviews/listMastery.ts';
import { listReviewItems } from './reviews/itemLists.ts';
import { getReviewYear } from './reviews/reviewDays.ts';
import { createReview, deleteReview } from './reviews/reviewLog.ts';
import { getReviewSummary, listReviewQueue } from './reviews/reviewQueue.ts';
import { getReviewSettings, updateReviewSettings } from './reviews/reviewSettings.ts';
import { createShare } from './sharing/createShare.ts';
import { copySharedDeck, copySharedQuiz, showSharedDeck, showSharedQuiz } from './sharing/sharedItems.ts';
import type { StudyContext } from './StudyContext.ts';

/** Parses the kind of an item in a path. @throws DomainError `not_found` for another word */
const kindOf = (kind: string): ReviewItemKind => {
  if (kind === 'card' || kind === 'question') return kind;
  throw notFound('Item');
};

/** Returns the progress of a running call. @throws DomainError `not_found` if this process does not run it */
const getProgress = async ({ content }: StudyContext, userId: string, key: string): Promise<GenerationProgress> => {
  const progress = content.progressOf(userId, key);
  if (!progress) throw notFound('Running call');
  return progress;
};

/** Returns a card with the addresses of its pictures. */
const showCard = async (study: StudyContext, deckId: string, card: Promise<Flashcard>): Promise<Flashcard> => {
  const given = await card;
  return withPictureAddresses(study, [given], () => deckId)[0] ?? given;
};

const quizRoutes = (study: StudyContext): Route[] => [
  route(calls.generateQuiz, ({ userId, body, ...request }) => generateQuiz(study, userId, body, request)),
  route(calls.createOwnQuiz, ({ userId, body, ...request }) => createOwnQuiz(study, userId, body, request)),
  route(calls.getStudyEngine, async () => ({ generatedBy: study.content.generatedBy })),
  route(calls.listQuizzes, ({ userId, query, signal }) => listQuizzes(study, userId, query, signal)),
  route(calls.getQuiz, ({ userId, params }) => showQuiz(study, userId, getQuiz(study, userId, params.id))),
  route(calls.submitQuiz, ({ userId, params, body, creation }) => submitQuiz(study, userId, params.id, body, creation)),
  route(calls.listAttempts, ({ userId, params }) => listAttempts(study, userId, params.id)),
  route(calls.getAttempt, async ({ userId, params }) => {
    const { attempt, studyMaterialId } = await getAttempt(study, userId, params.id, params.attemptId);
    return { ...attempt, questions: await withPictures(study, userId, studyMaterialId, attempt.questions) };
  }),
  route(calls.updateQuiz, ({ userId, params, body }) => showQuiz(study, userId, updateQuiz(study, userId, params.id, body))),
  route(calls.exportQuiz, ({ userId, params, query }) => exportQuiz(study, userId, params.id, query.format)),
  route(calls.copyQuiz, ({ userId, params, creation }) => copyQuiz(study, userId, { userId, _id: params.id }, creation)),
  route(calls.deleteQuizzes, ({ userId, body, requestId }) => deleteQuizzes(study, userId, body.ids, requestId)),
  route(calls.deleteQuiz, ({ userId, params }) => deleteQuiz(study, userId, params.id)),
  route(calls.getQuizProgress, ({ userId, params }) => getProgress(study, userId, params.key)),
  route(calls.stopQuizGeneration, ({ userId, params }) => showQuiz(study, userId, stopQuizGeneration(study, userId, params.id))),
  route(calls.regenerateQuiz, ({ userId, params, body, ...request }) =>
    showQuiz(study, userId, regenerateQuiz(study, userId, params.id, body, request)),
  ),
  route(calls.addQuestion, ({ userId, params, body, creation }) => addQuestion(study, userId, params.id, body, creation)),
  route(calls.updateQuestion, ({ userId, params, body }) =>
    showQuiz(study, userId, updateQuestion(study, userId, params.id, params.questionId, body)),
  ),
  route(calls.deleteQuestion, ({ userId, params, query }) => removeQuestion(study, userId, params.id, params.questionId, query.reason)),
  route(calls.restoreQuestion, ({ userId, params }) => restoreQuestion(study, userId, params.id, params.questionId)),
  route(calls.reportQuestion, ({ userId, params, body, requestId }) =>
    reportQuestion(study, userId, params.id, params.questionId, body, requestId),
  ),
  route(calls.explainOption, ({ userId, params, body, requestId }) =>
    explainOption(study, userId, params.id, params.questionId, body.option, requestId),
  ),
];

const deckRoutes = (study: StudyContext, uploads: UploadBudget): Route[] => {
  const readImport = importFormReader(uploads);
  return [
    route(calls.getDeckProgress, ({ userId, params }) => getProgress(study, userId, params.key)),
    route(calls.stopDeckGeneration, ({ userId, params }) => showDeck(study, userId, stopDeckGeneration(study, userId, params.id))),
    route(calls.createDeck, ({ userId, body, ...request }) => createDeck(study, userId, body, request)),
    route(calls.importDecks, ({ userId, body, creation }) => importDecks(study, userId, body, creation), readImport),
    route(calls.previewDeckImport, ({ userId, body }) => previewImport(study, userId, body), readImport),
    route(calls.addCardPicture, ({ userId, params, body }) => addCardPicture(study, userId, params.id, body), pictureFormReader(uploads)),
    route(calls.showCardPicture, ({ params: { id: ownerId, pictureId }, query, countOwner }) =>
      showCardPicture(study, { ownerId, pictureId }, query, countOwner),
    ),
    route(calls.createOwnDeck, ({ userId, body, ...request }) => createOwnDeck(study, userId, body, request)),
    route(calls.listDecks, ({ userId, query, signal }) => listDecks(study, userId, query, signal)),
    route(calls.getDeck, ({ userId, params }) => showDeck(study, userId, getDeck(study, userId, params.id))),
    route(calls.updateDeck, ({ userId, params, body }) => showDeck(study, userId, updateDeck(study, userId, params.id, body))),
    route(calls.exportDeck, ({ userId, params, query }) => exportDeck(study, userId, params.id, query.format)),
    route(calls.copyDeck, ({ userId, params, creation }) => copyDeck(study, userId, { userId, _id: params.id }, creation)),
    route(calls.deleteDecks, ({ userId, body, requestId }) => deleteDecks(study, userId, body.ids, requestId)),
    route(calls.deleteDeck, ({ userId, params }) => deleteDeck(study, userId, params.id)),
    route(calls.generateCards, ({ userId, params, body, ...request }) =>
      generateCards(study, userId, params.id, body.studyMaterialId, request),
    ),
    route(calls.askDifferently, ({ userId, params, ...request }) => askDifferently(study, userId, params.id, params.cardId, request)),
    route(calls.addCard, ({ userId, params, body, creation }) =>
      showCard(study, params.id, addCard(study, userId, params.id, body, creation)),
    ),
    route(calls.updateCard, ({ userId, params, body }) =>
      showDeck(study, userId, updateCard(study, userId, params.id, params.cardId, body)),
    ),
    route(calls.deleteCard, ({ userId, params, query }) => removeCard(study, userId, params.id, params.cardId, query.reason)),
    route(calls.restoreCard, ({ userId, params }) => showCard(study, params.id, restoreCard(study, userId, params.id, params.cardId))),
    route(calls.reportCard, ({ userId, params, body, requestId }) => reportCard(study, userId, params.id, params.cardId, body, requestId)),
  ];
};

const reviewRoutes = (study: StudyContext): Route[] => [
  route(calls.listReviewQueue, async ({ userId, query }) => {
    const queue = await listReviewQueue(study, userId, query);
    const pictured = await withPictures(study, userId, ({ studyMaterialId }) => studyMaterialId, queue);
    return withPictureAddresses(study, pictured, ({ parentId }) => parentId);
  }),
  route(calls.createReview, ({ userId, body, creation }) => createReview(study, userId, body, creation)),
  route(calls.deleteReview, ({ userId, params }) => deleteReview(study, userId, params.id)),
  route(calls.getReviewSummary, ({ userId }) => getReviewSummary(study, userId)),
  route(calls.listMastery, ({ userId, query }) => listMastery(study, userId, query.studyMaterialId.split(','))),
  route(calls.getReviewSettings, ({ userId }) => getReviewSettings(study, userId)),
  route(calls.updateReviewSettings, ({ userId, body }) => updateReviewSettings(study, userId, body)),
  route(calls.getReviewYear, ({ userId }) => getReviewYear(study, userId)),
  route(calls.listReviewItems, async ({ userId, query }) => {
    const page = await listReviewItems(study, userId, query);
    return { ...page, items: withPictureAddresses(study, page.items, ({ parentId }) => parentId) };
  }),
  route(calls.unsubscribeFromReminders, ({ params, countOwner }) => unsubscribeFromReminders(study, params.token, countOwner)),
  route(calls.getReviewItem, ({ userId, params }) => getReviewItem(study, userId, kindOf(params.kind), params.itemId)),
  route(calls.updateReviewItem, ({ userId, params, body }) => updateReviewItem(study, userId, kindOf(params.kind), params.itemId, body)),
];

const calendarRoutes = (study: StudyContext): Route[] => [
  route(calls.getReviewCalendar, ({ userId }) => getReviewCalendar(study, userId)),
  route(calls.createReviewCalendar, ({ userId, creation }) => createReviewCalendar(study, userId, creation)),
  route(calls.readReviewCalendar, ({ params, countOwner }) => readReviewCalendar(study, params.file, countOwner)),
];

const examRoutes = (study: StudyContext): Route[] => [
  route(calls.listExams, ({ userId }) => listExams(study, userId)),
  route(calls.createExam, ({ userId, body, creation }) => createExam(study, userId, body, creation)),
  route(calls.getExam, ({ userId, params }) => getExam(study, userId, params.id)),
  route(calls.updateExam, ({ userId, params, body }) => updateExam(study, userId, params.id, body)),
  route(calls.deleteExam, ({ userId, params }) => deleteExam(study, userId, params.id)),
];

const shareRoutes = (study: StudyContext): Route[] => [
  route(calls.createQuizShare, ({ userId, params: { id }, body: request, creation }) =>
    createShare(study, quizKind, userId, { id, request, creation }),
  ),
  route(calls.getQuizShare, ({ userId, params }) => study.shareLinks.get(userId, params.id)),
  route(calls.deleteQuizShare, ({ userId, params }) => endShare(study.shareLinks, userId, params.id)),
  route(calls.showSharedQuiz, ({ params, countOwner }) => showSharedQuiz(study, params.secret, countOwner)),
  route(calls.copySharedQuiz, ({ userId, params, creation }) => copySharedQuiz(study, userId, params.secret, creation)),
  route(calls.createDeckShare, ({ userId, params: { id }, body: request, creation }) =>
    createShare(study, deckKind, userId, { id, request, creation }),
  ),
  route(calls.getDeckShare, ({ userId, params }) => study.shareLinks.get(userId, params.id)),
  route(calls.deleteDeckShare, ({ userId, params }) => endShare(study.shareLinks, userId, params.id)),
  route(calls.showSharedDeck, ({ params, countOwner }) => showSharedDeck(study, params.secret, countOwner)),
  route(calls.copySharedDeck, ({ userId, params, creation }) => copySharedDeck(study, userId, params.secret, creation)),
];

/** The routes of study's calls. */
export const routes = (study: StudyContext, uploads: UploadBudget): Route[] => [
  ...quizRoutes(study),
  ...deckRoutes(study, uploads),
  ...reviewRoutes(study),
  ...examRoutes(study),
  ...shareRoutes(study),
  ...calendarRoutes(study),
];
