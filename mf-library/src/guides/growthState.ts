import type { StudyMaterial } from '@lectern/contracts';
import { isModel } from '@lectern/platform';

/** Whether sections of a guide are still being written. */
export const isGrowing = ({ generation }: Pick<StudyMaterial, 'generation'>): boolean => generation?.state === 'running';

/** Whether a language model can rewrite the guide: parts of it were not written by a model. */
export const isRewritable = (guide: StudyMaterial): boolean =>
  // Services before 1.9 neither send `generation` nor have the endpoint.
  guide.generation !== undefined &&
  !isGrowing(guide) &&
  (!isModel(guide.generatedBy) || guide.sections?.some(({ generatedBy }) => !isModel(generatedBy)) === true);
