import type { CardPicture, Flashcard } from '@lectern/contracts';
import { hashPicture, type HashedPicture, type PictureName, type Signed } from '@lectern/pictures';
import { notFound, type CountOwner } from '@lectern/service-kit';
import type { DeckDocument } from '../store.ts';
import type { StudyContext } from '../StudyContext.ts';

/** A card with its own pictures. */
interface Pictured {
  pictures?: CardPicture[] | undefined;
}

/** The number of pictures per encoder call: as many as a guide has. */
const picturesPerCall = 200;

const idsOf = (cards: readonly Pictured[]): string[] => [...new Set(cards.flatMap(({ pictures = [] }) => pictures.map(({ id }) => id)))];

/**
 * Encodes the pictures of an imported file. The result omits those that cannot be decoded.
 *
 * @param found - by their addresses in the cards
 */
export async function encodeCardPictures(
  { cardPictures }: StudyContext,
  userId: string,
  found: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
): Promise<Map<string, HashedPicture>> {
  const made = new Map<string, HashedPicture>();
  const all = [...found];
  for (let from = 0; from < all.length; from += picturesPerCall) {
    const part = all.slice(from, from + picturesPerCall);
    const pictures = part.map(([, bytes], index) => ({ bytes, places: [{ slide: index + 1, alt: '' }] }));
    for (const encoded of (await cardPictures.encoder.encode(userId, { pictures, leftOut: [] })).pictures) {
      const hashed = hashPicture(encoded);
      for (const { slide } of encoded.places) {
        const [source] = part[slide - 1] ?? [];
        if (source !== undefined) made.set(source, hashed);
      }
    }
  }
  return made;
}

/** Stores the files of a deck's pictures. Must run before the deck references them. */
export const storeCardPictures = (
  { cardPictures }: StudyContext,
  userId: string,
  deckId: string,
  pictures: Iterable<HashedPicture>,
): Promise<void> => cardPictures.files.store(userId, deckId, [...pictures]);

/** Copies the files of a deck's pictures to another deck. */
export async function copyCardPictures(
  { cardPictures: { files } }: StudyContext,
  { userId, _id, cards }: Pick<DeckDocument, 'userId' | '_id' | 'cards'>,
  to: Pick<DeckDocument, 'userId' | '_id'>,
): Promise<void> {
  for (const hash of idsOf(cards)) {
    const bytes = await files.read(userId, _id, hash);
    if (bytes) await files.store(to.userId, to._id, [{ hash, bytes }]);
  }
}

export const readCardPicture = (
  { cardPictures }: StudyContext,
  userId: string,
  deckId: string,
  pictureId: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> => cardPictures.files.read(userId, deckId, pictureId);

export async function deleteCardPictures({ store, cardPictures }: StudyContext, userId: string, deckId: string): Promise<void> {
  await store.sparePictures.deleteWhere('byDeck', { userId, deckId });
  await cardPictures.files.deleteOf(userId, deckId);
}

export async function deleteCardPicturesOfLearner({ store, cardPictures }: StudyContext, userId: string): Promise<void> {
  await store.sparePictures.deleteWhere('byUser', { userId });
  await cardPictures.files.deleteOfLearner(userId);
}

/** Adds the addresses of the cards' pictures. @param deckOf - returns the deck of a card */
export const withPictureAddresses = <T extends object>(
  { cardPictures: { addresses } }: StudyContext,
  cards: readonly T[],
  deckOf: (card: T) => string,
): T[] => {
  // Memoised, because many cards may show the same picture.
  const known = new Map<string, string>();
  const addressOf = (ownerId: string, pictureId: string): string => {
    const name = `${ownerId} ${pictureId}`;
    const address = known.get(name) ?? addresses.addressOf({ ownerId, pictureId });
    known.set(name, address);
    return address;
  };
  return cards.map((card) => {
    const { pictures } = card as Pictured;
    if (!pictures) return card;
    const ownerId = deckOf(card);
    return { ...card, pictures: pictures.map((each) => ({ ...each, url: addressOf(ownerId, each.id) })) };
  });
};

/**
 * Returns a picture by its signed address. Invalid and expired addresses are refused before anything is read.
 *
 * @throws DomainError `not_found`, `rate_limited`
 */
export async function showCardPicture(
  { store, cardPictures: { files, addresses } }: StudyContext,
  { ownerId, pictureId }: PictureName,
  signed: Signed,
  countOwner: CountOwner,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!addresses.isValid({ ownerId, pictureId }, signed)) throw notFound('Picture');
  // The address does not contain the learner.
  const deck = await store.decks.findOne('_id', { _id: ownerId });
  if (!deck) throw notFound('Picture');
  countOwner(deck.userId);
  const bytes = await files.read(deck.userId, ownerId, pictureId);
  if (!bytes) throw notFound('Picture');
  return bytes;
}

/** Returns the pictures of an imported card in their stored form. @param made - by their addresses in the file */
export const picturesOfCard = (
  named: readonly { side: CardPicture['side']; source: string; alt: string }[],
  made: ReadonlyMap<string, HashedPicture>,
): Pick<Flashcard, 'pictures'> => {
  const pictures = named.flatMap(({ side, source, alt }): CardPicture[] => {
    const picture = made.get(source);
    // The address is created when the card is shown.
    return picture ? [{ id: picture.hash, side, alt, width: picture.width, height: picture.height, url: '' }] : [];
  });
  return pictures.length > 0 ? { pictures } : {};
};
