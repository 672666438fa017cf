import { calls, NewQuestion } from '@lectern/contracts';
import { call, useIdempotencyKey } from '@lectern/platform';
import type { ReactNode } from 'react';
import { EditDialog } from '../shared/EditDialog';
import { studyChanges } from '../shared/studyChanges';
import { problemsOf, useEditDraft } from '../shared/useEditDraft';
import { QuestionFields, type QuestionValues } from './QuestionFields';

const empty: QuestionValues = { question: '', options: ['', '', '', ''], right: 0, explanation: '' };

/** The request body, without trailing empty options. */
const bodyOf = ({ question, options, right, explanation }: QuestionValues) => {
  const last = options.findLastIndex((text) => text.trim() !== '');
  return {
    question,
    options: options.slice(0, Math.max(2, last + 1, right + 1)).map((text, index) => ({ text, isCorrect: index === right })),
    ...(explanation.trim() !== '' && { explanation }),
  };
};

export interface AddQuestionFormProps {
  quizId: string;
  onClose: () => void;
}

/** Appends a question written by the learner. */
export const AddQuestionForm = ({ quizId, onClose }: AddQuestionFormProps): ReactNode => {
  const idempotency = useIdempotencyKey();
  const draft = useEditDraft<QuestionValues>(`add-question.${quizId}`, empty);
  const { values, change } = draft;
  const body = bodyOf(values);
  return (
    <EditDialog
      title="Write a Question"
      isWide
      draft={draft}
      problems={problemsOf(NewQuestion, body)}
      save={async () => {
        const question = await call(calls.addQuestion, { path: { id: quizId }, body, idempotencyKey: idempotency.keyFor(body) });
        idempotency.done();
        studyChanges.questionAdded(quizId, question);
      }}
      saved="Question added successfully"
      notSaved="Failed to add the question"
      submit="Add Question"
      onClose={onClose}
    >
      {(problems) => <QuestionFields values={values} change={change} problems={problems} isExplanationOptional />}
    </EditDialog>
  );
};
