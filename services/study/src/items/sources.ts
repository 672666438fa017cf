import { internalPaths, MaterialSource } from '@lectern/contracts';
import { DomainError } from '@lectern/service-kit';
import type { StudyContext } from '../StudyContext.ts';

/** The limits of concurrent and waiting reads of sources from the library: a source has up to 6 MB. */
export const sourceQueueLimits = { slots: 2, largeSlots: 2, waitingMax: 80, perOwnerMax: 8 } as const;

/** The timeout of reading a source, in milliseconds. */
const timeoutMs = 10_000;

/** The maximum text of several guides together, in characters: ten times the size from which a task counts as large. */
const mostCharacters = 1_000_000;

/** The fields that name the guides of a quiz or deck. */
interface MadeFrom {
  studyMaterialId: string;
  studyMaterialIds?: string[] | undefined;
  isSourceDeleted: boolean;
}

const goneMessage = (what: 'quiz' | 'deck', guides: number): string =>
  guides > 1 ? `The study guides of this ${what} were deleted.` : `The study guide of this ${what} was deleted.`;

/** Reads one source, in a queue that is fair among learners: many large guides at a time would delay everyone. */
const readOne = ({ call, queues }: StudyContext, userId: string, studyMaterialId: string, requestId: string): Promise<MaterialSource> =>
  queues.sources.run(userId, false, () =>
    call({ to: 'library', path: internalPaths.materialSource(studyMaterialId), answer: MaterialSource, userId, requestId, timeoutMs }),
  );

/** Reads sources sequentially, so that one learner does not fill the queue. Skips those that `read` does not find. */
async function readAll(ids: readonly string[], read: (id: string) => Promise<MaterialSource | undefined>): Promise<MaterialSource[]> {
  const materials: MaterialSource[] = [];
  let characters = 0;
  for (const id of ids) {
    const material = await read(id);
    if (!material) continue;
    materials.push(material);
    characters += material.source.passages.reduce((sum, { text }) => sum + text.length, 0);
    if (materials.length > 1 && characters > mostCharacters)
      throw new DomainError('too_large', 'There is too much text in these study guides. Please choose fewer.');
  }
  return materials;
}

/** Returns the sources of guides. @throws DomainError `not_found`, `too_large` */
export const readSources = (
  study: StudyContext,
  userId: string,
  studyMaterialIds: readonly string[],
  requestId: string,
): Promise<MaterialSource[]> => readAll(studyMaterialIds, (id) => readOne(study, userId, id, requestId));

/**
 * Returns the sources of an existing quiz or deck. Skips deleted guides if there are several.
 *
 * @throws DomainError `conflict` if all of its guides were deleted
 */
export async function readSourcesOf(
  study: StudyContext,
  userId: string,
  resource: MadeFrom,
  what: 'quiz' | 'deck',
  requestId: string,
): Promise<MaterialSource[]> {
  const { studyMaterialIds } = guidesOf(resource);
  const readIfThere = async (id: string): Promise<MaterialSource | undefined> => {
    try {
      return await readOne(study, userId, id, requestId);
    } catch (error) {
      if (error instanceof DomainError && error.code === 'not_found') return undefined;
      throw error;
    }
  };
  const materials = resource.isSourceDeleted ? [] : await readAll(studyMaterialIds, readIfThere);
  if (materials.length === 0) throw new DomainError('conflict', goneMessage(what, studyMaterialIds.length));
  return materials;
}

/** The stored reference of a quiz or deck to its guides. */
interface MadeFrom {
  /** Empty without exactly one guide. */
  studyMaterialId: string;
  studyMaterialIds?: string[] | undefined;
}

/** Returns the guides of a quiz or deck in the form of answers. */
export const guidesOf = ({
  studyMaterialId,
  studyMaterialIds,
}: MadeFrom): { studyMaterialId: string | null; studyMaterialIds: string[] } => ({
  studyMaterialId: studyMaterialId || null,
  studyMaterialIds: studyMaterialIds ?? (studyMaterialId ? [studyMaterialId] : []),
});
