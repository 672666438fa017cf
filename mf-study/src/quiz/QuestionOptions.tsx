import type { QuizQuestion } from '@lectern/contracts';
import { useState, type ReactNode } from 'react';
import { ItemOptions } from '../shared/ItemOptions';
import { studyChanges } from '../shared/studyChanges';
import { AddQuestionDialog } from './AddQuestionDialog';
import { EditQuestionDialog } from './EditQuestionDialog';

export interface QuestionOptionsProps {
  quizId: string;
  question: QuizQuestion;
  /** One-based. */
  number: number;
  isLocked?: boolean;
}

/** The options menu of a question. */
export const QuestionOptions = ({ quizId, question, number, isLocked = false }: QuestionOptionsProps): ReactNode => {
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      <ItemOptions
        kind="question"
        itemId={question._id}
        text={question.question}
        number={number}
        isLocked={isLocked}
        editDialog={(onClose) => <EditQuestionDialog quizId={quizId} question={question} onClose={onClose} />}
        report={(report) => studyChanges.reportQuestion(quizId, question._id, report)}
        remove={() => studyChanges.deleteQuestion(quizId, question._id)}
        onAbsent={() => {
          studyChanges.reloadQuiz(quizId);
        }}
        onAdd={() => {
          setIsAdding(true);
        }}
      />
      {isAdding && (
        <AddQuestionDialog
          quizId={quizId}
          onClose={() => {
            setIsAdding(false);
          }}
        />
      )}
    </>
  );
};
