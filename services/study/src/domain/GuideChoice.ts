import { DomainError } from '@lectern/service-kit';

/** The guides that a learner chose to make something from: one, or several. The call's schema accepts exactly one of the two. */
export interface GuideChoice {
  studyMaterialId?: string | undefined;
  studyMaterialIds?: readonly string[] | undefined;
}

export const chosenGuides = ({ studyMaterialId, studyMaterialIds }: GuideChoice): readonly string[] =>
  studyMaterialIds ?? (studyMaterialId === undefined ? [] : [studyMaterialId]);

/**
 * The number of items to ask for: the learner's, or the plan's.
 * @throws DomainError `limit_reached` for more than the plan makes at once
 */
export const askedCount = (wished: number | undefined, ofPlan: number, many: 'questions' | 'cards'): number => {
  if (wished !== undefined && wished > ofPlan)
    throw new DomainError('limit_reached', `Your plan makes up to ${ofPlan} ${many} at once. Upgrade to premium for more.`);
  return wished ?? ofPlan;
};
