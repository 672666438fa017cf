import * as z from '@lectern/contracts/schema';
import { ExplainRequest, OptionExplanation } from '../ask.ts';
import { BulkRequest, BulkResult } from '../bulk.ts';
import { defineCall } from '../call.ts';
import { exactlyOneOf } from '../exactlyOneOf.ts';
import { Engine } from '../engine.ts';
import { DeckImport, DeckImportForm, DeckImportPreview } from '../deckImport.ts';
import { Flashcard, FlashcardDeck, FlashcardDeckListItem, NewCards } from '../flashcardDeck.ts';
import { GenerationProgress } from '../generation.ts';
import { CardEdit, NewQuestion, PicturedCardEdit } from '../itemEdits.ts';
import { Report } from '../itemOrigin.ts';
import { AddedPicture, cardPictureTypes, pictureType, PictureSignature } from '../picture.ts';
import { fewestAsked, mostGuides, premiumPlan } from '../plans.ts';
import {
  Deleted,
  Id,
  MaterialIds,
  Message,
  Name,
  PageQuery,
  StylePreference,
  ankiType,
  deckFileTypes,
  sizes,
  uniqueIds,
} from '../primitives.ts';
import {
  DifficultyLevel,
  Quiz,
  QuizAttempt,
  QuizAttemptDetail,
  QuizListItem,
  QuizMode,
  QuizQuestion,
  QuizResults,
  WeakArea,
} from '../quiz.ts';
import { text } from '../texts.ts';

/** The maximum duration of an attempt in milliseconds: a week, for a page that was left open. */
const longestAttemptMs = 7 * 24 * 60 * 60 * 1000;

/** `dropped`: a bad generated item, which is not generated again for its guide. */
const RemovalReason = z.object({ reason: z.optional(z.enum(['dropped'])) });

const ByMaterial = z.extend(PageQuery, { studyMaterialId: z.optional(MaterialIds) });

/** The source of generated items: one guide or several. */
const fromGuides = { studyMaterialId: z.optional(Id), studyMaterialIds: z.optional(uniqueIds(mostGuides)) };
const namesGuides = exactlyOneOf('studyMaterialId', 'studyMaterialIds');
interface NamedGuides {
  studyMaterialId?: string | undefined;
  studyMaterialIds?: string[] | undefined;
}
/** Converts either form of the request to a list of guides. */
const asGuideList = <Body extends NamedGuides>({ studyMaterialId = '', studyMaterialIds = [studyMaterialId], ...body }: Body) => ({
  ...body,
  studyMaterialIds,
});

/** The requested number of items. A number above the plan's limit is answered with 403. */
const countUpTo = (most: number) => z.optional(z.int().check(z.minimum(fewestAsked), z.maximum(most)));

export const generateQuiz = defineCall({
  id: 'generateQuiz',
  service: 'study',
  method: 'POST',
  path: '/quizzes/generate',
  summary: 'Generate a quiz from one study guide, or from up to 20',
  access: 'learner',
  creates: true,
  body: z.pipe(
    z
      .object({
        ...fromGuides,
        stylePreference: StylePreference,
        questionCount: countUpTo(premiumPlan.questionsAsked),
        difficultyLevel: z.optional(DifficultyLevel),
      })
      .check(...namesGuides),
    z.transform(asGuideList),
  ),
  status: 201,
  answer: Quiz,
  errors: [403, 404],
});

export const createOwnQuiz = defineCall({
  id: 'createOwnQuiz',
  service: 'study',
  method: 'POST',
  path: '/quizzes/own',
  summary: 'Make a quiz of the learner’s own questions on a study guide, beginning with this one',
  access: 'learner',
  creates: true,
  body: z.object({ title: Name, studyMaterialId: Id, question: NewQuestion }),
  status: 201,
  answer: Quiz,
  errors: [403, 404],
});

export const getStudyEngine = defineCall({
  id: 'getStudyEngine',
  service: 'study',
  method: 'GET',
  path: '/quizzes/generate/engine',
  summary: 'The engine that makes quizzes and decks now: which styles it follows depends on it',
  access: 'learner',
  status: 200,
  answer: Engine,
  errors: [],
});

