import { type NewQuestion, type OptionExplanation, type Quiz, type QuizQuestion, type Report, sizes } from '@lectern/contracts';
import { type Creation, DomainError, notFound } from '@lectern/service-kit';
import type { StudyContext } from '../StudyContext.ts';
import { deleteDropped, getDropped, storeDropped, withRestored } from '../items/droppedItems.ts';
import { asReported, countChange, itemOf, requireRoom, thanks, withItem, withoutItem } from '../items/items.ts';
import { guidesOf, readSourcesOf } from '../items/sources.ts';
import { changeOwned } from '../owned/changeOwned.ts';
import { getOwned } from '../owned/ownedResources.ts';
import type { QuizDocument } from '../store.ts';
import { asQuiz, descriptionWith, isWritten, quizKind, rememberedStems, writtenQuestion } from './quizDocument.ts';

/**
 * Applies a learner's edit to a question. Unchanged options keep their rationales; changed options lose them, because they may no longer be
 * correct.
 *
 * @throws DomainError `invalid` for a different number of options, and for a generated question without its explanation
 */
function editQuestion(question: QuizQuestion, { explanation = '', ...edit }: NewQuestion): QuizQuestion {
  const count = question.options.length;
  if (edit.options.length !== count)
    throw new DomainError('invalid', `This question has ${count} options.`, {
      errors: [{ path: 'options', message: `There must be ${count} options` }],
    });
  if (explanation === '' && !isWritten(question))
    throw new DomainError('invalid', 'An explanation is needed', {
      errors: [{ path: 'explanation', message: 'An explanation is needed' }],
    });
  return {
    ...question,
    question: edit.question,
    explanation,
    options: edit.options.map(({ text, isCorrect }) => {
      const before = question.options.find((option) => option.text.trim() === text && option.isCorrect === isCorrect);
      return before ?? { text, isCorrect, rationale: '' };
    }),
    edited: true,
  };
}

/** The index of the right option. */
const rightOption = ({ options }: QuizQuestion): number => options.findIndex((option) => option.isCorrect);

/**
 * Adds a question that the learner wrote, and remembers its stem. Scores and the latest results stay.
 *
 * @throws DomainError `limit_reached` above the plan's number of questions, `conflict` above the maximum of every quiz
 */
export async function addQuestion(
  study: StudyContext,
  userId: string,
  id: string,
  draft: NewQuestion,
  creation: Creation,
): Promise<QuizQuestion> {
  const { questionLimit } = await study.plans.planOf(userId);
  const addOne = (quiz: QuizDocument) => {
    const questions = [...quiz.questions, writtenQuestion(draft, quiz, creation.newId)];
    requireRoom(questions.length, { name: 'question', limit: questionLimit, most: sizes.questions });
    return {
      questions,
      description: descriptionWith(quiz, questions.length),
      askedStems: rememberedStems(quiz.askedStems, [draft.question]),
    };
  };
  const { questions } = await changeOwned(study, quizKind, userId, id, addOne, creation);
  return itemOf(questions, creation.newId, 'question');
}

/** Stores the learner's version of a question. The quiz remembers both stems. */
export async function updateQuestion(
  study: StudyContext,
  userId: string,
  id: string,
  questionId: string,
  edit: NewQuestion,
): Promise<Quiz> {
  let before: QuizQuestion | undefined;
  const changed = await changeOwned(study, quizKind, userId, id, (quiz) => {
    const question = (before = itemOf(quiz.questions, questionId, 'question'));
    const next = editQuestion(question, edit);
    return {
      questions: withItem(quiz.questions, next),
      askedStems: rememberedStems(quiz.askedStems, [next.question]),
      // A different right option invalidates the latest results.
      ...(rightOption(next) !== rightOption(question) && { results: undefined }),
    };
  });
  countChange(study.contentMetrics, 'question', 'edited', before, changed.generatedBy);
  return asQuiz(changed, study.clock());
}

/** Stores a learner's report on a question, and counts it once. */
export async function reportQuestion(
  study: StudyContext,
  userId: string,
  id: string,
  questionId: string,
  report: Report,
  requestId: string,
): Promise<{ message: string }> {
  let before: QuizQuestion | undefined;
  const { generatedBy } = await changeOwned(study, quizKind, userId, id, (quiz) => {
    before = itemOf(quiz.questions, questionId, 'question');
    return { questions: withItem(quiz.questions, asReported(before, report, study.clock())) };
  });
  if (!before?.reported) study.contentMetrics.reported('question', report.reason, before?.generatedBy ?? generatedBy);
  study.log('info', 'question.reported', { requestId, quizId: id, questionId, reason: report.reason });
  return thanks;
}

/**
 * Removes a question. The quiz remembers its stem, so it is not generated again for this quiz. If it was removed as `dropped`, it is not generated
 * again for any quiz of its guide. Scores stay, the latest results are deleted.
 */
export async function removeQuestion(
  study: StudyContext,
  userId: string,
  id: string,
  questionId: string,
  reason?: 'dropped',
): Promise<{ _id: string }> {
  if (reason === 'dropped') {
    const { questions: items, studyMaterialId, generatedBy } = await getOwned(study, quizKind, userId, id);
    const question = itemOf(items, questionId, 'question');
    withoutItem(items, questionId, 'question');
    await storeDropped(study, userId, { kind: 'question', parentId: id, studyMaterialId, items }, question);
    countChange(study.contentMetrics, 'question', 'dropped', question, generatedBy);
  }
  await changeOwned(study, quizKind, userId, id, (quiz) => {
    const { _id } = itemOf(quiz.questions, questionId, 'question');
    const questions = withoutItem(quiz.questions, _id, 'question');
    return { questions, results: undefined, description: descriptionWith(quiz, questions.length) };
  });
  return { _id: questionId };
}

/** Restores a dropped question to its place. @throws DomainError `not_found`; `conflict` for a full quiz */
export async function restoreQuestion(study: StudyContext, userId: string, id: string, questionId: string): Promise<QuizQuestion> {
  const { question, place } = await getDropped(study, userId, id, questionId);
  if (!question) throw notFound('Question');
  await changeOwned(study, quizKind, userId, id, (quiz) => {
    const questions = withRestored(quiz.questions, question, place);
    requireRoom(questions.length, { name: 'question', limit: undefined, most: sizes.questions });
    return {
      questions,
      description: descriptionWith(quiz, questions.length),
      askedStems: rememberedStems(quiz.askedStems, [question.question]),
    };
  });
  await deleteDropped(study, userId, questionId);
  return question;
}

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
