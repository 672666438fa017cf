import { calls, NewQuestion, QuestionEdit, type Quiz, type QuizQuestion } from '@lectern/contracts';
import { call, isAbsent } from '@lectern/platform';
import type { ReactNode } from 'react';
import { EditDialog } from '../shared/EditDialog';
import { studyChanges } from '../shared/studyChanges';
import { problemsOf, useEditDraft } from '../shared/useEditDraft';
import { QuestionFields, type QuestionValues } from './QuestionFields';

const bodyOf = ({ question, options, right, explanation }: QuestionValues) => ({
  question,
  options: options.map((text, index) => ({ text, isCorrect: index === right })),
  explanation,
});

export interface EditQuestionFormProps {
  quizId: string;
  question: Pick<QuizQuestion, '_id' | 'question' | 'options' | 'explanation' | 'source'>;
  onClose: () => void;
  onSaved?: (quiz: Quiz) => void;
}

/** Edits a question's text and its correct option. */
export const EditQuestionForm = ({ quizId, question, onClose, onSaved }: EditQuestionFormProps): ReactNode => {
  const draft = useEditDraft<QuestionValues>(`edit-question.${question._id}`, {
    question: question.question,
    options: question.options.map((option) => option.text),
    right: question.options.findIndex((option) => option.isCorrect),
    explanation: question.explanation,
  });
  const { values, change } = draft;
  const body = bodyOf(values);
  return (
    <EditDialog
      title="Edit Question"
      isWide
      draft={draft}
      problems={problemsOf(question.source ? QuestionEdit : NewQuestion, body)}
      save={async () => {
        const quiz = await call(calls.updateQuestion, { path: { id: quizId, questionId: question._id }, body });
        studyChanges.questionUpdated(quiz);
        onSaved?.(quiz);
      }}
      saved="Question updated successfully"
      notSaved="Failed to update question"
      onFailure={(error) => {
        if (isAbsent(error)) studyChanges.reloadQuiz(quizId);
      }}
      onClose={onClose}
    >
      {(problems) => <QuestionFields values={values} change={change} problems={problems} />}
    </EditDialog>
  );
};
