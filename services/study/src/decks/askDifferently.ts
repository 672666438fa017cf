import { isDeepStrictEqual } from 'node:util';
import { sizes, type Flashcard, type ItemSource, type MaterialSource } from '@lectern/contracts';
import { DomainError, type Creation } from '@lectern/service-kit';
import { itemOf, requireRoom } from '../items/items.ts';
import { readSourcesOf } from '../items/sources.ts';
import { addUsage } from '../owned/generatedFields.ts';
import { changeOwned, wasApplied } from '../owned/changeOwned.ts';
import { getOwned } from '../owned/ownedResources.ts';
import { passageOf } from '../reviews/newItem.ts';
import type { DeckDocument } from '../store.ts';
import type { StudyContext } from '../StudyContext.ts';
import { deckKind, describedWith, knownFronts, withCards } from './deckDocument.ts';
import { makeCards } from './generateDeck.ts';
import { updateReviewItem } from '../reviews/itemChoices.ts';

/** The number of requested cards. The first one that cites the same paragraph is used, or else the first. */
const candidates = 3;
/** In a text without headings: the number of paragraphs to use on each side of the cited one. */
const paragraphsBeside = 2;

type Pointer = ItemSource['pointer'];

/** Returns the part of a source around a card's passage: its slide or section. Without headings, the paragraphs around it. */
export const surroundingsOf = ({ source, ...material }: MaterialSource, pointer: Pointer): MaterialSource => {
  const { passages } = source;
  const within = (kept: typeof passages): MaterialSource => ({ ...material, source: { ...source, passages: kept } });
  if (pointer.kind === 'slide')
    return within(passages.filter((each) => each.pointer.kind === 'slide' && each.pointer.slide === pointer.slide));
  const index = passages.findIndex((each) => isDeepStrictEqual(each.pointer, pointer));
  const heading = passages.findLastIndex(({ kind }, place) => kind === 'title' && place <= index);
  if (index === -1) return within([]);
  if (heading === -1) return within(passages.slice(Math.max(0, index - paragraphsBeside), index + paragraphsBeside + 1));
  const next = passages.findIndex(({ kind }, place) => kind === 'title' && place > index);
  return within(passages.slice(heading, next === -1 ? passages.length : next));
};

/**
 * Generates another card from a card's passage.
 *
 * @throws DomainError `conflict` without a passage or guide, `too_little_material` if the passage supports no other card
 */
async function makeAlternative(study: StudyContext, userId: string, deck: DeckDocument, { source }: Flashcard, requestId: string) {
  const guide = passageOf(deck, source).studyMaterialId;
  if (!source || guide === '') throw new DomainError('conflict', 'This card is not linked to a passage of a guide. Edit it instead.');
  const origin = { studyMaterialId: guide, isSourceDeleted: deck.isSourceDeleted };
  const [material] = await readSourcesOf(study, userId, origin, 'deck', requestId);
  const made = await makeCards(study, userId, material ? [surroundingsOf(material, source.pointer)] : [], {
    count: candidates,
    stylePreference: deck.stylePreference ?? undefined,
    difficultyLevel: deck.difficultyLevel,
    avoidFronts: knownFronts(deck),
  });
  // Stops the generation of further cards: the first ones are enough.
  made.rest?.stop();
  const known = new Set(knownFronts(deck));
  const others = made.cards.filter(({ front }) => !known.has(front));
  const card = others.find((each) => isDeepStrictEqual(each.source?.pointer, source.pointer)) ?? others[0];
  if (!card) throw new DomainError('too_little_material', 'No other card can be made from its passage. Edit this one instead.');
  const { studyMaterialId, studyMaterialTitle } = source;
  const ofGuide = {
    ...(studyMaterialId !== undefined && { studyMaterialId }),
    ...(studyMaterialTitle !== undefined && { studyMaterialTitle }),
  };
  return { card: { ...card, ...(card.source && { source: { ...card.source, ...ofGuide } }) }, usage: made.usage };
}

/**
 * Generates another card from a card's passage, appends it to the deck, and suspends the original. The new card starts without a history, because
 * reviews of the original predict little about it.
 *
 * @throws DomainError also `premium_required`, as for all additional cards, and `limit_reached` above the plan's number of cards
 */
export async function askDifferently(
  study: StudyContext,
  userId: string,
  id: string,
  cardId: string,
  { creation, requestId }: { creation: Creation; requestId: string },
): Promise<Flashcard> {
  const deck = await getOwned(study, deckKind, userId, id);
  const former = itemOf(deck.cards, cardId, 'card');
  if (!wasApplied(deck, creation)) {
    const { cardsPerDeck, canRegenerate } = await study.plans.planOf(userId);
    if (!canRegenerate) throw new DomainError('premium_required', 'Asking differently is part of Premium. Upgrade to use it.');
    const requireRoomFor = ({ cards }: DeckDocument): void =>
      requireRoom(cards.length + 1, { name: 'card', limit: cardsPerDeck, most: sizes.cards });
    requireRoomFor(deck);
    const { card, usage } = await makeAlternative(study, userId, deck, former, requestId);
    const addOne = (current: DeckDocument) => {
      requireRoomFor(current);
      return {
        ...withCards(current, [...current.cards, { _id: creation.newId, ...card }]),
        usage: addUsage(current.usage, usage),
        ...describedWith(current, current.cards.length + 1),
      };
    };
    await changeOwned(study, deckKind, userId, id, addOne, creation);
  }
  await updateReviewItem(study, userId, 'card', cardId, { suspended: true });
  return itemOf((await getOwned(study, deckKind, userId, id)).cards, creation.newId, 'card');
}
