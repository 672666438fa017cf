import type { ReviewSummary } from '@lectern/contracts';
import { maybeYield, toUpdate, type Write } from '@lectern/document-store';
import type { ScheduleContext } from '../StudyContext.ts';
import type { DayCounts } from './countInDeck.ts';
import { readAll } from './readAll.ts';
import type { ReviewItemDocument } from './reviewCollections.ts';
import { knownDecksCollection, recallUnit, type KnownDeckDocument, type QueueGroup } from './reviewFigures.ts';
import { recallOn, type Weighted } from './scheduleOf.ts';
import { scheduleOfItem } from './scheduleOfItem.ts';

type DeckFigures = ReviewSummary['decks'][number];
type StoredFigures = NonNullable<KnownDeckDocument['todayFigures']>;

/**
 * The maximum number of cards that one call reads to recount decks. For further decks it reads only what is due, and shows the mean recall of an
 * earlier day until the next call.
 */
const cardsRead = 10_000;

/** A card's contribution to the figures of its deck. */
interface CardShare {
  /** `undefined` if it is not in today's queue. */
  group: Omit<QueueGroup, 'count'> | undefined;
  recall: number;
}

const isGroup = (group: Omit<QueueGroup, 'count'>, other: Omit<QueueGroup, 'count'>): boolean =>
  group.place === other.place && group.studyMaterialId === other.studyMaterialId && group.passage === other.passage;

const addTo = (figures: StoredFigures, { group, recall }: CardShare, times: 1 | -1): StoredFigures => {
  const counted = { ...figures, recall: figures.recall + times * recall };
  if (!group) return counted;
  const known = figures.groups.find((each) => isGroup(each, group));
  const next = { ...group, count: (known?.count ?? 0) + times };
  return { ...counted, groups: [...figures.groups.filter((each) => each !== known), ...(next.count === 0 ? [] : [next])] };
};

const shareOf = (item: ReviewItemDocument, { day, dayEndsAt }: Pick<StoredFigures, 'day' | 'dayEndsAt'>, weighted: Weighted): CardShare => {
  const { place, studyMaterialId, passage, due } = item;
  const schedule = scheduleOfItem(item);
  const isQueued = due <= dayEndsAt && (place === 'learning' || place === 'review' || place === 'new');
  return {
    group: isQueued ? { place, studyMaterialId, passage } : undefined,
    recall: schedule ? Math.round(recallOn(day, schedule, weighted) / recallUnit) : 0,
  };
};

/** Computes the figures of all cards of a deck. */
const figuresOf = async (
  cards: readonly ReviewItemDocument[],
  { version }: KnownDeckDocument,
  { today: day, dayEnd: dayEndsAt, own }: DayCounts,
): Promise<StoredFigures> => {
  const figures = { version, day, dayEndsAt, recall: 0, cards: cards.length };
  const groups = new Map<string, QueueGroup>();
  for (const card of cards) {
    await maybeYield();
    const { group, recall } = shareOf(card, figures, own);
    figures.recall += recall;
    if (!group) continue;
    const key = `${group.place} ${group.studyMaterialId} ${group.passage}`;
    groups.set(key, { ...group, count: (groups.get(key)?.count ?? 0) + 1 });
  }
  return { ...figures, groups: [...groups.values()] };
};

const knownShare = ({ recall, cards }: Pick<StoredFigures, 'recall' | 'cards'>): number =>
  cards === 0 ? 0 : (recall * recallUnit) / cards;

/** Marks the stored figures of a deck as outdated. */
export async function touchDeck({ store }: ScheduleContext, userId: string, deckId: string): Promise<void> {
  await store.knownDecks.update({ userId, _id: deckId }, { increment: { version: 1 } });
}

/** The number of decks that are recounted side by side. */
const recountedTogether = 20;

