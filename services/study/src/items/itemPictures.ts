import * as z from 'zod/mini';
import { internalPaths, Picture, PictureFile, picturesBeside, type ItemSource, type Pointer } from '@lectern/contracts';
import { DomainError } from '@lectern/service-kit';
import type { StudyContext } from '../StudyContext.ts';

/** The timeout for the pictures of a shown quiz or deck, in milliseconds. */
const shownMs = 500;
/** The timeout for an exported file, which must have all pictures, in milliseconds. */
const fileMs = 10_000;

/** The fields of a question or card that determine its pictures. */
interface Item {
  source?: ItemSource | undefined;
}

/** Pasted text has no pictures. */
const mayHavePictures = (pointer: Pointer): boolean => pointer.kind !== 'text' || pointer.document !== undefined;

/** Returns the guide of an item that cites a place with possible pictures. */
const guideOf = ({ source }: Item, studyMaterialId: string | null): string | undefined =>
  source && mayHavePictures(source.pointer) ? (source.studyMaterialId ?? studyMaterialId ?? undefined) : undefined;

/** @param usualOf - returns the guide of an item that does not name one */
const withPicturesOf = async <T extends Item>(
  items: readonly T[],
  usualOf: (item: T) => string | null,
  picturesOf: (guide: string) => Promise<Picture[]>,
): Promise<T[]> => {
  const guides = [...new Set(items.map((item) => guideOf(item, usualOf(item))).filter((guide) => guide !== undefined))];
  const pictures = new Map(await Promise.all(guides.map(async (guide) => [guide, await picturesOf(guide)] as const)));
  return items.map((item) => {
    const { source } = item;
    const guide = guideOf(item, usualOf(item));
    if (!source || guide === undefined) return item;
    const own = picturesBeside(pictures.get(guide) ?? [], source.pointer);
    return own.length > 0 ? { ...item, source: { ...source, pictures: own } } : item;
  });
};

type Caller = Pick<StudyContext, 'call' | 'log'>;

/** Returns the result of a call to the library; `undefined` if the guide was deleted. */
async function unlessDeleted<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** Reads the pictures of a guide; none if it was deleted. @throws DomainError while the library is unavailable */
const readPictures = async ({ call }: Caller, userId: string, studyMaterialId: string, timeoutMs: number): Promise<Picture[]> => {
  const path = internalPaths.materialPictures(studyMaterialId);
  return (await unlessDeleted(() => call({ to: 'library', path, answer: z.array(Picture), userId, timeoutMs }))) ?? [];
};

/** Like `readPictures`, but returns none while the library is unavailable. */
async function readPicturesToShow(caller: Caller, userId: string, studyMaterialId: string): Promise<Picture[]> {
  try {
    return await readPictures(caller, userId, studyMaterialId, shownMs);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    caller.log('warn', 'pictures.unavailable', { error });
    return [];
  }
}

/**
 * Adds the pictures of the items' slides or pages, or those next to their paragraphs. Pictures belong to the guide and their addresses expire, so
 * they are read for each answer.
 *
 * @param studyMaterialId - the guide of items that do not name one; a function if it differs between items
 */
export async function withPictures<T extends Item>(
  study: Caller,
  userId: string,
  studyMaterialId: string | null | ((item: T) => string | null),
  items: readonly T[],
): Promise<T[]> {
  const usualOf = typeof studyMaterialId === 'function' ? studyMaterialId : () => studyMaterialId;
  return withPicturesOf(items, usualOf, (guide) => readPicturesToShow(study, userId, guide));
}

/** Like `withPictures`, for an exported file: throws instead of omitting pictures. @throws DomainError while the library is unavailable */
export const withAllPictures = <T extends Item>(
  study: Caller,
  userId: string,
  studyMaterialId: string | null,
  items: readonly T[],
): Promise<T[]> =>
  withPicturesOf(
    items,
    () => studyMaterialId,
    (guide) => readPictures(study, userId, guide, fileMs),
  );

/** Returns the file of a picture; `undefined` if its guide was deleted. @throws DomainError while the library is unavailable */
export async function readPictureFile(
  { call }: Caller,
  userId: string,
  studyMaterialId: string,
  pictureId: string,
): Promise<Uint8Array | undefined> {
  const path = internalPaths.materialPicture(studyMaterialId, pictureId);
  const file = await unlessDeleted(() => call({ to: 'library', path, answer: PictureFile, userId, timeoutMs: fileMs }));
  return file && Buffer.from(file.base64, 'base64');
}
