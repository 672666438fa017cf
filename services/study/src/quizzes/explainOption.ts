import type { OptionExplanation } from '@lectern/contracts';
import { DomainError } from '@lectern/service-kit';
import { itemOf } from '../items/items.ts';
import { readSourcesOf } from '../items/sources.ts';
import { guidesOf } from '../owned/guidesOf.ts';
import { getOwned } from '../owned/ownedResources.ts';
import type { StudyContext } from '../StudyContext.ts';
import { quizKind } from './quizDocument.ts';

/**
 * Explains why an option of a question is wrong, from the question's guide. Stores nothing.
 *
 * @throws DomainError `invalid` for the right option or a text that is not an option, `conflict` if the guide was deleted, and the errors of the
 *   content queue
 */
export async function explainOption(
  study: StudyContext,
  userId: string,
  id: string,
  questionId: string,
  option: string,
  requestId: string,
): Promise<OptionExplanation> {
  const quiz = await getOwned(study, quizKind, userId, id);
  const { question, options, source } = itemOf(quiz.questions, questionId, 'question');
  const chosen = options.find(({ text }) => text.trim() === option);
  const right = options.find(({ isCorrect }) => isCorrect);
  if (!chosen || !right) throw new DomainError('invalid', 'This question does not have that option.');
  if (chosen.isCorrect) throw new DomainError('invalid', 'That option is the right one.');
  // One guide, even for a quiz of several: the question's own, or the first for a question that the learner wrote.
  const [studyMaterialId = ''] = source?.studyMaterialId === undefined ? guidesOf(quiz).studyMaterialIds : [source.studyMaterialId];
  const origin = { studyMaterialId, isSourceDeleted: quiz.isSourceDeleted };
  const [material] = await readSourcesOf(study, userId, origin, 'quiz', requestId);
  if (!material) throw new DomainError('conflict', 'The study guide of this quiz was deleted.');
  const cited = source && { pointer: source.pointer, quote: source.quote };
  return study.content.explain(userId, material, { question, chosen: chosen.text, right: right.text, ...(cited && { cited }) });
}