export const getQuizProgress = defineCall({
  id: 'getQuizProgress',
  service: 'study',
  method: 'GET',
  path: '/quizzes/progress/:key',
  summary: 'How far the making of a quiz has come, by the Idempotency-Key of the call that makes it; 404 where this process makes none',
  access: 'learner',
  status: 200,
  answer: GenerationProgress,
  errors: [],
});

export const listQuizzes = defineCall({
  id: 'listQuizzes',
  service: 'study',
  method: 'GET',
  path: '/quizzes',
  summary: 'Quizzes, newest first; q searches title and description',
  access: 'learner',
  pages: true,
  query: ByMaterial,
  status: 200,
  answer: z.array(QuizListItem),
  errors: [],
});

export const getQuiz = defineCall({
  id: 'getQuiz',
  service: 'study',
  method: 'GET',
  path: '/quizzes/:id',
  summary: 'One quiz with its questions',
  access: 'learner',
  status: 200,
  answer: Quiz,
  errors: [],
});

export const updateQuiz = defineCall({
  id: 'updateQuiz',
  service: 'study',
  method: 'PUT',
  path: '/quizzes/:id',
  summary: 'Change title or description of a quiz',
  access: 'learner',
  body: z.object({ title: z.optional(Name), description: z.optional(text(sizes.description)) }),
  status: 200,
  answer: Quiz,
  errors: [409],
});

export const submitQuiz = defineCall({
  id: 'submitQuiz',
  service: 'study',
  method: 'POST',
  path: '/quizzes/:id/submit',
  summary: 'Hand in the chosen option texts, in question order; with questionIds the answers to these alone, which is no attempt',
  access: 'learner',
  creates: true,
  body: z.object({
    answers: z.array(text(sizes.option)).check(z.maxLength(sizes.questions)),
    /** Defaults to `practice`. */
    mode: z.optional(QuizMode),
    durationMs: z.optional(z.int().check(z.minimum(0), z.maximum(longestAttemptMs))),
    /** The ids of some of the questions, such as the missed ones. The attempt counts as review: nothing is stored and no score changes. */
    questionIds: z.optional(uniqueIds(sizes.questions)),
  }),
  status: 200,
  answer: QuizResults,
  errors: [],
});

export const listAttempts = defineCall({
  id: 'listAttempts',
  service: 'study',
  method: 'GET',
  path: '/quizzes/:id/attempts',
  summary: 'The latest 100 attempts at a quiz, newest first',
  access: 'learner',
  status: 200,
  answer: z.array(QuizAttempt),
  errors: [],
});

export const getAttempt = defineCall({
  id: 'getAttempt',
  service: 'study',
  method: 'GET',
  path: '/quizzes/:id/attempts/:attemptId',
  summary: 'One attempt: each question as it was, the answer given, and the right one',
  access: 'learner',
  status: 200,
  answer: QuizAttemptDetail,
  errors: [],
});

export const stopQuizGeneration = defineCall({
  id: 'stopQuizGeneration',
  service: 'study',
  method: 'DELETE',
  path: '/quizzes/:id/generation',
  summary: 'End the making of a quiz that still runs; what is there stays',
  access: 'learner',
  status: 200,
  answer: Quiz,
  errors: [],
});

export const exportQuiz = defineCall({
  id: 'exportQuiz',
  service: 'study',
  method: 'GET',
  path: '/quizzes/:id/export',
  summary: 'A quiz as a file: GIFT (Moodle), a QTI 2.1 content package, or comma-separated values',
  access: 'learner',
  query: z.object({ format: z.enum(['gift', 'qti', 'csv']) }),
  // GIFT files are plain text.
  answersFile: ['text/plain', 'application/zip', 'text/csv'],
  status: 200,
  answer: z.unknown(),
  errors: [],
});

export const copyQuiz = defineCall({
  id: 'copyQuiz',
  service: 'study',
  method: 'POST',
  path: '/quizzes/:id/copy',
  summary: 'Copy a quiz, without its attempts; it counts against the limits',
  access: 'learner',
  creates: true,
  status: 201,
  answer: Quiz,
  errors: [403],
});

