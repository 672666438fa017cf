import type { ReviewItem, ReviewItemKind } from '@lectern/contracts';
import { createNames, writeCommaSeparated } from '@lectern/exchange';
import { asJson, asJsonList, DomainError, eachOf, type AccountExportFile, type ExportAccountFiles } from '@lectern/service-kit';
import type { Reviews } from '../reviews/createReviews.ts';
import type { CardPictures } from './createCardPictures.ts';
import type { Decks } from './createDecks.ts';
import type { Quizzes } from './createQuizzes.ts';
import type { StudyThreads } from './StudyThreads.ts';

export interface StudyFilesDependencies {
  quizzes: Pick<Quizzes, 'list' | 'get' | 'listAttempts' | 'getAttempt'>;
  decks: Pick<Decks, 'list' | 'get'>;
  pictures: Pick<CardPictures, 'read'>;
  reviews: Pick<Reviews, 'eachItem' | 'eachEndedItem' | 'getItem' | 'getSettings'> & { exams: Pick<Reviews['exams'], 'list'> };
  threads: StudyThreads;
}

/** An item with its schedule and its history. Of a deleted item only the history is kept. */
interface ReviewedItem extends Partial<Omit<ReviewItem, 'reviews'>>, Pick<ReviewItem, 'reviews'> {
  itemId: string;
  kind: ReviewItemKind;
  /** Its deck or quiz. Absent for a deleted item. */
  parentId?: string;
}

const textOf = ({ bytes }: { bytes: Uint8Array }): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** The result of a read; `undefined` when its object was deleted meanwhile. */
const unlessDeleted = async <T>(read: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return undefined;
    throw error;
  }
};

async function* quizFiles({ quizzes, threads }: StudyFilesDependencies, userId: string): AsyncIterable<AccountExportFile> {
  const nameOf = createNames();
  for await (const { _id } of eachOf((after) => quizzes.list(userId, { after }))) {
    const quiz = await unlessDeleted(() => quizzes.get(userId, _id));
    if (!quiz) continue;
    const name = `quizzes/${nameOf(quiz.title)}`;
    yield { name: `${name}.csv`, content: textOf(await threads.run(userId, 'exportQuiz', { quiz, format: 'csv' })) };
    yield { name: `${name}.json`, content: await asJson(quiz) };
    const attempts = (await unlessDeleted(() => quizzes.listAttempts(userId, _id))) ?? [];
    const detailed = async function* () {
      for (const attempt of attempts) {
        const found = await unlessDeleted(() => quizzes.getAttempt(userId, _id, attempt._id));
        if (found) yield found.attempt;
      }
    };
    if (attempts.length > 0) yield { name: `${name} (attempts).json`, content: asJsonList(detailed()) };
  }
}

async function* deckFiles({ decks, pictures, threads }: StudyFilesDependencies, userId: string): AsyncIterable<AccountExportFile> {
  const nameOf = createNames();
  for await (const { _id } of eachOf((after) => decks.list(userId, { after }))) {
    const deck = await unlessDeleted(() => decks.get(userId, _id));
    if (!deck) continue;
    const name = `flashcards/${nameOf(deck.title)}`;
    yield { name: `${name}.csv`, content: textOf(await threads.run(userId, 'exportDeckText', { deck, format: 'csv' })) };
    yield { name: `${name}.json`, content: await asJson(deck) };
    for (const id of new Set(deck.cards.flatMap((card) => card.pictures?.map((picture) => picture.id) ?? []))) {
      const content = await pictures.read(userId, _id, id);
      if (content) yield { name: `${name} (pictures)/${id}.webp`, content };
    }
  }
}

async function* reviewedItems({ reviews }: StudyFilesDependencies, userId: string): AsyncIterable<ReviewedItem> {
  for await (const { itemId, kind, parentId } of reviews.eachItem(userId)) {
    const item = await unlessDeleted(() => reviews.getItem(userId, kind, itemId));
    if (item) yield { itemId, kind, parentId, ...item };
  }
  yield* reviews.eachEndedItem(userId);
}

/** The review log as CSV, one line per review. */
async function* reviewLines(items: AsyncIterable<ReviewedItem>): AsyncIterable<string> {
  yield writeCommaSeparated([['Item', 'Kind', 'Deck or quiz', 'Answered at', 'Rating', 'Duration in ms']]);
  for await (const { itemId, kind, parentId, reviews } of items)
    // An item without reviews has no lines. The empty part is sent all the same, so that the reader does not time out.
    yield reviews.length === 0
      ? ''
      : writeCommaSeparated(
          reviews.map(({ answeredAt, rating, durationMs }) => [itemId, kind, parentId ?? '', answeredAt, rating, String(durationMs ?? '')]),
          { isContinued: true },
        );
}

/** Study's part of an account's export: quizzes with their attempts, decks, and the whole log of reviews. */
export const createStudyFiles = (dependencies: StudyFilesDependencies): ExportAccountFiles =>
  async function* (userId): AsyncIterable<AccountExportFile> {
    const { reviews } = dependencies;
    yield* quizFiles(dependencies, userId);
    yield* deckFiles(dependencies, userId);
    yield { name: 'reviews.csv', content: reviewLines(reviewedItems(dependencies, userId)) };
    yield { name: 'reviews.json', content: asJsonList(reviewedItems(dependencies, userId)) };
    yield { name: 'review-settings.json', content: await asJson(await reviews.getSettings(userId)) };
    yield { name: 'exams.json', content: await asJson(await reviews.exams.list(userId)) };
  };
