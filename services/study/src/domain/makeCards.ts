import { sizes, type Flashcard } from '@lectern/contracts';
import { newId } from '@lectern/document-store';
import { endedGeneration, runningGeneration, type Plans, type StoredGeneration } from '@lectern/service-kit';
import type { DeckDocument } from '../store.ts';
import { addUsage } from './addUsage.ts';
import type { DroppedItems } from './createDroppedItems.ts';
import type { Sources } from './createSources.ts';
import { deckDescription, knownFronts, type OwnedDecks } from './deckDocument.ts';
import { followGeneration } from './followGeneration.ts';
import type { MadeCards, MadeItems, StudyContent } from './StudyContent.ts';

export interface DeckGenerationDependencies {
  own: OwnedDecks;
  content: StudyContent;
  sources: Sources;
  dropped: Pick<DroppedItems, 'of'>;
  plans: Plans;
  clock: () => Date;
}

/** Makes cards, but none that the learner dropped. */
export const createCardMaker =
  ({ content, dropped }: Pick<DeckGenerationDependencies, 'content' | 'dropped'>): StudyContent['cards'] =>
  async (userId, materials, options) =>
    content.cards(userId, materials, { ...options, dropped: await dropped.of(userId, materials, 'card') });

/** The generation of cards at the answer. */
export const generationOf = ({ rest }: MadeItems<MadeCards>, runId: string, asked: number, made: number, now: Date): StoredGeneration =>
  rest ? runningGeneration(runId, asked, made, now) : endedGeneration(asked, made);

/** Adds the cards that are made after the answer, behind the others. One that the learner deleted does not come back. */
export const followCards = (
  { own, content, clock }: Pick<DeckGenerationDependencies, 'own' | 'content' | 'clock'>,
  { userId, id, runId, asked, first }: { userId: string; id: string; runId: string; asked: number; first: readonly Flashcard[] },
  { rest }: MadeItems<MadeCards>,
): void => {
  if (!rest) return;
  const given = new Set(first.map(({ front }) => front));
  followGeneration<DeckDocument, MadeCards>(
    { own, follow: content.follow, clock },
    {
      userId,
      id,
      runId,
      rest,
      added: (deck, { cards: all, usage, shortfall, limitation }, isWhole) => {
        const known = new Set(knownFronts(deck));
        const added = all
          .filter(({ front }) => !given.has(front) && !known.has(front))
          .slice(0, Math.min(asked - given.size, sizes.cards - deck.cards.length))
          .map((card): Flashcard => ({ _id: newId(() => clock().getTime()), ...card }));
        for (const { front } of added) given.add(front);
        const cards = [...deck.cards, ...added];
        const isAsMade = deck.description === deckDescription(deck.cards.length, deck.studyMaterialTitle);
        return {
          change: {
            cards,
            ...(isAsMade && { description: deckDescription(cards.length, deck.studyMaterialTitle) }),
            ...(isWhole && { usage: addUsage(deck.usage, usage), shortfall, limitation }),
          },
          made: given.size,
        };
      },
    },
  );
};