export const deleteQuizzes = defineCall({
  id: 'deleteQuizzes',
  service: 'study',
  method: 'POST',
  path: '/quizzes/delete',
  summary: 'Delete up to 100 quizzes at once, each on its own',
  access: 'learner',
  body: BulkRequest,
  status: 200,
  answer: BulkResult,
  errors: [],
});

export const deleteQuiz = defineCall({
  id: 'deleteQuiz',
  service: 'study',
  method: 'DELETE',
  path: '/quizzes/:id',
  summary: 'Delete a quiz',
  access: 'learner',
  status: 200,
  answer: Deleted,
  errors: [],
});

export const regenerateQuiz = defineCall({
  id: 'regenerateQuiz',
  service: 'study',
  method: 'PUT',
  path: '/quizzes/:id/regenerate',
  summary: 'New questions for the same quiz, on the weak areas; premium',
  access: 'learner',
  creates: true,
  body: z.object({
    /** `null` for a quiz of several guides. */
    studyMaterialId: z.optional(z.nullable(Id)),
    weakAreas: z.optional(z.array(WeakArea).check(z.maxLength(100))),
    questionCount: countUpTo(premiumPlan.questionsAsked),
    difficultyLevel: z.optional(DifficultyLevel),
  }),
  status: 200,
  answer: Quiz,
  errors: [403],
});

export const addQuestion = defineCall({
  id: 'addQuestion',
  service: 'study',
  method: 'POST',
  path: '/quizzes/:id/questions',
  summary: 'Add a question of the learner’s own to a quiz, as its last one',
  access: 'learner',
  creates: true,
  body: NewQuestion,
  status: 201,
  answer: QuizQuestion,
  errors: [403],
});

export const updateQuestion = defineCall({
  id: 'updateQuestion',
  service: 'study',
  method: 'PUT',
  path: '/quizzes/:id/questions/:questionId',
  summary: 'Change a question: its text, its options, which one is right, its explanation, which only a written question may lack',
  access: 'learner',
  body: NewQuestion,
  status: 200,
  answer: Quiz,
  errors: [409],
});

export const deleteQuestion = defineCall({
  id: 'deleteQuestion',
  service: 'study',
  method: 'DELETE',
  path: '/quizzes/:id/questions/:questionId',
  summary: 'Delete a question; the last one goes with its quiz only',
  access: 'learner',
  query: RemovalReason,
  status: 200,
  answer: Deleted,
  errors: [409],
});

export const restoreQuestion = defineCall({
  id: 'restoreQuestion',
  service: 'study',
  method: 'POST',
  path: '/quizzes/:id/questions/:questionId/restore',
  summary: 'Put a dropped question back into its place; it may be made again',
  access: 'learner',
  status: 200,
  answer: QuizQuestion,
  errors: [409],
});

export const reportQuestion = defineCall({
  id: 'reportQuestion',
  service: 'study',
  method: 'POST',
  path: '/quizzes/:id/questions/:questionId/report',
  summary: 'Say what is wrong with a question',
  access: 'learner',
  body: Report,
  status: 200,
  answer: Message,
  errors: [409],
});

export const explainOption = defineCall({
  id: 'explainOption',
  service: 'study',
  method: 'POST',
  path: '/quizzes/:id/questions/:questionId/explain',
  summary: 'Why a wrong option of a question is wrong, from the passages of its guide; nothing is stored',
  access: 'learner',
  body: ExplainRequest,
  status: 200,
  answer: OptionExplanation,
  errors: [409],
});

export const createDeck = defineCall({
  id: 'createDeck',
  service: 'study',
  method: 'POST',
  path: '/flashcards',
  summary: 'Generate a flashcard deck from one study guide, or from up to 20',
  access: 'learner',
  creates: true,
  body: z.pipe(
    z
      .object({
        ...fromGuides,
        stylePreference: StylePreference,
        cardCount: countUpTo(premiumPlan.cardsAsked),
        difficultyLevel: z.optional(DifficultyLevel),
      })
      .check(...namesGuides),
    z.transform(asGuideList),
  ),
  status: 201,
  answer: FlashcardDeck,
  errors: [403, 404],
});

