import { isAbsent } from '@lectern/platform';
import { useParams } from '@lectern/platform/router';
import { RadioField } from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { QuizProblem } from '../quiz/QuizProblem';
import { useQuiz } from '../shared/studyQueries';
import { PrintPage, PrintSkeleton } from './PrintPage';
import { QuizSheets } from './QuizSheets';

const choices = [
  { value: 'with', label: 'Questions, then answers' },
  { value: 'without', label: 'Questions only' },
] as const;

/** The print page of a quiz. */
export const PrintQuizScreen = (): ReactNode => {
  const { id = '' } = useParams();
  const { data: quiz, error, isFetching, refetch } = useQuiz(id);
  const [answers, setAnswers] = useState<(typeof choices)[number]['value']>('with');
  if (!quiz) {
    if (error) return <QuizProblem isAbsent={isAbsent(error)} isRetrying={isFetching} onRetry={() => void refetch()} />;
    return <PrintSkeleton label="Loading the quiz" />;
  }
  return (
    <PrintPage
      list={{ label: 'Quizzes', to: '/quizzes' }}
      title={quiz.title}
      lead="Questions with boxes to tick. The answers start on a new page."
      choice={<RadioField label="What to print" options={choices} value={answers} onChange={setAnswers} />}
    >
      <QuizSheets quiz={quiz} hasAnswers={answers === 'with'} />
    </PrintPage>
  );
};
