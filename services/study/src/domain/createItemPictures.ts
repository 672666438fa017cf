import * as z from 'zod/mini';
import { internalPaths, Picture, type ItemSource } from '@lectern/contracts';
import { DomainError, type InternalClient, type Log } from '@lectern/service-kit';

/** A quiz or deck waits no longer for its pictures. Milliseconds. */
const timeoutMs = 500;

/** A question or a card, as far as its pictures go. */
interface Item {
  source?: ItemSource | undefined;
}

/** The guide of an item that cites a slide. */
const guideOf = ({ source }: Item, studyMaterialId: string | null): string | undefined =>
  source?.pointer.kind === 'slide' ? (source.studyMaterialId ?? studyMaterialId ?? undefined) : undefined;

const keyOf = (guide: string, slide: number): string => `${guide} ${slide}`;

/** The pictures of the slides that items come from. They belong to the guide, and their addresses end: they are asked for at each reading. */
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
     * The items, each with the pictures of its slide.
     * @param studyMaterialId - the guide of items that name none of their own; a function where it is not the same for all
     */
    async withPictures<T extends Item>(
      userId: string,
      studyMaterialId: string | null | ((item: T) => string | null),
      items: readonly T[],
    ): Promise<T[]> {
      const usualOf = typeof studyMaterialId === 'function' ? studyMaterialId : () => studyMaterialId;
      const guides = [...new Set(items.map((item) => guideOf(item, usualOf(item))).filter((guide) => guide !== undefined))];
      const pictures = await Promise.all(guides.map(async (guide) => ({ guide, pictures: await picturesOf(userId, guide) })));
      const bySlide = Map.groupBy(
        pictures.flatMap(({ guide, pictures: own }) => own.map((picture) => ({ guide, picture }))),
        ({ guide, picture }) => keyOf(guide, picture.slide),
      );
      return items.map((item) => {
        const { source } = item;
        const guide = guideOf(item, usualOf(item));
        if (source?.pointer.kind !== 'slide' || guide === undefined) return item;
        const own = bySlide.get(keyOf(guide, source.pointer.slide))?.map(({ picture }) => picture);
        return own ? { ...item, source: { ...source, pictures: own } } : item;
      });
    },
  };
}
export type ItemPictures = ReturnType<typeof createItemPictures>;
