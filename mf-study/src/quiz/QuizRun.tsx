import type { Quiz, QuizQuestion } from '@lectern/contracts';
import { engineName, useLimits } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import { Badge, Breadcrumb, MadeBy, Notice, PageHead, ProgressOverlay, space } from '@lectern/ui';
import type { Dispatch, ReactNode } from 'react';
import { styled } from 'styled-components';
import { StudyColumn } from '../shared/StudyColumn';
import { cleanDescription, shortfallText } from '../shared/text';
import { QuestionView } from './QuestionView';
import { QuizPosition } from './QuizPosition';
import { canGoOn, canShowAnswer, isLastQuestion, missedQuestions, type QuizAction, type QuizSession } from './QuizSession';
import { ResultsView } from './ResultsView';
import { useQuizKeys } from './useQuizKeys';
import { useQuizSession } from './useQuizSession';
import { useRegeneration } from './useRegeneration';
import { useSubmission } from './useSubmission';

const Facts = styled.div`
  display: grid;
  gap: ${space[12]};
  margin-bottom: ${space[24]};
`;

const Below = styled.div`
  margin-top: ${space[24]};
`;

const overlayStages = ['Looking at your answers', 'Going back to your guide', 'Writing new questions', 'Checking every question'] as const;

/** What the engine could not do; shown with the first question. */
const QuizFacts = ({ shortfall, limitation }: Quiz): ReactNode =>
  (shortfall ?? limitation) !== undefined && (
    <Facts>
      {shortfall && <Notice>{shortfallText(shortfall, 'questions')}</Notice>}
      {limitation !== undefined && <Notice>{limitation}</Notice>}
    </Facts>
  );

interface CurrentQuestionProps {
  quiz: Quiz;
  question: QuizQuestion;
  session: QuizSession;
  dispatch: Dispatch<QuizAction>;
  hasSubmitFailed: boolean;
  onGoOn: () => void;
}

const CurrentQuestion = ({ quiz, question, session, dispatch, hasSubmitFailed, onGoOn }: CurrentQuestionProps): ReactNode => {
  const { index } = session;
  return (
    <>
      {index === 0 && <QuizFacts {...quiz} />}
      <QuizPosition number={index + 1} count={quiz.questions.length} />
      <QuestionView
        key={question._id}
        quiz={quiz}
        question={question}
        number={index + 1}
        chosen={session.selections[index]}
        isShown={session.shown[index] === true}
        isLast={isLastQuestion(session)}
        canShowAnswer={canShowAnswer(session)}
        canGoOn={canGoOn(session)}
        isSubmitting={session.phase === 'submitting'}
        onSelect={(option) => {
          dispatch({ type: 'select', option });
        }}
        onShowAnswer={() => {
          dispatch({ type: 'showAnswer' });
        }}
        onGoOn={onGoOn}
      />
      {hasSubmitFailed && (
        <Below>
          <Notice tone="danger">The quiz could not be submitted. Your answers are kept; submit them again.</Notice>
        </Below>
      )}
    </>
  );
};

/** An attempt at a quiz: its questions one by one, then the results. */
export const QuizRun = ({ quiz }: { quiz: Quiz }): ReactNode => {
  const { questions } = quiz;
  const [session, dispatch] = useQuizSession(quiz);
  const { isPremium } = useLimits();
  const { submit, hasFailed } = useSubmission(quiz, session, dispatch);
  const regenerate = useRegeneration(quiz, dispatch);
  const goOn = (): void => {
    if (isLastQuestion(session)) void submit();
    else dispatch({ type: 'next' });
  };
  useQuizKeys({ session, dispatch, questions, goOn });
  const { results } = session;
  const question = questions[session.index];
  const isRunning = session.phase === 'answering' || session.phase === 'submitting';
  return (
    <StudyColumn>
      <Breadcrumb
        items={[
          <Link key="quizzes" to="/quizzes">
            Quizzes
          </Link>,
          quiz.title,
        ]}
      />
      <PageHead
        title={quiz.title}
        context={cleanDescription(quiz.description)}
        actions={isRunning && <Badge tone="accent">In Progress</Badge>}
      />
      {isRunning && question && (
        <CurrentQuestion quiz={quiz} question={question} session={session} dispatch={dispatch} hasSubmitFailed={hasFailed} onGoOn={goOn} />
      )}
      {results && (
        <ResultsView
          quiz={quiz}
          results={results}
          missed={missedQuestions(session, questions)}
          isPremium={isPremium}
          onRegenerate={() => void regenerate(results)}
          onRetake={() => {
            dispatch({ type: 'restart', questionIds: session.questionIds });
          }}
        />
      )}
      <Below>
        <MadeBy engine={engineName(quiz.generatedBy)} />
      </Below>
      {session.phase === 'regenerating' && <ProgressOverlay title="Creating New Questions" stages={overlayStages} totalSeconds={30} />}
    </StudyColumn>
  );
};
