import { internalPaths, MaterialSource } from '@lectern/contracts';
import { DomainError, type FairQueue, type InternalClient } from '@lectern/service-kit';

/** Limits of reading sources from the library, running and waiting: a source has up to 6 MB. */
export const sourceQueueLimits = { slots: 2, largeSlots: 2, waitingMax: 80, perOwnerMax: 8 } as const;

/** The longest time of reading a source, in milliseconds. */
const timeoutMs = 10_000;

/** Reads sources from the library in a queue that is fair among learners: many large guides at once would delay everybody. */
export function createSources(call: InternalClient, queue: FairQueue) {
  const read = (userId: string, studyMaterialId: string, requestId: string): Promise<MaterialSource> =>
    queue.run(userId, false, () =>
      call({
        to: 'library',
        path: internalPaths.materialSource(studyMaterialId),
        answer: MaterialSource,
        userId,
        requestId,
        timeoutMs,
      }),
    );
  return {
    /** @throws DomainError `not_found` */
    read,
    /** The source of an existing quiz or deck. @throws DomainError `conflict` when its guide was deleted */
    async readAgain(
      userId: string,
      resource: { studyMaterialId: string; isSourceDeleted: boolean },
      what: 'quiz' | 'deck',
      requestId: string,
    ): Promise<MaterialSource> {
      const gone = () => new DomainError('conflict', `The study guide of this ${what} was deleted.`);
      if (resource.isSourceDeleted) throw gone();
      try {
        return await read(userId, resource.studyMaterialId, requestId);
      } catch (error) {
        if (error instanceof DomainError && error.code === 'not_found') throw gone();
        throw error;
      }
    },
  };
}
export type Sources = ReturnType<typeof createSources>;