export const createOwnDeck = defineCall({
  id: 'createOwnDeck',
  service: 'study',
  method: 'POST',
  path: '/flashcards/own',
  summary: 'Make a deck of the learner’s own cards, on a study guide or without one',
  access: 'learner',
  creates: true,
  body: z.object({
    title: Name,
    studyMaterialId: z.optional(Id),
    cards: z.optional(z.array(CardEdit).check(z.maxLength(sizes.cards))),
  }),
  status: 201,
  answer: FlashcardDeck,
  errors: [403, 404],
});

export const importDecks = defineCall({
  id: 'importDecks',
  service: 'study',
  method: 'POST',
  path: '/flashcards/import',
  summary: 'Make decks of a package of Anki, with schedule and review log, or of a text with a card a line; all of them or none',
  access: 'learner',
  creates: true,
  encoding: 'multipart',
  fileTypes: deckFileTypes,
  body: DeckImportForm,
  status: 201,
  answer: DeckImport,
  errors: [403],
});

export const previewDeckImport = defineCall({
  id: 'previewDeckImport',
  service: 'study',
  method: 'POST',
  path: '/flashcards/import/preview',
  summary: 'What importing a file would make and leave out; nothing is stored',
  access: 'learner',
  encoding: 'multipart',
  fileTypes: deckFileTypes,
  body: DeckImportForm,
  status: 200,
  answer: DeckImportPreview,
  errors: [422],
});

export const addCardPicture = defineCall({
  id: 'addCardPicture',
  service: 'study',
  method: 'POST',
  path: '/flashcards/:id/pictures',
  summary: 'Add a picture to a deck, for its cards to name; the same picture again is the same one',
  access: 'learner',
  encoding: 'multipart',
  fileTypes: cardPictureTypes,
  body: z.object({ file: z.string() }),
  status: 201,
  answer: AddedPicture,
  errors: [409, 422],
});

export const showCardPicture = defineCall({
  id: 'showCardPicture',
  service: 'study',
  method: 'GET',
  path: '/flashcards/:id/pictures/:pictureId',
  summary: 'A picture of a card, by the address that the card has; 404 for every other address and after its end',
  access: 'public',
  networkLimit: 'pictures',
  ownerLimit: 'pictures',
  query: PictureSignature,
  answerType: pictureType,
  status: 200,
  answer: z.unknown(),
  errors: [],
});

export const getDeckProgress = defineCall({
  id: 'getDeckProgress',
  service: 'study',
  method: 'GET',
  path: '/flashcards/progress/:key',
  summary: 'How far the making of a deck has come, by the Idempotency-Key of the call that makes it; 404 where this process makes none',
  access: 'learner',
  status: 200,
  answer: GenerationProgress,
  errors: [],
});

export const listDecks = defineCall({
  id: 'listDecks',
  service: 'study',
  method: 'GET',
  path: '/flashcards',
  summary: 'Flashcard decks, newest first; q searches title and description',
  access: 'learner',
  pages: true,
  query: ByMaterial,
  status: 200,
  answer: z.array(FlashcardDeckListItem),
  errors: [],
});

export const getDeck = defineCall({
  id: 'getDeck',
  service: 'study',
  method: 'GET',
  path: '/flashcards/:id',
  summary: 'One deck with its cards',
  access: 'learner',
  status: 200,
  answer: FlashcardDeck,
  errors: [],
});

export const updateDeck = defineCall({
  id: 'updateDeck',
  service: 'study',
  method: 'PUT',
  path: '/flashcards/:id',
  summary: 'Change title, description or cards of a deck; with its revision, 409 when it was changed elsewhere',
  access: 'learner',
  body: z.object({
    title: z.optional(Name),
    description: z.optional(text(sizes.description)),
    cards: z.optional(z.array(z.extend(PicturedCardEdit, { _id: z.optional(Id) })).check(z.maxLength(sizes.cards))),
    /** The revision that the learner edited. Answered with 409 if the deck has changed since, so that no change is lost. */
    revision: z.optional(z.int()),
  }),
  status: 200,
  answer: FlashcardDeck,
  errors: [403, 409],
});

