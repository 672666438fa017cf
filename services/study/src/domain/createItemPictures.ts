import * as z from 'zod/mini';
import { internalPaths, Picture, PictureFile, picturesBeside, type ItemSource, type Pointer } from '@lectern/contracts';
import { DomainError, type InternalClient, type Log } from '@lectern/service-kit';

/** The longest time that a shown quiz or deck waits for its pictures. Milliseconds. */
const shownMs = 500;
/** An exported file waits longer, because it must have all pictures. Milliseconds. */
const fileMs = 10_000;

/** The part of a question or card that decides its pictures. */
interface Item {
  source?: ItemSource | undefined;
}

/** Pasted text has no pictures. */
const mayHavePictures = (pointer: Pointer): boolean => pointer.kind !== 'text' || pointer.document !== undefined;

/** The guide of an item that cites a place where pictures may be. */
const guideOf = ({ source }: Item, studyMaterialId: string | null): string | undefined =>
  source && mayHavePictures(source.pointer) ? (source.studyMaterialId ?? studyMaterialId ?? undefined) : undefined;

/** @param usualOf - the guide of an item that names none of its own */
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

/** The pictures beside the passages that items cite. They belong to the guide and their addresses expire, so they are requested at each reading. */
export function createItemPictures({ call, log }: { call: InternalClient; log: Log }) {
  /** The pictures of a guide; none when it was deleted. @throws DomainError when the library is unavailable */
  const readPictures = async (userId: string, studyMaterialId: string, timeoutMs: number): Promise<Picture[]> => {
    try {
      return await call({
        to: 'library',
        path: internalPaths.materialPictures(studyMaterialId),
        answer: z.array(Picture),
        userId,
        timeoutMs,
      });
    } catch (error) {
      if (error instanceof DomainError && error.code === 'not_found') return [];
      throw error;
    }
  };

  /** Like `readPictures`, but without pictures while the library is unavailable. */
  const picturesShown = async (userId: string, studyMaterialId: string): Promise<Picture[]> => {
    try {
      return await readPictures(userId, studyMaterialId, shownMs);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      log('warn', 'pictures.unavailable', { error });
      return [];
    }
  };

  return {
    /**
     * The items, each with the pictures of its slide or page, or next to its paragraph.
     * @param studyMaterialId - the guide of items that name none of their own; a function where it is not the same for all
     */
    async withPictures<T extends Item>(
      userId: string,
      studyMaterialId: string | null | ((item: T) => string | null),
      items: readonly T[],
    ): Promise<T[]> {
      const usualOf = typeof studyMaterialId === 'function' ? studyMaterialId : () => studyMaterialId;
      return withPicturesOf(items, usualOf, (guide) => picturesShown(userId, guide));
    },

    /** Like `withPictures`, for an exported file: it throws instead of leaving pictures out. @throws DomainError when the library is unavailable */
    withAllPictures: <T extends Item>(userId: string, studyMaterialId: string | null, items: readonly T[]): Promise<T[]> =>
      withPicturesOf(
        items,
        () => studyMaterialId,
        (guide) => readPictures(userId, guide, fileMs),
      ),

    /** The file of a picture; `undefined` when its guide was deleted. @throws DomainError when the library is unavailable */
    async readFile(userId: string, studyMaterialId: string, pictureId: string): Promise<Uint8Array | undefined> {
      try {
        const path = internalPaths.materialPicture(studyMaterialId, pictureId);
        const { base64 } = await call({ to: 'library', path, answer: PictureFile, userId, timeoutMs: fileMs });
        return Buffer.from(base64, 'base64');
      } catch (error) {
        if (error instanceof DomainError && error.code === 'not_found') return undefined;
        throw error;
      }
    },
  };
}
export type ItemPictures = ReturnType<typeof createItemPictures>;
