import type { StudyMaterial } from '@lectern/contracts';
import { isModel } from '@lectern/platform';

/** Whether sections of a guide are still being written. */
export const isGrowing = ({ generation }: Pick<StudyMaterial, 'generation'>): boolean => generation?.state === 'running';

/** Whether a language model could write a guide anew: none wrote it, or none wrote all of it. */
export const isRewritable = (guide: StudyMaterial): boolean =>
  // Services before 1.9 send no `generation` and have no call for it.
  guide.generation !== undefined &&
  !isGrowing(guide) &&
  (!isModel(guide.generatedBy) || guide.sections?.some(({ generatedBy }) => !isModel(generatedBy)) === true);
