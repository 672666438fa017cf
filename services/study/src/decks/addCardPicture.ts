import { cardPictureBounds, counted, type AddedPicture } from '@lectern/contracts';
import { hashPicture, type HashedPicture } from '@lectern/pictures';
import { DomainError } from '@lectern/service-kit';
import { getOwned } from '../owned/ownedResources.ts';
import type { StudyContext } from '../StudyContext.ts';
import { storeCardPictures } from './cardPictures.ts';
import { deckKind } from './deckDocument.ts';
import { forgetSpare, keepSpare, listSpare, namedIn } from './sparePictures.ts';

/** The first bytes of the formats that may be added. The decoder knows more formats. */
const isOfKnownFormat = (bytes: Uint8Array): boolean => {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return /^(?:\x89PNG\r\n|\xff\xd8\xff|GIF8[79]a|RIFF[^]{4}WEBP)/.test(start);
};

const refusals = {
  format: 'This is not a picture that can be shown. Choose a PNG, JPEG, GIF or WebP file.',
  damaged: 'This picture could not be read. The file may be damaged.',
  'too-large': 'This picture has too many pixels. Choose one of at most 50 megapixels.',
  'too-many': 'This picture could not be read. The file may be damaged.',
  small: 'This picture is too small. Each side needs at least 64 pixels.',
} as const;

const refuse = (reason: keyof typeof refusals): DomainError => new DomainError('unreadable_file', refusals[reason]);

/** Re-encodes a learner's file. @throws DomainError `unreadable_file` with a sentence */
async function encode({ cardPictures }: StudyContext, userId: string, bytes: Uint8Array<ArrayBuffer>): Promise<HashedPicture> {
  if (!isOfKnownFormat(bytes)) throw refuse('format');
  const found = { pictures: [{ bytes, places: [{ slide: 1, alt: '' }] }], leftOut: [] };
  const { pictures, leftOut } = await cardPictures.encoder.encode(userId, found);
  const [picture] = pictures;
  if (!picture) throw refuse(leftOut[0]?.reason ?? 'small');
  return hashPicture(picture);
}

/**
 * Adds a picture to a deck, for its cards to name. The same picture again gives the same id.
 *
 * @throws DomainError `not_found`; `unreadable_file` for a file that is no picture; `conflict` for a full deck; `rate_limited` and `unavailable` if the
 * encoder is busy
 */
export async function addCardPicture(
  study: StudyContext,
  userId: string,
  deckId: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<AddedPicture> {
  await getOwned(study, deckKind, userId, deckId);
  const picture = await encode(study, userId, bytes);
  const { hash: id, width, height } = picture;
  const deck = { userId, _id: deckId };
  // Stored before its file, so that no file is left without it.
  await keepSpare(study, deck, { id, width, height });
  const { cards } = await getOwned(study, deckKind, userId, deckId);
  const all = new Set([...namedIn(cards).keys(), ...(await listSpare(study, deck)).map(({ pictureId }) => pictureId)]);
  if (all.size > cardPictureBounds.perDeck) {
    if (!namedIn(cards).has(id)) await forgetSpare(study, deck, id);
    throw new DomainError(
      'conflict',
      `A deck has at most ${counted(cardPictureBounds.perDeck, 'picture')}. Remove some from its cards first.`,
    );
  }
  await storeCardPictures(study, userId, deckId, [picture]);
  await discardIfDeleted(study, deck);
  return { id, alt: '', width, height, url: study.cardPictures.addresses.addressOf({ ownerId: deckId, pictureId: id }) };
}

/** Deletes the pictures of a deck that was deleted while one was added. @throws DomainError `not_found` */
async function discardIfDeleted(study: StudyContext, { userId, _id }: { userId: string; _id: string }): Promise<void> {
  try {
    await getOwned(study, deckKind, userId, _id);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') await deckKind.discardParts(study, userId, _id);
    throw error;
  }
}
