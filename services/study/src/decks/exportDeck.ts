import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { mostPicturesBesideItem, pictureWords, type Flashcard, type Picture, type ReviewItem, type ReviewRating } from '@lectern/contracts';
import { packageFile, sourceWords, type AnkiEase, type AnkiPicture, type DeckTextFormat } from '@lectern/exchange';
import { maybeYield, stringifyInPieces } from '@lectern/document-store';
import { DomainError, type FileAnswer } from '@lectern/service-kit';
import { makeReaderFolder } from '../imports/readerFolders.ts';
import { readPictureFile, withAllPictures } from '../items/itemPictures.ts';
import { getOwned } from '../owned/ownedResources.ts';
import type { DeckDocument } from '../store.ts';
import type { StudyContext } from '../StudyContext.ts';
import { readCardPicture } from './cardPictures.ts';
import { asDeck, deckKind } from './deckDocument.ts';
import type { JsonCard, JsonDeck } from './writePackage.ts';
import { getReviewItem } from '../reviews/itemChoices.ts';
import { getReviewSettings } from '../reviews/reviewSettings.ts';

export type DeckFormat = DeckTextFormat | 'apkg';

/** The number of packages written concurrently, and of waiting ones. */
export const exportQueueLimits = { slots: 2, largeSlots: 2, waitingMax: 24, perOwnerMax: 6 } as const;

/** The maximum size of a package's pictures in bytes, as for a guide's page. Pictures beyond it are replaced by text. */
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

/** Named by the content's hash, so that the same picture on several slides and in several decks is one file. */
const fileNameOf = ({ id }: Pick<Picture, 'id'>): string => `lectern-${id.split('-')[0] ?? id}.webp`;

/** The suggested pause before a retry, in seconds. */
const retryAfterSeconds = 60;

/**
 * Runs a call that reads pictures. If they are unavailable, no package is created: importing one without pictures would remove them from the
 * learner's notes in Anki.
 *
 * @throws DomainError `unavailable` with a sentence for the learner
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

type PictureReader = (
  picture: Pick<Picture, 'id'>,
  alt: string,
  read: (id: string) => Promise<Uint8Array | undefined>,
) => Promise<AnkiPicture>;

/** Creates a reader for one package. It reads each picture once, until the size limit. */
const createPictureReader = (): PictureReader => {
  const files = new Map<string, Uint8Array | undefined>();
  let room = mostPictureBytes;
  return async (picture, alt, read) => {
    const fileName = fileNameOf(picture);
    if (!files.has(fileName)) {
      const bytes = room > 0 ? await read(picture.id) : undefined;
      const size = bytes?.length ?? 0;
      const fits = size <= room;
      // After the first picture that does not fit, no more are read.
      room = fits ? room - size : 0;
      files.set(fileName, fits ? bytes : undefined);
    }
    return { fileName, alt, bytes: files.get(fileName) };
  };
};

/** Writes the package to a file that is already unlinked when this returns, so that it disappears with its reader. */
async function writePackageFile(
  { threads, clock }: StudyContext,
  userId: string,
  deck: JsonDeck,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<FileAnswer['bytes']> {
  const folder = await makeReaderFolder();
  try {
    const file = join(folder, 'deck.apkg');
    await threads.run(userId, 'writePackage', { json: await stringifyInPieces(deck), pictures: files, now: clock(), file }, true);
    const handle = await open(file);
    return Readable.toWeb(handle.createReadStream()) as ReadableStream<Uint8Array<ArrayBuffer>>;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the pictures of a card: first those of its slide, then its own. */
async function picturesOf(
  study: StudyContext,
  { userId, _id: deckId }: Pick<DeckDocument, 'userId' | '_id'>,
  card: Flashcard,
  guide: string | null,
  readPicture: PictureReader,
): Promise<AnkiPicture[]> {
  const shown: AnkiPicture[] = [];
  for (const picture of card.source?.pictures?.slice(0, mostPicturesBesideItem) ?? []) {
    if (guide === null) continue;
    const read = (id: string) => whilePicturesAreThere(() => readPictureFile(study, userId, guide, id));
    shown.push(await readPicture(picture, `${pictureWords(picture)}: ${picture.alt}`, read));
  }
  for (const picture of card.pictures ?? [])
    shown.push({ ...(await readPicture(picture, picture.alt, (id) => readCardPicture(study, userId, deckId, id))), side: picture.side });
  return shown;
}

async function exportPackage(study: StudyContext, deck: DeckDocument): Promise<FileAnswer> {
  const { userId, _id, title, path } = deck;
  const { studyMaterialId, cards } = asDeck(deck, study.clock());
  const { desiredRetention } = await getReviewSettings(study, userId);
  const readPicture = createPictureReader();
  const made: JsonCard[] = [];
  const files = new Map<string, Uint8Array>();
  // Sequential: a deck may have hundreds of cards, and other calls run in between.
  for (const card of await whilePicturesAreThere(() => withAllPictures(study, userId, studyMaterialId, cards))) {
    const shown = await picturesOf(study, deck, card, card.source?.studyMaterialId ?? studyMaterialId, readPicture);
    for (const { fileName, bytes } of shown) if (bytes) files.set(fileName, bytes);
    await maybeYield();
    made.push(asCard(card, await getReviewItem(study, userId, 'card', card._id), shown));
  }
  return {
    ...packageFile({ title }),
    bytes: await writePackageFile(study, userId, { id: _id, title, path, cards: made, desiredRetention }, files),
  };
}

/**
 * Exports a deck as text, or for Anki with its pictures, schedule and review log.
 *
 * @throws DomainError `not_found`; `unavailable` if a package's pictures cannot be read
 */
export async function exportDeck(study: StudyContext, userId: string, id: string, format: DeckFormat): Promise<FileAnswer> {
  const deck = await getOwned(study, deckKind, userId, id);
  return format === 'apkg'
    ? study.queues.exports.run(userId, false, () => exportPackage(study, deck))
    : study.threads.run(userId, 'exportDeckText', { deck: asDeck(deck, study.clock()), format });
}