/** Recounts decks. The figures of a deck are not stored while one of its cards is being reviewed; none are if a deck changes meanwhile. */
async function recount(
  { store, write }: ScheduleContext,
  decks: readonly KnownDeckDocument[],
  counts: DayCounts,
): Promise<Map<string, StoredFigures>> {
  const counted = await Promise.all(
    decks.map(async (deck) => {
      const { _id: parentId, userId } = deck;
      const cards = await readAll((paging) => store.reviewItems.find('byParent', { equals: { userId, parentId }, ...paging }));
      return { deck, isBehind: cards.some((card) => card.isBehind), figures: await figuresOf(cards, deck, counts) };
    }),
  );
  const settled = counted.filter(({ isBehind }) => !isBehind);
  const toStore = ({ deck, figures }: (typeof counted)[number]): Write =>
    toUpdate(knownDecksCollection, deck, { set: { todayFigures: figures } }, { equals: { version: deck.version } });
  if (settled.length > 0) await write(settled.map(toStore));
  return new Map(counted.map(({ deck, figures }) => [deck._id, figures]));
}

/**
 * Returns the due and known figures of all decks of a learner, newest deck first. Figures are cached until the learner's day ends. A review updates
 * the figures of its deck by the difference of its card; after other changes they are recounted.
 */
export async function listDeckFigures(study: ScheduleContext, userId: string, counting: Promise<DayCounts>): Promise<DeckFigures[]> {
  const reading = readAll((paging) => study.store.knownDecks.find('byUser', { equals: { userId }, ...paging }));
  const [found, counts] = await Promise.all([reading, counting]);
  // Others were announced but are not stored yet.
  const decks = found.filter(({ revision }) => revision > 0);
  const current = new Map<string, StoredFigures>();
  for (const { _id, version, todayFigures: kept } of decks)
    if (kept?.version === version && kept.dayEndsAt === counts.dayEnd) current.set(_id, kept);
  const outdated = decks.filter(({ _id }) => !current.has(_id));
  let left = cardsRead;
  for (let index = 0; index < outdated.length && left > 0; index += recountedTogether)
    for (const [deckId, figures] of await recount(study, outdated.slice(index, index + recountedTogether), counts)) {
      current.set(deckId, figures);
      left -= figures.cards;
    }
  const all: DeckFigures[] = [];
  for (const { _id: deckId, title, todayFigures: kept } of decks) {
    await maybeYield();
    const counted = current.get(deckId);
    const { due, new: fresh } = await counts.inDeck(deckId, counted?.groups);
    const figures = counted ?? kept;
    all.push({ deckId, title, due, new: fresh, known: figures ? knownShare(figures) : 0 });
  }
  return all.toReversed();
}

/** Returns the change of a deck by a change of one of its cards: of its figures, or only of its version if they are outdated. */
const changeOfFigures = (
  { version, todayFigures: figures }: KnownDeckDocument,
  before: ReviewItemDocument,
  after: ReviewItemDocument,
  weighted: Weighted,
) => {
  if (figures?.version !== version) return { increment: { version: 1 } };
  const without = addTo({ ...figures, version: version + 1 }, shareOf(before, figures, weighted), -1);
  return { set: { todayFigures: addTo(without, shareOf(after, figures, weighted), 1) }, increment: { version: 1 } };
};

/** Returns the write of a card's change to the figures of its deck, for the step that stores the card. */
export const figuresWrite = (deck: KnownDeckDocument, before: ReviewItemDocument, after: ReviewItemDocument, weighted: Weighted): Write =>
  toUpdate(knownDecksCollection, deck, changeOfFigures(deck, before, after, weighted), { equals: { version: deck.version } });

/** Returns the write that marks the figures of a deck as outdated. It does not conflict with other cards of the deck. */
export const outdateFigures = (deck: KnownDeckDocument): Write => toUpdate(knownDecksCollection, deck, { increment: { version: 1 } });

/**
 * Applies a card's change to the figures of its deck, before the card itself is stored. Until then the card must be marked as behind, so that
 * figures counted in between are not stored and no change counts twice.
 */
export async function followDeckFigures(
  study: ScheduleContext,
  before: ReviewItemDocument,
  after: ReviewItemDocument,
  weighted: Weighted,
): Promise<void> {
  const { knownDecks } = study.store;
  const { userId, parentId: deckId } = after;
  const deck = await knownDecks.get({ userId, _id: deckId });
  const isFollowed =
    deck && (await knownDecks.update(deck, changeOfFigures(deck, before, after, weighted), { equals: { version: deck.version } }));
  if (!isFollowed) await touchDeck(study, userId, deckId);
}
