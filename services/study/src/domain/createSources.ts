import { internalPaths, MaterialSource } from '@lectern/contracts';
import { DomainError, type InternalClient } from '@lectern/service-kit';

/** Reads what to generate from out of the library. */
export function createSources(call: InternalClient) {
  const read = (userId: string, studyMaterialId: string, requestId: string): Promise<MaterialSource> =>
    call({
      to: 'library',
      path: internalPaths.materialSource(studyMaterialId),
      answer: MaterialSource,
      userId,
      requestId,
      timeoutMs: 10_000,
    });
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
