import { sizes, type FlashcardDeck, type Quiz } from '@lectern/contracts';
import { newId } from '@lectern/document-store';
import type { Creation, Plans } from '@lectern/service-kit';
import type { DeckDocument, QuizDocument } from '../store.ts';
import type { CardPictures } from './createCardPictures.ts';
import { asDeck, type OwnedDecks } from './deckDocument.ts';
import { deckLimit } from './deckLimit.ts';
import { requireRoom } from './items.ts';
import { asQuiz, type OwnedQuizzes } from './quizDocument.ts';
import { quizLimit } from './quizLimit.ts';
import { copyTitle } from './titles.ts';

export interface CopyDependencies<Own> {
  own: Own;
  plans: Plans;
  clock: () => Date;
}

/** Items under new ids, so that the copy shares no reviews with the original. */
const withNewIds = <T extends { _id: string }>(items: readonly T[], clock: () => Date): T[] =>
  items.map((item) => ({ ...item, _id: newId(() => clock().getTime()) }));

/** What an import says of a deck. */
type ImportedFields = Partial<Pick<DeckDocument, 'togetherWith' | 'path' | 'importedTitle' | 'importedAs'>>;

/** The fields of the original without its model usage and import, with a new creation time. A copy has a name and cards of its own in Anki. */
const asNew = <T extends QuizDocument | DeckDocument>(
  {
    usage: _usage,
    generation: _generation,
    togetherWith: _together,
    path: _path,
    importedTitle: _importedTitle,
    importedAs: _importedAs,
    ...original
  }: T & ImportedFields,
  clock: () => Date,
) => ({
  ...original,
  createdAt: clock().toISOString(),
});

/** Copying quizzes. */
export const createQuizCopies = ({ own, plans, clock }: CopyDependencies<OwnedQuizzes>) => ({
  /** Copies a quiz without its attempts. @throws DomainError `limit_reached`, also for more questions than the plan has */
  async copy(userId: string, id: string, creation: Creation): Promise<Quiz> {
    const plan = await plans.planOf(userId);
    const copied = await own.create({ userId, creation, ...quizLimit(plan) }, async () => {
      const { results: _results, ...original } = await own.get(userId, id);
      requireRoom(original.questions.length, { name: 'question', limit: plan.questionLimit, most: sizes.questions });
      return {
        ...asNew(original, clock),
        title: copyTitle(original.title, await own.titlesBeside(userId, original.studyMaterialId)),
        questions: withNewIds(original.questions, clock),
        currentScore: 0,
        attempts: 0,
        scoreSum: 0,
        recentScores: [],
        attemptLog: [],
      };
    });
    return asQuiz(copied, clock());
  },
});

/** Copying decks. */
export const createDeckCopies = ({
  own,
  plans,
  pictures,
  clock,
}: CopyDependencies<OwnedDecks> & { pictures: Pick<CardPictures, 'copy'> }) => ({
  /** Copies a deck. @throws DomainError `limit_reached`, also for more cards than the plan has */
  async copy(userId: string, id: string, creation: Creation): Promise<FlashcardDeck> {
    const plan = await plans.planOf(userId);
    const copied = await own.create({ userId, creation, ...deckLimit(plan) }, async () => {
      const original = await own.get(userId, id);
      requireRoom(original.cards.length, { name: 'card', limit: plan.cardsPerDeck, most: sizes.cards });
      await pictures.copy(userId, original, creation.newId);
      return {
        ...asNew(original, clock),
        title: copyTitle(original.title, await own.titlesBeside(userId, original.studyMaterialId)),
        cards: withNewIds(original.cards, clock),
      };
    });
    return asDeck(copied, clock());
  },
});
