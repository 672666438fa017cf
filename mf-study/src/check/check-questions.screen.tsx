import type { QuizQuestion } from '@lectern/contracts';
import { errorText, isAbsent, isSessionOver, usePageTitle } from '@lectern/platform';
import { useParams } from '@lectern/platform/router';
import { Check, color, ErrorState, ItemText, radius, size, space, VisuallyHidden } from '@lectern/ui';
import { useEffect, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { EditQuestionDialog } from '../quiz/EditQuestionDialog';
import { QuizSkeleton } from '../quiz/QuizSkeleton';
import { FocusPage } from '../shared/FocusPage';
import { studyChanges } from '../shared/studyChanges';
import { useQuiz } from '../shared/studyQueries';
import { CheckRun } from './CheckRun';

const Question = styled.div`
  display: grid;
  gap: ${space[12]};
  padding: ${space[24]};
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  overflow-wrap: anywhere;
  > p:first-child {
    font-size: ${size[18]};
    font-weight: 600;
    line-height: 1.4;
  }
  ul {
    display: grid;
    gap: ${space[8]};
    margin: 0;
    padding: 0;
    list-style: none;
  }
  li {
    display: grid;
    grid-template-columns: 20px minmax(0, 1fr);
    gap: ${space[8]};
    color: ${color['ink-soft']};
  }
  li[data-right] {
    font-weight: 600;
    color: ${color.ink};
  }
  svg {
    width: 18px;
    height: 18px;
    margin-top: 3px;
    color: ${color.success};
  }
  > p:last-child {
    font-size: ${size[14]};
    color: ${color['ink-soft']};
  }
`;

const WholeQuestion = ({ item: { question, options, explanation } }: { item: QuizQuestion }): ReactNode => (
  <Question dir="auto">
    <p>
      <ItemText>{question}</ItemText>
    </p>
    <ul>
      {options.map(({ text, isCorrect }) => (
        <li key={text} data-right={isCorrect || undefined}>
          {isCorrect ? <Check aria-hidden /> : <span aria-hidden />}
          <span>
            <ItemText>{text}</ItemText>
            {isCorrect && <VisuallyHidden> (correct)</VisuallyHidden>}
          </span>
        </li>
      ))}
    </ul>
    <p>
      <ItemText>{explanation}</ItemText>
    </p>
  </Question>
);

/** "Check your questions": reviews the generated questions one at a time. */
export const CheckQuestionsScreen = (): ReactNode => {
  const { id = '' } = useParams();
  usePageTitle('Check your questions');
  const { data: quiz, error, isFetching, refetch } = useQuiz(id);
  const closeTo = `/quizzes/${id}`;
  // The quiz's page shows the remaining questions.
  useEffect(
    () => () => {
      studyChanges.reloadQuiz(id);
    },
    [id],
  );
  if (!quiz)
    return (
      <FocusPage closeTo={isAbsent(error) ? '/quizzes' : closeTo} title="Check your questions">
        {error === null || isSessionOver(error) ? (
          <QuizSkeleton />
        ) : (
          <ErrorState isRetrying={isFetching} {...(!isAbsent(error) && { onRetry: () => void refetch() })}>
            {errorText(error, 'The questions could not be loaded.')}
          </ErrorState>
        )}
      </FocusPage>
    );
  return (
    <CheckRun
      key={quiz._id}
      kind="question"
      title={quiz.title}
      back={{ to: closeTo, label: 'Take the quiz' }}
      studyMaterialId={quiz.studyMaterialId}
      items={quiz.questions.filter(({ source }) => source !== undefined)}
      calls={{
        drop: (questionId) => studyChanges.dropQuestion(id, questionId),
        restore: (questionId) => studyChanges.restoreQuestion(id, questionId),
      }}
      draw={(question) => <WholeQuestion item={question} />}
      editDialog={(question, onClose) => <EditQuestionDialog quizId={id} question={question} onClose={onClose} />}
    />
  );
};
