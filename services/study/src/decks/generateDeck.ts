import {
  newCardsAsked,
  sizes,
  titleFrom,
  type DifficultyLevel,
  type Flashcard,
  type FlashcardDeck,
  type MaterialSource,
  type NewCards,
  type Plan,
  type Shortfall,
} from '@lectern/contracts';
import { newId } from '@lectern/document-store';
import { DomainError, endedGeneration, runningGeneration, type StoredGeneration } from '@lectern/service-kit';
import { listDropped } from '../items/droppedItems.ts';
import { guidesOf, readSources, readSourcesOf } from '../items/sources.ts';
import { addUsage, askedCount, generatedFields, type GenerationRequest } from '../owned/generatedFields.ts';
import { changeOwned, wasApplied } from '../owned/changeOwned.ts';
import { followGeneration } from '../owned/followGeneration.ts';
import { createOwned, getOwned, readPlan, titlesOfGuide } from '../owned/ownedResources.ts';
import { distinctTitle } from '../owned/titles.ts';
import type { DeckDocument } from '../store.ts';
import { fewestItems, type MadeCards, type MadeItems, type StudyContent } from '../StudyContent.ts';
import type { StudyContext } from '../StudyContext.ts';
import { addedCardId, addedCards, deckDescription, deckKind, deckLimit, describedWith, knownFronts } from './deckDocument.ts';
import { deckAnswer } from './showDeck.ts';

export interface DeckRequest {
  studyMaterialIds: readonly string[];
  stylePreference?: string | null | undefined;
  cardCount?: number | undefined;
  difficultyLevel?: DifficultyLevel | undefined;
}

/** Generates cards, except those that the learner dropped. */
export async function makeCards(
  study: StudyContext,
  userId: string,
  materials: readonly MaterialSource[],
  options: Parameters<StudyContent['cards']>[2],
): Promise<MadeItems<MadeCards>> {
  return study.content.cards(userId, materials, { ...options, dropped: await listDropped(study, userId, materials, 'card') });
}

/** The state of the generation at the answer. */
const generationOf = ({ rest }: MadeItems<MadeCards>, runId: string, asked: number, made: number, now: Date): StoredGeneration =>
  rest ? runningGeneration(runId, asked, made, now) : endedGeneration(asked, made);

/** Appends the cards that are generated after the answer. A card that the learner deleted is not added again. */
function followCards(
  study: StudyContext,
  { userId, id, runId, asked, first }: { userId: string; id: string; runId: string; asked: number; first: readonly Flashcard[] },
  { rest }: MadeItems<MadeCards>,
): void {
  if (!rest) return;
  const given = new Set(first.map(({ front }) => front));
  const added = (deck: DeckDocument, { cards: all, usage, shortfall, limitation }: MadeCards, isWhole: boolean) => {
    const known = new Set(knownFronts(deck));
    const further = all
      .filter(({ front }) => !given.has(front) && !known.has(front))
      .slice(0, Math.min(asked - given.size, sizes.cards - deck.cards.length))
      .map((card): Flashcard => ({ _id: newId(() => study.clock().getTime()), ...card }));
    for (const { front } of further) given.add(front);
    const cards = [...deck.cards, ...further];
    const change = {
      cards,
      ...describedWith(deck, cards.length),
      ...(isWhole && { usage: addUsage(deck.usage, usage), shortfall, limitation }),
    };
    return { change, made: given.size };
  };
  followGeneration(study, deckKind, { userId, id, runId, rest, added });
}

