import { internalPaths, MaterialSource } from '@lectern/contracts';
import { DomainError, type FairQueue, type InternalClient } from '@lectern/service-kit';

/** How much may be read from the library at once, and wait to be: a source has up to 6 MB. */
export const sourceQueueLimits = { slots: 2, largeSlots: 2, waitingMax: 80, perOwnerMax: 8 } as const;

/** Reads what to generate from out of the library, in the learner's turn: many large guides at once would hold the library up for everybody. */
export function createSources(call: InternalClient, queue: FairQueue) {
  const read = (userId: string, studyMaterialId: string, requestId: string): Promise<MaterialSource> =>
    queue.run(userId, false, () =>
      call({
        to: 'library',
        path: internalPaths.materialSource(studyMaterialId),
        answer: MaterialSource,
        userId,
        requestId,
        timeoutMs: 10_000,
      }),
    );
  return {
    /** @throws DomainError `not_found` */
    read,
    /** Of a thing that was made already. @throws DomainError `conflict` when its guide is gone */
    async readAgain(
      userId: string,
      thing: { studyMaterialId: string; isSourceDeleted: boolean },
      what: 'quiz' | 'deck',
      requestId: string,
    ): Promise<MaterialSource> {
      const gone = () => new DomainError('conflict', `The study guide of this ${what} was deleted.`);
      if (thing.isSourceDeleted) throw gone();
      try {
        return await read(userId, thing.studyMaterialId, requestId);
      } catch (error) {
        if (error instanceof DomainError && error.code === 'not_found') throw gone();
        throw error;
      }
    },
  };
}
export type Sources = ReturnType<typeof createSources>;
