import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import {
  mostPicturesBesideItem,
  pictureWords,
  type Flashcard,
  type FlashcardDeck,
  type Picture,
  type ReviewItem,
  type ReviewRating,
} from '@lectern/contracts';
import { packageFile, sourceWords, type AnkiEase, type AnkiPicture, type DeckTextFormat } from '@lectern/exchange';
import { maybeYield, stringifyInPieces } from '@lectern/document-store';
import { DomainError, type FairQueue, type FileAnswer } from '@lectern/service-kit';
import { makeReaderFolder } from '../imports/readerFolders.ts';
import type { Reviews } from '../reviews/createReviews.ts';
import type { CardPictures } from './createCardPictures.ts';
import type { Decks } from './createDecks.ts';
import type { ItemPictures } from './createItemPictures.ts';
import type { StudyThreads } from './StudyThreads.ts';
import type { JsonCard, JsonDeck } from './writePackage.ts';

export type DeckFormat = DeckTextFormat | 'apkg';

export interface DeckExportDependencies {
  decks: Pick<Decks, 'get' | 'pathOf'>;
  reviews: Pick<Reviews, 'getItem' | 'getSettings'>;
  pictures: Pick<ItemPictures, 'withAllPictures' | 'readFile'>;
  cardPictures: Pick<CardPictures, 'read'>;
  /** Limits the packages that are made at once, since the pictures of each are in memory until it is written. */
  queue: FairQueue;
  threads: StudyThreads;
  clock: () => Date;
}

/** Packages that are written at once, and those that wait. */
export const exportQueueLimits = { slots: 2, largeSlots: 2, waitingMax: 24, perOwnerMax: 6 } as const;

/** The most bytes of pictures in a package, as in a page with a guide. Those beyond it are named in words. */
const mostPictureBytes = 40_000_000;

const easeOf: Record<ReviewRating, AnkiEase> = { again: 1, hard: 2, good: 3, easy: 4 };

const asCard = ({ _id, front, back, hint, tags = [], source }: Flashcard, item: ReviewItem, pictures: readonly AnkiPicture[]): JsonCard => {
  const { state, due, stability, difficulty, reps, lapses, suspended, reviews } = item;
  return {
    id: _id,
    front,
    back,
    ...(hint !== undefined && { hint }),
    source: sourceWords(source),
    pictures: pictures.map(({ fileName, alt, side }) => ({ fileName, alt, side })),
    tags,
    isSuspended: suspended,
    schedule:
      state === 'new' || stability === null || difficulty === null ? undefined : { state, due, stability, difficulty, reps, lapses },
    reviews: reviews.map(({ answeredAt, rating, durationMs = 0 }) => ({ at: answeredAt, ease: easeOf[rating], durationMs })),
  };
};

/** The name has the hash of the content, so that the same picture of several slides and decks is one file. */
const fileNameOf = ({ id }: Pick<Picture, 'id'>): string => `lectern-${id.split('-')[0] ?? id}.webp`;

/** A retry makes sense after so many seconds. */
const retryAfterSeconds = 60;

/**
 * Runs a call that reads pictures. While they are unavailable no package is made: importing one without pictures would remove them from the
 * learner's notes in Anki.
 *
 * @throws DomainError `unavailable` with a sentence that says so
 */
async function whilePicturesAreThere<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    if (!(cause instanceof DomainError) || cause.retryAfterSeconds === undefined) throw cause;
    throw new DomainError(
      'unavailable',
      'The pictures of this deck are away for the moment. Try again in a minute, or choose a table or text.',
      {
        retryAfterSeconds,
        cause,
      },
    );
  }
}

/** Reads pictures for one package, each once, as long as there is room. */
const createPictureReader = () => {
  const files = new Map<string, Uint8Array | undefined>();
  let room = mostPictureBytes;
  return async (picture: Pick<Picture, 'id'>, alt: string, read: (id: string) => Promise<Uint8Array | undefined>): Promise<AnkiPicture> => {
    const fileName = fileNameOf(picture);
    if (!files.has(fileName)) {
      const bytes = room > 0 ? await read(picture.id) : undefined;
      const size = bytes?.length ?? 0;
      const fits = size <= room;
      // After the first picture that does not fit, no further one is read.
      room = fits ? room - size : 0;
      files.set(fileName, fits ? bytes : undefined);
    }
    return { fileName, alt, bytes: files.get(fileName) };
  };
};

/** Decks as files. */
export const createDeckExport = ({ decks, reviews, pictures, cardPictures, queue, threads, clock }: DeckExportDependencies) => {
  /** Writes the package to a file, whose name is gone when this returns: the file ends with its reader. */
  const writeFileOf = async (userId: string, deck: JsonDeck, files: ReadonlyMap<string, Uint8Array>): Promise<FileAnswer['bytes']> => {
    const folder = await makeReaderFolder();
    try {
      const file = join(folder, 'deck.apkg');
      await threads.run(userId, 'writePackage', { json: await stringifyInPieces(deck), pictures: files, now: clock(), file }, true);
      const handle = await open(file);
      return Readable.toWeb(handle.createReadStream()) as ReadableStream<Uint8Array<ArrayBuffer>>;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

  const exportPackage = async (userId: string, { _id, title, studyMaterialId, cards }: FlashcardDeck): Promise<FileAnswer> => {
    const { desiredRetention } = await reviews.getSettings(userId);
    const readPicture = createPictureReader();
    const made: JsonCard[] = [];
    const files = new Map<string, Uint8Array>();
    // One after the other: a deck may have hundreds of cards, and other calls get their turn in between.
    for (const card of await whilePicturesAreThere(() => pictures.withAllPictures(userId, studyMaterialId, cards))) {
      const guide = card.source?.studyMaterialId ?? studyMaterialId;
      const shown: AnkiPicture[] = [];
      for (const picture of card.source?.pictures?.slice(0, mostPicturesBesideItem) ?? [])
        if (guide !== null)
          shown.push(
            await readPicture(picture, `${pictureWords(picture)}: ${picture.alt}`, (id) =>
              whilePicturesAreThere(() => pictures.readFile(userId, guide, id)),
            ),
          );
      for (const picture of card.pictures ?? [])
        shown.push({ ...(await readPicture(picture, picture.alt, (id) => cardPictures.read(userId, _id, id))), side: picture.side });
      for (const { fileName, bytes } of shown) if (bytes) files.set(fileName, bytes);
      await maybeYield();
      made.push(asCard(card, await reviews.getItem(userId, 'card', card._id), shown));
    }
    return {
      ...packageFile({ title }),
      bytes: await writeFileOf(userId, { id: _id, title, path: await decks.pathOf(userId, _id), cards: made, desiredRetention }, files),
    };
  };

  return {
    /**
     * A deck as text, or for Anki with its pictures, schedule and review log.
     * @throws DomainError `not_found`; `unavailable` when the pictures of a package cannot be read
     */
    async exportDeck(userId: string, id: string, format: DeckFormat): Promise<FileAnswer> {
      const deck = await decks.get(userId, id);
      return format === 'apkg'
        ? queue.run(userId, false, () => exportPackage(userId, deck))
        : threads.run(userId, 'exportDeckText', { deck, format });
    },
  };
};
export type DeckExport = ReturnType<typeof createDeckExport>;
