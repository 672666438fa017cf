import type { ReviewItem, ReviewItemKind } from '@lectern/contracts';
import { createNames, writeCommaSeparated } from '@lectern/exchange';
import { asJson, asJsonList, DomainError, eachOf, type AccountExportFile, type ExportAccountFiles } from '@lectern/service-kit';
import { readCardPicture } from './decks/cardPictures.ts';
import { getDeck, listDecks } from './decks/decks.ts';
import { getAttempt, listAttempts } from './quizzes/attempts.ts';
import { getQuiz, listQuizzes } from './quizzes/quizzes.ts';
import type { StudyContext } from './StudyContext.ts';
import { listExams } from './exams/exams.ts';
import { getReviewItem } from './reviews/itemChoices.ts';
import { eachEndedItem, eachItem } from './reviews/reviewItems.ts';
import { getReviewSettings } from './reviews/reviewSettings.ts';

/** An item with its schedule and history. For a deleted item only the history remains. */
interface ReviewedItem extends Partial<Omit<ReviewItem, 'reviews'>>, Pick<ReviewItem, 'reviews'> {
  itemId: string;
  kind: ReviewItemKind;
  /** Its deck or quiz. Absent for a deleted item. */
  parentId?: string;
}

const textOf = ({ bytes }: { bytes: Uint8Array }): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** Returns the result of a read; `undefined` if the object was deleted since. */
const unlessDeleted = async <T>(read: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return undefined;
    throw error;
  }
};

async function* quizFiles(study: StudyContext, userId: string): AsyncIterable<AccountExportFile> {
  const nameOf = createNames();
  for await (const { _id } of eachOf((after) => listQuizzes(study, userId, { after }))) {
    const quiz = await unlessDeleted(() => getQuiz(study, userId, _id));
    if (!quiz) continue;
    const name = `quizzes/${nameOf(quiz.title)}`;
    yield { name: `${name}.csv`, content: textOf(await study.threads.run(userId, 'exportQuiz', { quiz, format: 'csv' })) };
    yield { name: `${name}.json`, content: await asJson(quiz) };
    const attempts = (await unlessDeleted(() => listAttempts(study, userId, _id))) ?? [];
    const detailed = async function* () {
      for (const attempt of attempts) {
        const found = await unlessDeleted(() => getAttempt(study, userId, _id, attempt._id));
        if (found) yield found.attempt;
      }
    };
    if (attempts.length > 0) yield { name: `${name} (attempts).json`, content: asJsonList(detailed()) };
  }
}

async function* deckFiles(study: StudyContext, userId: string): AsyncIterable<AccountExportFile> {
  const nameOf = createNames();
  for await (const { _id } of eachOf((after) => listDecks(study, userId, { after }))) {
    const deck = await unlessDeleted(() => getDeck(study, userId, _id));
    if (!deck) continue;
    const name = `flashcards/${nameOf(deck.title)}`;
    yield { name: `${name}.csv`, content: textOf(await study.threads.run(userId, 'exportDeckText', { deck, format: 'csv' })) };
    yield { name: `${name}.json`, content: await asJson(deck) };
    for (const id of new Set(deck.cards.flatMap((card) => card.pictures?.map((picture) => picture.id) ?? []))) {
      const content = await readCardPicture(study, userId, _id, id);
      if (content) yield { name: `${name} (pictures)/${id}.webp`, content };
    }
  }
}

async function* reviewedItems(study: StudyContext, userId: string): AsyncIterable<ReviewedItem> {
  for await (const { itemId, kind, parentId } of eachItem(study, userId)) {
    const item = await unlessDeleted(() => getReviewItem(study, userId, kind, itemId));
    if (item) yield { itemId, kind, parentId, ...item };
  }
  yield* eachEndedItem(study, userId);
}

/** Formats the review log as CSV, one line per review. */
async function* reviewLines(items: AsyncIterable<ReviewedItem>): AsyncIterable<string> {
  yield writeCommaSeparated([['Item', 'Kind', 'Deck or quiz', 'Answered at', 'Rating', 'Duration in ms', 'Evidence']]);
  for await (const { itemId, kind, parentId, reviews } of items)
    // An item without reviews has no lines. The empty part is still sent, so that the reader does not time out.
    yield reviews.length === 0
      ? ''
      : writeCommaSeparated(
          reviews.map(({ answeredAt, rating, durationMs, evidence = 'review' }) => [
            ...[itemId, kind, parentId ?? '', answeredAt, rating, String(durationMs ?? ''), evidence],
          ]),
          { isContinued: true },
        );
}

/** Creates study's part of an account export: quizzes with their attempts, decks, and the complete review log. */
export const exportFiles = (study: StudyContext): ExportAccountFiles =>
  async function* (userId): AsyncIterable<AccountExportFile> {
    yield* quizFiles(study, userId);
    yield* deckFiles(study, userId);
    yield { name: 'reviews.csv', content: reviewLines(reviewedItems(study, userId)) };
    yield { name: 'reviews.json', content: asJsonList(reviewedItems(study, userId)) };
    yield { name: 'review-settings.json', content: await asJson(await getReviewSettings(study, userId)) };
    yield { name: 'exams.json', content: await asJson(await listExams(study, userId)) };
    yield { name: 'links-to-quizzes-and-decks.json', content: await asJson(await study.shareLinks.list(userId)) };
  };
