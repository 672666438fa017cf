import { counted, type Quiz, type QuizMode, type QuizQuestion, type QuizResults } from '@lectern/contracts';
import { engineName, otherEngines, useFocusMode, useLimits } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import { Badge, Breadcrumb, MadeBy, Notice, PageHead, space } from '@lectern/ui';
import type { Dispatch, ReactNode } from 'react';
import { styled } from 'styled-components';
import { FocusPage } from '../shared/FocusPage';
import { CheckOffer } from '../shared/CheckOffer';
import { GenerationNotice } from '../shared/GenerationNotice';
import { MakingOverlay } from '../shared/MakingOverlay';
import { Origin } from '../shared/Origin';
import { RoundLine } from '../shared/RoundLine';
import { ItemTitle } from '../shared/ItemTitle';
import { StudyColumn } from '../shared/StudyColumn';
import { cleanDescription } from '../shared/text';
import { QuestionOptions } from './QuestionOptions';
import { QuestionView } from './QuestionView';
import { QuizActions } from './QuizActions';
import { QuizPosition, type QuizPositionProps } from './QuizPosition';
import {
  canGoOn,
  canShowAnswer,
  isLastQuestion,
  lateQuestions,
  missedQuestions,
  scoresByTopic,
  type QuizAction,
  type QuizSession,
} from './QuizSession';
import { ResultsView } from './ResultsView';
import { TestClock } from './TestClock';
import { useQuizKeys } from './useQuizKeys';
import { useQuizSession } from './useQuizSession';
import { useRegeneration } from './useRegeneration';
import { useSubmission } from './useSubmission';

const Facts = styled.div`
  display: grid;
  gap: ${space[12]};
  margin-top: ${space[24]};
`;

const Below = styled.div`
  margin-top: ${space[24]};
`;

const Above = styled.div`
  display: grid;
  gap: ${space[12]};
  &:not(:empty) {
    margin-bottom: ${space[24]};
  }
`;

const overlayStages = ['Looking at your answers', 'Rereading your guide', 'Writing new questions', 'Checking every question'] as const;

const QuizMadeBy = ({ quiz: { generatedBy, questions } }: { quiz: Quiz }): ReactNode => (
  <MadeBy
    engine={engineName(generatedBy)}
    others={{ part: 'question', total: questions.length, by: otherEngines(generatedBy, questions) }}
  />
);

/** How the quiz was made, and its limitations. Shown below the first question. */
const QuizFacts = ({ quiz }: { quiz: Quiz }): ReactNode => (
  <Facts>
    <GenerationNotice item={quiz} />
    <Origin>
      <QuizMadeBy quiz={quiz} />
      <CheckOffer item={quiz} kind="question" />
    </Origin>
  </Facts>
);

/** Restarts the quiz with all questions. */
const restartAll = (quiz: Quiz, mode: QuizMode = 'practice'): QuizAction => ({
  type: 'restart',
  questionIds: quiz.questions.map((question) => question._id),
  mode,
  startedAt: Date.now(),
});

interface RunningQuizProps {
  quiz: Quiz;
  question: QuizQuestion;
  session: QuizSession;
  dispatch: Dispatch<QuizAction>;
  hasSubmitFailed: boolean;
  onGoOn: () => void;
}

type AboveQuestionProps = Pick<RunningQuizProps, 'quiz' | 'session' | 'dispatch'> & { position: QuizPositionProps };

/** Shown above a question: the round, if there is one, and the question's position in it. The frame's line has no space for the labels on a phone. */
const AboveQuestion = ({ quiz, session, dispatch, position }: AboveQuestionProps): ReactNode => (
  <>
    {session.isPart && (
      <RoundLine
        name="Missed questions"
        count={session.questionIds.length}
        total={quiz.questions.length}
        onRestart={() => {
          dispatch(restartAll(quiz));
        }}
      />
    )}
    <QuizPosition {...position}>
      <Badge tone="accent">In Progress</Badge>
      {session.mode === 'test' && session.startedAt !== undefined && <TestClock startedAt={session.startedAt} />}
    </QuizPosition>
  </>
);

