import { writeFile } from 'node:fs/promises';
import { exportDeckPackage, type AnkiCard, type AnkiDeck, type AnkiPicture, type AnkiReview, type AnkiSchedule } from '@lectern/exchange';

/** A picture by its name. */
type PictureName = Omit<AnkiPicture, 'bytes'>;
type JsonReview = Omit<AnkiReview, 'at'> & { at: string };
type JsonSchedule = Omit<AnkiSchedule, 'due'> & { due: string };

/** A card as JSON, because cloning the hundreds of thousands of values of a reviewed deck holds the event loop. */
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
  /** The pictures that are in the package, by their names. */
  pictures: ReadonlyMap<string, Uint8Array>;
  now: Date;
  /** Where the package is written. */
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
