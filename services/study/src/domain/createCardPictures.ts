import type { CardPicture, Flashcard } from '@lectern/contracts';
import type { DocumentStore } from '@lectern/document-store';
import type { ObjectStore } from '@lectern/object-store';
import {
  createPictureAddresses,
  createPictureFiles,
  hashPicture,
  type HashedPicture,
  type PictureEncoder,
  type PictureName,
  type Signed,
} from '@lectern/pictures';
import { notFound, type CountOwner } from '@lectern/service-kit';
import { decksCollection, type DeckDocument } from '../store.ts';

export interface CardPicturesDependencies {
  objects: ObjectStore;
  encoder: PictureEncoder;
  store: DocumentStore;
  secret: string;
  /** The address of the gateway, as browsers see it. */
  apiUrl: string;
  clock: () => Date;
}

/** Something with the pictures of a card. */
interface Pictured {
  pictures?: CardPicture[] | undefined;
}

/** Pictures that the encoder takes at a time: as many as a guide has. */
const encodedAtOnce = 200;

const idsOf = (cards: readonly Pictured[]): string[] => [...new Set(cards.flatMap(({ pictures = [] }) => pictures.map(({ id }) => id)))];

/** The pictures of imported cards: encoded anew, stored with their deck, and shown by signed addresses. */
export const createCardPictures = ({ objects, encoder, store, secret, apiUrl, clock }: CardPicturesDependencies) => {
  const decks = store.collection(decksCollection);
  const files = createPictureFiles(objects, 'card-pictures');
  const addresses = createPictureAddresses({ of: 'flashcards', secret, apiUrl, clock });

  return {
    /** Encodes the pictures of a file. Those that cannot be decoded are not among the result. @param found - by their addresses in the cards */
    async encode(userId: string, found: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): Promise<Map<string, HashedPicture>> {
      const made = new Map<string, HashedPicture>();
      const all = [...found];
      for (let from = 0; from < all.length; from += encodedAtOnce) {
        const part = all.slice(from, from + encodedAtOnce);
        const pictures = part.map(([, bytes], index) => ({ bytes, places: [{ slide: index + 1, alt: '' }] }));
        for (const encoded of (await encoder.encode(userId, { pictures, leftOut: [] })).pictures) {
          const hashed = hashPicture(encoded);
          for (const { slide } of encoded.places) {
            const [source] = part[slide - 1] ?? [];
            if (source !== undefined) made.set(source, hashed);
          }
        }
      }
      return made;
    },

    /** Stores the files of a deck's pictures. To be called before the deck has them. */
    store: (userId: string, deckId: string, pictures: Iterable<HashedPicture>): Promise<void> => files.store(userId, deckId, [...pictures]),

    /** Copies the files of a deck's pictures to another deck of the learner. */
    async copy(userId: string, { _id, cards }: Pick<DeckDocument, '_id' | 'cards'>, toDeck: string): Promise<void> {
      for (const hash of idsOf(cards)) {
        const bytes = await files.read(userId, _id, hash);
        if (bytes) await files.store(userId, toDeck, [{ hash, bytes }]);
      }
    },

    read: (userId: string, deckId: string, pictureId: string): Promise<Uint8Array<ArrayBuffer> | undefined> =>
      files.read(userId, deckId, pictureId),
    deleteOf: files.deleteOf,
    deleteOfLearner: files.deleteOfLearner,

    /** Cards with the addresses of their pictures. @param deckOf - the deck of a card */
    withAddresses: <T extends object>(cards: readonly T[], deckOf: (card: T) => string): T[] =>
      cards.map((card) => {
        const { pictures } = card as Pictured;
        if (!pictures) return card;
        const ownerId = deckOf(card);
        return { ...card, pictures: pictures.map((each) => ({ ...each, url: addresses.addressOf({ ownerId, pictureId: each.id }) })) };
      }),

    /**
     * A picture by its signed address. An address that is invalid or has expired is refused before anything is read.
     * @throws DomainError `not_found`, `rate_limited`
     */
    async show({ ownerId, pictureId }: PictureName, signed: Signed, countOwner: CountOwner): Promise<Uint8Array<ArrayBuffer>> {
      if (!addresses.isValid({ ownerId, pictureId }, signed)) throw notFound('Picture');
      // The address does not contain the learner.
      const deck = await decks.findOne('_id', { _id: ownerId });
      if (!deck) throw notFound('Picture');
      countOwner(deck.userId);
      const bytes = await files.read(deck.userId, ownerId, pictureId);
      if (!bytes) throw notFound('Picture');
      return bytes;
    },
  };
};
export type CardPictures = ReturnType<typeof createCardPictures>;

/** The pictures of an imported card, as its deck keeps them. @param made - by their addresses in the file */
export const picturesOfCard = (
  named: readonly { side: CardPicture['side']; source: string; alt: string }[],
  made: ReadonlyMap<string, HashedPicture>,
): Pick<Flashcard, 'pictures'> => {
  const pictures = named.flatMap(({ side, source, alt }): CardPicture[] => {
    const picture = made.get(source);
    // The address is made when the card is shown.
    return picture ? [{ id: picture.hash, side, alt, width: picture.width, height: picture.height, url: '' }] : [];
  });
  return pictures.length > 0 ? { pictures } : {};
};
