import { internalPaths, MaterialSource } from '@lectern/contracts';
import { guidesOf } from './guidesOf.ts';
import { DomainError, type FairQueue, type InternalClient } from '@lectern/service-kit';

/** Limits of reading sources from the library, running and waiting: a source has up to 6 MB. */
export const sourceQueueLimits = { slots: 2, largeSlots: 2, waitingMax: 80, perOwnerMax: 8 } as const;

/** The longest time of reading a source, in milliseconds. */
const timeoutMs = 10_000;

/** The most text of several guides together, in characters: ten times a large task. */
const charactersOfSeveral = 1_000_000;

/** The fields that name the guides of a quiz or deck. */
interface MadeFrom {
  studyMaterialId: string;
  studyMaterialIds?: string[] | undefined;
  isSourceDeleted: boolean;
}

/** Reads the source of a guide; `undefined`: it is left out. */
type ReadSource = (userId: string, studyMaterialId: string) => Promise<MaterialSource | undefined>;

const goneMessage = (what: 'quiz' | 'deck', guides: number): string =>
  guides > 1 ? `The study guides of this ${what} were deleted.` : `The study guide of this ${what} was deleted.`;

/** Reads sources from the library in a queue that is fair among learners: many large guides at once would delay everybody. */
export function createSources(call: InternalClient, queue: FairQueue) {
  const readOne = (userId: string, studyMaterialId: string, requestId: string): Promise<MaterialSource> =>
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
  /** Reads one after the other, so that one learner does not fill the queue. @throws DomainError `not_found`, `too_large` */
  const readAll = async (userId: string, ids: readonly string[], read: ReadSource): Promise<MaterialSource[]> => {
    const materials: MaterialSource[] = [];
    let characters = 0;
    for (const id of ids) {
      const material = await read(userId, id);
      if (!material) continue;
      materials.push(material);
      characters += material.source.passages.reduce((sum, { text }) => sum + text.length, 0);
      if (materials.length > 1 && characters > charactersOfSeveral)
        throw new DomainError('too_large', 'There is too much text in these study guides. Please choose fewer.');
    }
    return materials;
  };

  return {
    /** The sources of these guides. @throws DomainError `not_found`, `too_large` */
    read: (userId: string, studyMaterialIds: readonly string[], requestId: string): Promise<MaterialSource[]> =>
      readAll(userId, studyMaterialIds, (owner, id) => readOne(owner, id, requestId)),

    /**
     * The sources of an existing quiz or deck. Of several guides those that were deleted are left out.
     * @throws DomainError `conflict` when all of its guides were deleted
     */
    async readAgain(userId: string, resource: MadeFrom, what: 'quiz' | 'deck', requestId: string): Promise<MaterialSource[]> {
      const { studyMaterialIds } = guidesOf(resource);
      const readIfThere: ReadSource = async (owner, id) => {
        try {
          return await readOne(owner, id, requestId);
        } catch (error) {
          if (error instanceof DomainError && error.code === 'not_found') return undefined;
          throw error;
        }
      };
      const materials = resource.isSourceDeleted ? [] : await readAll(userId, studyMaterialIds, readIfThere);
      if (materials.length === 0) throw new DomainError('conflict', goneMessage(what, studyMaterialIds.length));
      return materials;
    },
  };
}
export type Sources = ReturnType<typeof createSources>;
