import { cardPictureBounds, type CardPicture, type Flashcard, type NamedPicture } from '@lectern/contracts';
import { DomainError } from '@lectern/service-kit';
import type { DeckDocument, SparePictureDocument } from '../store.ts';
import type { StudyContext } from '../StudyContext.ts';

/** How long a picture that no card names is kept for an open editor. Milliseconds. */
const spareMs = 60 * 60 * 1_000;

type DeckKey = Pick<DeckDocument, 'userId' | '_id'>;
type PicturedDeck = Pick<DeckDocument, 'userId' | '_id' | 'cards'>;

/** A learner's edit of a card, with its pictures. */
export interface CardWithPictures {
  front: string;
  back: string;
  pictures?: readonly NamedPicture[] | undefined;
}

const spareId = (deckId: string, pictureId: string): string => `${deckId}-${pictureId}`;

export const listSpare = ({ store }: StudyContext, { userId, _id: deckId }: DeckKey): Promise<SparePictureDocument[]> =>
  // Twice the limit of a deck, because concurrent additions may exceed the limit before they are refused.
  store.sparePictures.find('byDeck', { equals: { userId, deckId }, limit: 2 * cardPictureBounds.perDeck });

/** Returns the pictures that cards name, by their ids. */
export const namedIn = (cards: readonly Pick<Flashcard, 'pictures'>[]): Map<string, CardPicture> =>
  new Map(cards.flatMap(({ pictures = [] }) => pictures.map((picture) => [picture.id, picture] as const)));

/** Keeps a picture for the next hour, whether a card names it or not. */
export async function keepSpare(
  { store, clock }: StudyContext,
  { userId, _id: deckId }: DeckKey,
  { id: pictureId, width, height }: { id: string; width: number; height: number },
): Promise<void> {
  const since = clock().toISOString();
  await store.sparePictures.upsert({ _id: spareId(deckId, pictureId), userId, deckId, pictureId, width, height, since });
}

const unknownPicture = (): DomainError =>
  new DomainError('invalid', 'A picture of this card is no longer there. Remove it, and add it again.', {
    errors: [{ path: 'pictures', message: 'This picture is no longer there.' }],
  });

/**
 * Returns a function that looks up the pictures of an edited card. An edit can only name pictures of its deck.
 *
 * @throws DomainError `invalid` for a picture that the deck does not have
 */
export async function pictureFinder(
  study: StudyContext,
  deck: PicturedDeck,
  edits: readonly CardWithPictures[],
): Promise<(edit: CardWithPictures, card?: Flashcard) => Pick<Flashcard, 'pictures'>> {
  const known = new Map<string, Pick<CardPicture, 'width' | 'height'>>(namedIn(deck.cards));
  const isNew = edits.some(({ pictures = [] }) => pictures.some(({ id }) => !known.has(id)));
  if (isNew) for (const { pictureId, width, height } of await listSpare(study, deck)) known.set(pictureId, { width, height });
  return ({ pictures }, card) => {
    if (!pictures) return card?.pictures ? { pictures: card.pictures } : {};
    const before = namedIn(card ? [card] : []);
    const named = pictures.map(({ id, side, alt }): CardPicture => {
      const size = known.get(id);
      if (!size) throw unknownPicture();
      return { id, side, alt: alt ?? before.get(id)?.alt ?? '', width: size.width, height: size.height, url: '' };
    });
    return named.length > 0 ? { pictures: named } : {};
  };
}

/** Forgets a spare picture whose file was not stored. */
export const forgetSpare = async ({ store }: StudyContext, { userId, _id: deckId }: DeckKey, pictureId: string): Promise<void> =>
  void (await store.sparePictures.delete({ userId, _id: spareId(deckId, pictureId) }));

/** Returns a restored card without the pictures that were deleted since. */
export async function withKeptPictures(study: StudyContext, deck: PicturedDeck, card: Flashcard): Promise<Flashcard> {
  if (!card.pictures) return card;
  const known = new Set([...namedIn(deck.cards).keys(), ...(await listSpare(study, deck)).map(({ pictureId }) => pictureId)]);
  const pictures = card.pictures.filter(({ id }) => known.has(id));
  const { pictures: _all, ...rest } = card;
  return pictures.length > 0 ? { ...rest, pictures } : rest;
}

/**
 * Deletes the pictures of a deck that no card has named for an hour. If a change removed a picture from its last card, the picture is kept for
 * another hour, because another editor or "Put back" may still need it.
 */
export async function tidyPictures(study: StudyContext, before: PicturedDeck, after: PicturedDeck): Promise<void> {
  const { store, clock, cardPictures } = study;
  const { userId, _id: deckId } = after;
  const named = namedIn(after.cards);
  for (const [id, picture] of namedIn(before.cards)) if (!named.has(id)) await keepSpare(study, after, picture);
  const limit = new Date(clock().getTime() - spareMs).toISOString();
  for (const spare of await listSpare(study, after)) {
    const { _id, pictureId, since } = spare;
    const isNamed = named.has(pictureId);
    if (!isNamed && since > limit) continue;
    // The guard keeps a picture that was added again meanwhile.
    if (!(await store.sparePictures.delete({ userId, _id }, { equals: { since } })) || isNamed) continue;
    try {
      const latest = await store.decks.get({ userId, _id: deckId });
      if (latest && !namedIn(latest.cards).has(pictureId)) await cardPictures.files.delete(userId, deckId, pictureId);
    } catch (error) {
      // The next change tries again.
      await store.sparePictures.upsert(spare);
      throw error;
    }
  }
}
