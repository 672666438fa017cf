import { writeFile } from 'node:fs/promises';
import { exportDeckPackage, type AnkiCard, type AnkiDeck, type AnkiPicture, type AnkiReview, type AnkiSchedule } from '@lectern/exchange';

/** A picture without its bytes. */
type PictureName = Omit<AnkiPicture, 'bytes'>;
type JsonReview = Omit<AnkiReview, 'at'> & { at: string };
type JsonSchedule = Omit<AnkiSchedule, 'due'> & { due: string };

/** A card as JSON, because cloning the hundreds of thousands of values of a reviewed deck blocks the event loop. */
export interface JsonCard extends Omit<AnkiCard, 'pictures' | 'schedule' | 'reviews'> {
  pictures: readonly PictureName[];
  schedule?: JsonSchedule | undefined;
  reviews: readonly JsonReview[];
}
export interface JsonDeck extends Omit<AnkiDeck, 'cards'> {
  cards: readonly JsonCard[];
}

export interface PackageTask {
  /** A `JsonDeck`. */
  json: string;
  /** The pictures of the package, by name. */
  pictures: ReadonlyMap<string, Uint8Array>;
  now: Date;
  /** The path of the package. */
  file: string;
}

/** Writes a deck for Anki to a file. */
export const writePackage = async ({ json, pictures, now, file }: PackageTask): Promise<void> => {
  const { cards, ...deck } = JSON.parse(json) as JsonDeck;
  const asCard = ({ schedule, reviews, ...card }: JsonCard): AnkiCard => ({
    ...card,
    pictures: card.pictures.map((picture) => ({ ...picture, bytes: pictures.get(picture.fileName) })),
    schedule: schedule && { ...schedule, due: new Date(schedule.due) },
    reviews: reviews.map((review) => ({ ...review, at: new Date(review.at) })),
  });
  const { bytes } = await exportDeckPackage({ ...deck, cards: cards.map(asCard) }, now);
  await writeFile(file, bytes, { mode: 0o600 });
};