/** The current question, in focus mode. */
const RunningQuiz = ({ quiz, question, session, dispatch, hasSubmitFailed, onGoOn }: RunningQuizProps): ReactNode => {
  const { index, questionIds } = session;
  const isShown = session.shown[index] === true;
  const chosen = session.selections[index];
  const position = {
    label: `Question ${String(index + 1)} of ${String(questionIds.length)}`,
    percent: Math.round(((index + (isShown ? 1 : 0)) / questionIds.length) * 100),
  };
  const isSubmitting = session.phase === 'submitting';
  const isTest = session.mode === 'test';
  return (
    <FocusPage
      closeTo="/quizzes"
      title={<ItemTitle title={quiz.title} />}
      description={session.isPart ? '' : cleanDescription(quiz.description)}
      menu={
        // Locked in a test, because the edit dialog reveals the correct option.
        <QuestionOptions key={question._id} quizId={quiz._id} question={question} number={index + 1} isLocked={isSubmitting || isTest} />
      }
      position={position}
      actions={
        <QuizActions
          key={question._id}
          isShown={isShown}
          isTest={isTest}
          isLast={isLastQuestion(session)}
          canShowAnswer={canShowAnswer(session)}
          canGoOn={canGoOn(session)}
          question={question}
          chosen={chosen}
          isSubmitting={isSubmitting}
          onShowAnswer={() => {
            dispatch({ type: 'showAnswer' });
          }}
          onGoOn={onGoOn}
        />
      }
    >
      <AboveQuestion {...{ quiz, session, dispatch, position }} />
      <QuestionView
        key={question._id}
        quiz={quiz}
        question={question}
        chosen={chosen}
        isShown={isShown}
        onSelect={(option) => {
          dispatch({ type: 'select', option });
        }}
      />
      {hasSubmitFailed && (
        <Below>
          <Notice tone="danger">The quiz could not be submitted. Your answers are saved. Please submit them again.</Notice>
        </Below>
      )}
      {index === 0 && <QuizFacts quiz={quiz} />}
    </FocusPage>
  );
};

/** The status of a quiz that was still being generated during the attempt. */
const Grown = ({ quiz, late }: { quiz: Quiz; late: number }): ReactNode => (
  <Above>
    {quiz.generation?.state === 'running' && <GenerationNotice item={quiz} />}
    {late > 0 && (
      <Notice tone="neutral">
        {counted(late, 'more question')} {late === 1 ? 'is' : 'are'} ready, for your next attempt.
      </Notice>
    )}
  </Above>
);

interface FinishedQuizProps {
  quiz: Quiz;
  /** The questions of the attempt. */
  questions: readonly QuizQuestion[];
  results: QuizResults;
  session: QuizSession;
  dispatch: Dispatch<QuizAction>;
}

/** The results, outside focus mode. */
const FinishedQuiz = ({ quiz, questions, results, session, dispatch }: FinishedQuizProps): ReactNode => {
  const { isPremium } = useLimits();
  const { regenerate, progressKey } = useRegeneration(quiz, dispatch);
  useFocusMode(false);
  const missed = missedQuestions(session, questions);
  const late = lateQuestions(session, quiz).length;
  return (
    <StudyColumn>
      <Breadcrumb
        items={[
          <Link key="quizzes" to="/quizzes">
            Quizzes
          </Link>,
          <ItemTitle key="title" title={quiz.title} />,
        ]}
      />
      <PageHead title={<ItemTitle title={quiz.title} />} context={cleanDescription(quiz.description)} />
      <Grown quiz={quiz} late={late} />
      <ResultsView
        quiz={quiz}
        results={results}
        topics={scoresByTopic(session, questions)}
        missed={missed}
        isPart={session.isPart}
        isPremium={isPremium}
        onRegenerate={() => void regenerate(results)}
        onRetake={(mode) => {
          dispatch(restartAll(quiz, mode));
        }}
        onMissedOnly={() => {
          const questionIds = missed.map(({ question }) => question._id);
          dispatch({ type: 'restart', questionIds, isPart: true, startedAt: Date.now() });
        }}
      />
      <Below>
        <QuizMadeBy quiz={quiz} />
      </Below>
      {session.phase === 'regenerating' && (
        <MakingOverlay part="question" title="Creating New Questions" stages={overlayStages} totalSeconds={30} progressKey={progressKey} />
      )}
    </StudyColumn>
  );
};

/** The questions of the attempt, in its order. */
const questionsOf = (quiz: Quiz, { questionIds }: QuizSession): QuizQuestion[] => {
  const byId = new Map(quiz.questions.map((question) => [question._id, question]));
  return questionIds.flatMap((id) => byId.get(id) ?? []);
};

/** An attempt at a quiz: its questions one by one, then the results. */
export const QuizRun = ({ quiz }: { quiz: Quiz }): ReactNode => {
  const [session, dispatch] = useQuizSession(quiz);
  const questions = questionsOf(quiz, session);
  const { submit, hasFailed } = useSubmission(quiz, questions, session, dispatch);
  const goOn = (): void => {
    if (isLastQuestion(session)) void submit();
    else dispatch({ type: 'next' });
  };
  useQuizKeys({ session, dispatch, questions, goOn });
  const { results } = session;
  if (results) return <FinishedQuiz quiz={quiz} questions={questions} results={results} session={session} dispatch={dispatch} />;
  const question = questions[session.index];
  return (
    question && (
      <RunningQuiz quiz={quiz} question={question} session={session} dispatch={dispatch} hasSubmitFailed={hasFailed} onGoOn={goOn} />
    )
  );
};
