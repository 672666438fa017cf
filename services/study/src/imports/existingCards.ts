import { maybeYield } from '@lectern/document-store';
import { largeDeckFields } from '../store.ts';
import type { StudyContext } from '../StudyContext.ts';
import { frontIdentities, keyIdentity } from './identitiesOf.ts';
import type { NamedDeck } from './readUpload.ts';

/** A card of the learner that a file has, too. */
interface ExistingCard {
  deckId: string;
  cardId: string;
  /** It came in by an import. The learner or an engine made the others. */
  isImported: boolean;
}

export interface ExistingCards {
  /** For each deck of the file and each of its cards; `undefined` for a card that is new. */
  matches: readonly (readonly (ExistingCard | undefined)[])[];
  /** How many cards are not new, and how many of these came in by an import. */
  count: number;
  importedCount: number;
  /** How many cards each deck with such cards has. */
  sizes: ReadonlyMap<string, number>;
}

/** Cards by what identifies them, each of them to be found once, those of imports first. */
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

  /** Takes the first free card. Those that were taken are dropped, so that many equal cards are found in a time that grows with their number. */
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
/** Fields that tell nothing of a deck's cards. */
const unread = ['removedFronts', 'usage'] as const;

interface Indexes {
  byKey: CardIndex;
  /** Of fronts, for each deck of the file. */
  byName: readonly CardIndex[];
  sizes: Map<string, number>;
}

/** Finds all cards by their surest identities first, so that no card takes the place of one that is exactly the same. */
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
 * @param names - the positions of the file's decks with the same name
 * @param attempt - the id of a creation whose own decks and cards do not count
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
 * Finds the cards of a file among those of a learner: cards of Anki's packages by their ids in any deck, cards of tables by their fronts in decks
 * that have the same name, or had it when they were imported.
 * @param attempt - the id of a creation, whose first attempt may have stored cards already
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
