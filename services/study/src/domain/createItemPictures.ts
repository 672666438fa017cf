import * as z from 'zod/mini';
import { internalPaths, Picture, type ItemSource } from '@lectern/contracts';
import { DomainError, type InternalClient, type Log } from '@lectern/service-kit';

/** A quiz or deck waits no longer for its pictures. Milliseconds. */
const timeoutMs = 500;

/** A question or a card, as far as its pictures go. */
interface Item {
  source?: ItemSource | undefined;
}

const isOfSlide = ({ source }: Item): boolean => source?.pointer.kind === 'slide';

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
    /** The items, each with the pictures of its slide. */
    async withPictures<T extends Item>(userId: string, studyMaterialId: string, items: readonly T[]): Promise<T[]> {
      const pictures = items.some(isOfSlide) ? await picturesOf(userId, studyMaterialId) : [];
      const bySlide = Map.groupBy(pictures, ({ slide }) => slide);
      return items.map((item) => {
        const { source } = item;
        const own = source?.pointer.kind === 'slide' ? bySlide.get(source.pointer.slide) : undefined;
        return source && own ? { ...item, source: { ...source, pictures: own } } : item;
      });
    },
  };
}
export type ItemPictures = ReturnType<typeof createItemPictures>;