/** Generates a deck from guides. @throws DomainError `limit_reached`, `not_found`, `too_large`, `too_little_material` */
export async function createDeck(
  study: StudyContext,
  userId: string,
  body: DeckRequest,
  { creation, requestId, idempotencyKey: key }: GenerationRequest,
): Promise<FlashcardDeck> {
  const { clock } = study;
  const { plan, isFirst } = await readPlan(study, deckKind, userId);
  const count = askedCount(body.cardCount, plan.cardsAsked, 'cards');
  const runId = creation.newId;
  let made: MadeItems<MadeCards> | undefined;
  const make = async () => {
    const materials = await readSources(study, userId, body.studyMaterialIds, requestId);
    const stylePreference = body.stylePreference || undefined;
    const { difficultyLevel } = body;
    made = await makeCards(study, userId, materials, { count, stylePreference, difficultyLevel, key });
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
      title: distinctTitle(title, await titlesOfGuide(study, deckKind, userId, fields.studyMaterialId)),
      description: deckDescription(made.cards.length, fields.studyMaterialTitle),
      cards: made.cards.map((card) => ({ _id: newId(() => clock().getTime()), ...card })),
      removedFronts: [],
      ...(difficultyLevel && { difficultyLevel }),
    };
  };
  const deck = await createOwned(study, deckKind, { userId, creation, isFirst, ...deckLimit(plan) }, make, deckAnswer(study));
  if (made) followCards(study, { userId, id: deck._id, runId, asked: count, first: deck.cards }, made);
  return deck;
}

const shortfallOf = (made: number, reason: string | undefined): Shortfall | undefined =>
  made < newCardsAsked
    ? { asked: newCardsAsked, made, reason: reason ?? `${made} more good ${made === 1 ? 'card was' : 'cards were'} found.` }
    : undefined;

/**
 * Returns how many cards may be added.
 *
 * @throws DomainError `conflict` for another guide or a deck without one, `premium_required`, `too_little_material` for a full deck
 */
const addableCards = (deck: DeckDocument, { canRegenerate }: Plan, studyMaterialId: string | null | undefined): number => {
  if (guidesOf(deck).studyMaterialIds.length === 0)
    throw new DomainError('conflict', 'This deck has no study guide to make cards from. You can write cards yourself.');
  if (studyMaterialId && studyMaterialId !== deck.studyMaterialId)
    throw new DomainError('conflict', 'This deck belongs to another study guide.', {
      errors: [{ path: 'studyMaterialId', message: 'Not the guide of this deck' }],
    });
  if (!canRegenerate) throw new DomainError('premium_required', 'New cards are part of Premium. Upgrade to generate more.');
  const count = Math.min(newCardsAsked, sizes.cards - deck.cards.length);
  if (count <= 0) throw new DomainError('too_little_material', `A deck holds at most ${sizes.cards} cards.`);
  return count;
};

/** Adds ten cards that repeat no existing one, or as many as the material still supports. */
export async function generateCards(
  study: StudyContext,
  userId: string,
  id: string,
  studyMaterialId: string | null | undefined,
  { creation, requestId, idempotencyKey: key }: GenerationRequest,
): Promise<NewCards> {
  const deck = await getOwned(study, deckKind, userId, id);
  if (wasApplied(deck, creation)) return { newCards: addedCards(deck, creation), flashcardId: id };
  const count = addableCards(deck, await study.plans.planOf(userId), studyMaterialId);
  const materials = await readSourcesOf(study, userId, deck, 'deck', requestId);
  const stylePreference = deck.stylePreference ?? undefined;
  const { difficultyLevel } = deck;
  const options = { count, stylePreference, difficultyLevel, avoidFronts: knownFronts(deck), key };
  const made = await makeCards(study, userId, materials, options);
  const runId = creation.newId;
  if (made.cards.length === 0) throw new DomainError('too_little_material', 'No more cards can be made from this study guide.');
  let newCards: Flashcard[] = [];
  const addCards = (current: DeckDocument) => {
    // A concurrent request may have added or removed cards.
    const fronts = new Set(knownFronts(current));
    newCards = made.cards
      .filter((card) => !fronts.has(card.front))
      .slice(0, sizes.cards - current.cards.length)
      .map((card, index) => ({ _id: addedCardId(creation, index), ...card }));
    const generation = generationOf(made, runId, count, newCards.length, study.clock());
    return { cards: [...current.cards, ...newCards], usage: addUsage(current.usage, made.usage), generation };
  };
  await changeOwned(study, deckKind, userId, id, addCards, creation);
  followCards(study, { userId, id, runId, asked: count, first: newCards }, made);
  const shortfall = made.rest ? undefined : shortfallOf(newCards.length, made.shortfall?.reason);
  const { notice } = made;
  return { newCards, flashcardId: id, ...(shortfall && { shortfall }), ...(notice !== undefined && { notice }) };
}
