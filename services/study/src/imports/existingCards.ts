import { maybeYield } from '@lectern/document-store';
import type { StudyContext } from '../StudyContext.ts';
import { largeDeckFields } from '../store.ts';
import { frontIdentities, keyIdentity } from './planDecks.ts';
import type { NamedDeck } from './readUpload.ts';

/** A learner's card that the file also contains. */
interface ExistingCard {
  deckId: string;
  cardId: string;
  /** Whether it was imported. The learner or an engine created the others. */
  isImported: boolean;
}

export interface ExistingCards {
  /** The match of each card, per deck of the file; `undefined` for a new card. */
  matches: readonly (readonly (ExistingCard | undefined)[])[];
  /** The number of cards with a match, and how many of these matches were imported. */
  count: number;
  importedCount: number;
  /** The number of cards in each deck with matches. */
  sizes: ReadonlyMap<string, number>;
}

/** An index of cards by identity. Each card is found once, imported ones first. */
class CardIndex {
  readonly #imported = new Map<string, ExistingCard[]>();
  readonly #others = new Map<string, ExistingCard[]>();
  readonly #taken = new Set<ExistingCard>();

  add(identity: string, card: ExistingCard): void {
    const index = card.isImported ? this.#imported : this.#others;
    const cards = index.get(identity);
    if (cards) cards.push(card);
    else index.set(identity, [card]);
  }

  /** Takes the first free card. Removes taken cards, so that finding many equal cards takes linear time. */
  take(identity: string): ExistingCard | undefined {
    for (const index of [this.#imported, this.#others]) {
      const cards = index.get(identity) ?? [];
      let next = cards.shift();
      while (next && this.#taken.has(next)) next = cards.shift();
      if (!next) continue;
      this.#taken.add(next);
      return next;
    }
    return undefined;
  }
}

const pageSize = 100;
/** Fields that are not needed to compare cards. */
const unread = ['removedFronts', 'usage'] as const;

interface Indexes {
  byKey: CardIndex;
  /** By front, per deck of the file. */
  byName: readonly CardIndex[];
  sizes: Map<string, number>;
}

/** Matches all cards by their strongest identities first, so that no card takes the exact match of another. */
const matchCards = async (named: readonly NamedDeck[], { byKey, byName, sizes }: Indexes): Promise<ExistingCards> => {
  const matches = named.map(({ identities }) => identities.map((): ExistingCard | undefined => undefined));
  const rounds = Math.max(0, ...named.map(({ identities }) => (identities.some(({ length }) => length > 1) ? 2 : 1)));
  let [count, importedCount] = [0, 0];
  for (let round = 0; round < rounds; round += 1)
    for (const [deck, { identities }] of named.entries())
      for (const [card, own] of identities.entries()) {
        await maybeYield();
        const identity = own[round];
        const row = matches[deck];
        if (identity === undefined || !row || row[card]) continue;
        row[card] = byKey.take(identity) ?? byName[deck]?.take(identity);
        if (row[card]) count += 1;
        if (row[card]?.isImported) importedCount += 1;
      }
  return { matches, count, importedCount, sizes };
};

async function* deckOutlines({ store: { decks } }: StudyContext, userId: string) {
  let after: string | undefined;
  do {
    const ids = await decks.findIds('byUser', { equals: { userId }, limit: pageSize, ...(after !== undefined && { after }) });
    yield* await decks.getManyWithout(largeDeckFields, { userId, ids });
    after = ids.length === pageSize ? ids.at(-1) : undefined;
  } while (after !== undefined);
}

/**
 * Indexes one deck.
 *
 * @param names - the positions of the file's decks with this name
 * @param attempt - the id of a creation, whose own decks and cards are ignored
 */
async function indexDeck(
  { store }: StudyContext,
  userId: string,
  deckId: string,
  names: readonly number[] | undefined,
  indexes: Indexes,
  attempt?: string,
): Promise<void> {
  const [deck] = await store.decks.getManyWithout(unread, { userId, ids: [deckId] });
  const cards = deck?.cards.filter(({ _id }) => attempt === undefined || !_id.startsWith(`${attempt}-`)) ?? [];
  indexes.sizes.set(deckId, cards.length);
  for (const { _id: cardId, front } of cards) {
    const key = deck?.importedAs?.[cardId];
    const card = { deckId, cardId, isImported: key !== undefined };
    indexes.byKey.add(keyIdentity(cardId), card);
    if (key) indexes.byKey.add(keyIdentity(key), card);
    for (const name of names ?? []) for (const identity of frontIdentities(front)) indexes.byName[name]?.add(identity, card);
  }
}

/**
 * Finds the cards of a file among a learner's: cards of Anki packages by their ids in any deck, cards of tables by their fronts in decks that
 * have the same name, or had it when they were imported.
 *
 * @param attempt - the id of a creation, whose first attempt may already have stored cards
 */
export async function findExistingCards(
  study: StudyContext,
  userId: string,
  named: readonly NamedDeck[],
  attempt?: string,
): Promise<ExistingCards> {
  const indexes: Indexes = { byKey: new CardIndex(), byName: named.map(() => new CardIndex()), sizes: new Map() };
  const positions = new Map<string, number[]>();
  for (const [index, { title }] of named.entries()) positions.set(title, [...(positions.get(title) ?? []), index]);
  const hasKeys = named.some(({ identities }) => identities.some(([first]) => first?.startsWith(keyIdentity(''))));
  for await (const { _id, title, importedTitle } of deckOutlines(study, userId)) {
    const names = positions.get(title) ?? (importedTitle === undefined ? undefined : positions.get(importedTitle));
    if (_id !== attempt && !_id.startsWith(`${attempt ?? ''}-d`) && (hasKeys || names))
      await indexDeck(study, userId, _id, names, indexes, attempt);
  }
  return matchCards(named, indexes);
}