export const stopDeckGeneration = defineCall({
  id: 'stopDeckGeneration',
  service: 'study',
  method: 'DELETE',
  path: '/flashcards/:id/generation',
  summary: 'End the making of a deck that still runs; what is there stays',
  access: 'learner',
  status: 200,
  answer: FlashcardDeck,
  errors: [],
});

export const exportDeck = defineCall({
  id: 'exportDeck',
  service: 'study',
  method: 'GET',
  path: '/flashcards/:id/export',
  summary: 'A deck as a file: for Anki with schedule and review log, comma-separated values, or a card a line with a tab between its sides',
  access: 'learner',
  query: z.object({ format: z.enum(['apkg', 'csv', 'txt']) }),
  answersFile: [ankiType, 'text/csv', 'text/plain'],
  status: 200,
  answer: z.unknown(),
  errors: [],
});

export const copyDeck = defineCall({
  id: 'copyDeck',
  service: 'study',
  method: 'POST',
  path: '/flashcards/:id/copy',
  summary: 'Copy a deck, without its schedule; it counts against the limits',
  access: 'learner',
  creates: true,
  status: 201,
  answer: FlashcardDeck,
  errors: [403],
});

export const deleteDecks = defineCall({
  id: 'deleteDecks',
  service: 'study',
  method: 'POST',
  path: '/flashcards/delete',
  summary: 'Delete up to 100 decks at once, each on its own',
  access: 'learner',
  body: BulkRequest,
  status: 200,
  answer: BulkResult,
  errors: [],
});

export const deleteDeck = defineCall({
  id: 'deleteDeck',
  service: 'study',
  method: 'DELETE',
  path: '/flashcards/:id',
  summary: 'Delete a deck',
  access: 'learner',
  status: 200,
  answer: Deleted,
  errors: [],
});

export const generateCards = defineCall({
  id: 'generateCards',
  service: 'study',
  method: 'POST',
  path: '/flashcards/:id/generate',
  summary: 'Add ten cards to a deck; premium',
  access: 'learner',
  creates: true,
  body: z.object({ studyMaterialId: z.optional(z.nullable(Id)) }),
  status: 200,
  answer: NewCards,
  errors: [403],
});

export const askDifferently = defineCall({
  id: 'askDifferently',
  service: 'study',
  method: 'POST',
  path: '/flashcards/:id/cards/:cardId/ask-differently',
  summary: 'Make another card from the passage of a card, and suspend that one',
  access: 'learner',
  creates: true,
  status: 201,
  answer: Flashcard,
  errors: [403],
});

export const addCard = defineCall({
  id: 'addCard',
  service: 'study',
  method: 'POST',
  path: '/flashcards/:id/cards',
  summary: 'Add a card of the learner’s own to a deck, as its last one',
  access: 'learner',
  creates: true,
  body: PicturedCardEdit,
  status: 201,
  answer: Flashcard,
  errors: [403],
});

export const updateCard = defineCall({
  id: 'updateCard',
  service: 'study',
  method: 'PUT',
  path: '/flashcards/:id/cards/:cardId',
  summary: 'Change both sides of a card, and its pictures',
  access: 'learner',
  body: PicturedCardEdit,
  status: 200,
  answer: FlashcardDeck,
  errors: [409],
});

export const deleteCard = defineCall({
  id: 'deleteCard',
  service: 'study',
  method: 'DELETE',
  path: '/flashcards/:id/cards/:cardId',
  summary: 'Delete a card; the last one goes with its deck only',
  access: 'learner',
  query: RemovalReason,
  status: 200,
  answer: Deleted,
  errors: [409],
});

export const restoreCard = defineCall({
  id: 'restoreCard',
  service: 'study',
  method: 'POST',
  path: '/flashcards/:id/cards/:cardId/restore',
  summary: 'Put a dropped card back into its place; it may be made again',
  access: 'learner',
  status: 200,
  answer: Flashcard,
  errors: [409],
});

export const reportCard = defineCall({
  id: 'reportCard',
  service: 'study',
  method: 'POST',
  path: '/flashcards/:id/cards/:cardId/report',
  summary: 'Say what is wrong with a card',
  access: 'learner',
  body: Report,
  status: 200,
  answer: Message,
  errors: [409],
});
