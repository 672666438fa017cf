import { sizes, titleFrom, type DifficultyLevel, type FlashcardDeck } from '@lectern/contracts';
import { newId } from '@lectern/document-store';
import { DomainError, type Creation } from '@lectern/service-kit';
import { asDeck, deckDescription } from './deckDocument.ts';
import { deckLimit } from './deckLimit.ts';
import { generatedFields } from './generatedFields.ts';
import { askedCount, chosenGuides, type GuideChoice } from './GuideChoice.ts';
import { createCardMaker, followCards, generationOf, type DeckGenerationDependencies } from './makeCards.ts';
import { fewestItems, type MadeCards, type MadeItems } from './StudyContent.ts';
import { distinctTitle } from './titles.ts';

export interface DeckRequest extends GuideChoice {
  stylePreference?: string | null | undefined;
  cardCount?: number | undefined;
  difficultyLevel?: DifficultyLevel | undefined;
}

/** Generating decks. */
export function createDeckGeneration(dependencies: DeckGenerationDependencies) {
  const { own, sources, plans, clock } = dependencies;
  const makeCards = createCardMaker(dependencies);
  return {
    async create(userId: string, body: DeckRequest, creation: Creation, requestId: string, key?: string): Promise<FlashcardDeck> {
      const plan = await plans.planOf(userId);
      const count = askedCount(body.cardCount, plan.cardsAsked, 'cards');
      const runId = creation.newId;
      let made: MadeItems<MadeCards> | undefined;
      const deck = await own.create({ userId, creation, ...deckLimit(plan) }, async () => {
        const materials = await sources.read(userId, chosenGuides(body), requestId);
        const stylePreference = body.stylePreference || undefined;
        const { difficultyLevel } = body;
        made = await makeCards(userId, materials, { count, stylePreference, difficultyLevel, key });
        if (made.cards.length < fewestItems)
          throw new DomainError(
            'too_little_material',
            'This study guide has too little material for flashcards. Add more content, or write your own cards.',
          );
        const { generatedBy } = made;
        const fields = generatedFields(made, { generatedBy, materials, stylePreference, now: clock() });
        const title = titleFrom(`Flashcards: ${fields.studyMaterialTitle}`, sizes.title, 'Flashcards');
        return {
          ...fields,
          generation: generationOf(made, runId, count, made.cards.length, clock()),
          title: distinctTitle(title, await own.titlesBeside(userId, fields.studyMaterialId)),
          description: deckDescription(made.cards.length, fields.studyMaterialTitle),
          cards: made.cards.map((card) => ({ _id: newId(() => clock().getTime()), ...card })),
          removedFronts: [],
          ...(difficultyLevel && { difficultyLevel }),
        };
      });
      if (made) followCards(dependencies, { userId, id: deck._id, runId, asked: count, first: deck.cards }, made);
      return asDeck(deck, clock());
    },
  };
}
