import * as z from 'zod/mini';
import { internalPaths, Picture, picturesBeside, type ItemSource, type Pointer } from '@lectern/contracts';
import { DomainError, type InternalClient, type Log } from '@lectern/service-kit';

/** A quiz or deck waits no longer for its pictures. Milliseconds. */
const timeoutMs = 500;

/** A question or a card, as far as its pictures go. */
interface Item {
  source?: ItemSource | undefined;
}

/** Pasted text has no pictures. */
const mayHavePictures = (pointer: Pointer): boolean => pointer.kind !== 'text' || pointer.document !== undefined;

/** The guide of an item that cites a place where pictures may be. */
const guideOf = ({ source }: Item, studyMaterialId: string | null): string | undefined =>
  source && mayHavePictures(source.pointer) ? (source.studyMaterialId ?? studyMaterialId ?? undefined) : undefined;

/** The pictures beside the passages that items come from. They belong to the guide, and their addresses end: they are asked for at each reading. */
export function createItemPictures({ call, log }: { call: InternalClient; log: Log }) {
  const picturesOf = async (userId: string, studyMaterialId: string): Promise<Picture[]> => {
    try {
      return await call({
        to: 'library',
        path: internalPaths.materialPictures(studyMaterialId),
        answer: z.array(Picture),
        userId,
        timeoutMs,
      });
    } catch (error) {
      // The guide may have been deleted, and the library may be away: items keep their words.
      if (!(error instanceof DomainError)) throw error;
      if (error.code !== 'not_found') log('warn', 'pictures.unavailable', { error });
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
      const guides = [...new Set(items.map((item) => guideOf(item, usualOf(item))).filter((guide) => guide !== undefined))];
      const pictures = new Map(await Promise.all(guides.map(async (guide) => [guide, await picturesOf(userId, guide)] as const)));
      return items.map((item) => {
        const { source } = item;
        const guide = guideOf(item, usualOf(item));
        if (!source || guide === undefined) return item;
        const own = picturesBeside(pictures.get(guide) ?? [], source.pointer);
        return own.length > 0 ? { ...item, source: { ...source, pictures: own } } : item;
      });
    },
  };
}
export type ItemPictures = ReturnType<typeof createItemPictures>;
