import { calls, type DifficultyLevel, type Quiz } from '@lectern/contracts';
import {
  ApiError,
  call,
  engineName,
  isAbsent,
  isSessionOver,
  openUpgradeModal,
  reportError,
  toast,
  useIdempotencyKey,
  useLimits,
  usePageTitle,
} from '@lectern/platform';
import { Link, useLocation, useNavigate, useParams } from '@lectern/platform/router';
import { Badge, Breadcrumb, MadeBy, Notice, PageHead, ProgressBar, ProgressOverlay, size, space, color, VisuallyHidden } from '@lectern/ui';
import { useEffect, useEffectEvent, useReducer, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { isFreeKey, isOnControl } from '../shared/keys';
import { studyChanges } from '../shared/studyChanges';
import { useQuiz } from '../shared/studyQueries';
import { cleanDescription, shortfallText } from '../shared/text';
import { useKeyDown } from '../shared/useKeyDown';
import {
  answersOf,
  canGoOn,
  canShowAnswer,
  isComplete,
  isLastQuestion,
  missedQuestions,
  optionOfKey,
  reduceQuiz,
  startSession,
} from './QuizSession';
import { QuestionView } from './QuestionView';
import { QuizProblem } from './QuizProblem';
import { QuizSkeleton } from './QuizSkeleton';
import { ResultsView } from './ResultsView';
import { readSession, writeSession } from './sessionStorage';

const Column = styled.div`
  max-width: 760px;
  margin: 0 auto;
`;

const Position = styled.div`
  display: grid;
  gap: ${space[8]};
  margin-bottom: ${space[32]};
  > div:first-child {
    display: flex;
    justify-content: space-between;
    gap: ${space[16]};
    font-size: ${size[14]};
    font-weight: 600;
    color: ${color['ink-soft']};
    font-variant-numeric: tabular-nums;
  }
`;

const Facts = styled.div`
  display: grid;
  gap: ${space[12]};
  margin-bottom: ${space[24]};
`;

const Below = styled.div`
  margin-top: ${space[24]};
`;

const harder: Record<DifficultyLevel, DifficultyLevel> = { easy: 'medium', medium: 'hard', hard: 'hard' };

/** What the regenerate call takes. */
const fewestQuestions = 5;
const mostQuestions = 20;

const overlayStages = ['Looking at your answers', 'Going back to your guide', 'Writing new questions', 'Checking every question'] as const;

/** An attempt. A reload takes it up where it was; once the results are left, "Take Quiz" begins a fresh one. */
const QuizRun = ({ quiz }: { quiz: Quiz }): ReactNode => {
  const { questions } = quiz;
  const questionIds = questions.map((question) => question._id);
  const { key: visit } = useLocation();
  const [session, dispatch] = useReducer(reduceQuiz, questionIds, (ids) => readSession(quiz._id, ids, visit) ?? startSession(ids));
  const { limits, isPremium } = useLimits();
  const [hasSubmitFailed, setHasSubmitFailed] = useState(false);
  const submission = useIdempotencyKey();
  const regeneration = useIdempotencyKey();

  // Questions were taken out, and the attempt goes on without them; or the quiz got new ones, here or in another tab.
  if (session.questionIds.join() !== questionIds.join()) dispatch({ type: 'questionsChanged', questionIds });

  useEffect(() => {
    writeSession(quiz._id, session, visit);
  }, [quiz._id, session, visit]);
  const submit = async (): Promise<void> => {
    if (!isComplete(session)) {
      toast.error('Please answer all questions before submitting');
      return;
    }
    const answers = answersOf(session, questions);
    dispatch({ type: 'submit' });
    setHasSubmitFailed(false);
    try {
      const results = await call(calls.submitQuiz, {
        path: { id: quiz._id },
        body: { answers },
        idempotencyKey: submission.keyFor({ questionIds, answers }),
      });
      // The same answers given again later are another attempt.
      submission.done();
      studyChanges.quizSubmitted(quiz._id, results);
      dispatch({ type: 'submitted', results });
    } catch (error) {
      dispatch({ type: 'submitFailed' });
      setHasSubmitFailed(true);
      // The quiz may have been changed elsewhere: these are not its questions any more.
      if (error instanceof ApiError && error.status === 400) studyChanges.reloadQuiz(quiz._id);
      reportError(error);
    }
  };

  const goOn = (): void => {
    if (isLastQuestion(session)) void submit();
    else dispatch({ type: 'next' });
  };

  const regenerate = async (): Promise<void> => {
    const { results } = session;
    if (!results) return;
    if (limits && !isPremium) {
      openUpgradeModal('New questions are part of Premium.');
      return;
    }
    const isPerfect = results.score === 100;
    const asked = quiz.shortfall?.asked ?? questions.length;
    const body = {
      studyMaterialId: quiz.studyMaterialId,
      weakAreas: isPerfect ? [] : results.weakAreas.slice(0, 100),
      difficultyLevel: isPerfect ? harder[quiz.difficultyLevel] : quiz.difficultyLevel,
      questionCount: Math.min(mostQuestions, Math.max(fewestQuestions, asked)),
    };
    dispatch({ type: 'regenerate' });
    try {
      const next = await call(calls.regenerateQuiz, {
        path: { id: quiz._id },
        body,
        idempotencyKey: regeneration.keyFor({ questionIds, body }),
        hasOwnProgress: true,
      });
      regeneration.done();
      studyChanges.quizRegenerated(next);
      dispatch({ type: 'restart', questionIds: next.questions.map((question) => question._id) });
    } catch (error) {
      dispatch({ type: 'regenerateFailed' });
      reportError(error, 'Failed to generate new questions. Please try again.');
    }
  };

  useKeyDown((event) => {
    if (session.phase !== 'answering' || event.repeat || !isFreeKey(event)) return;
    const question = questions[session.index];
    const option = question && optionOfKey(event.key, question.options.length);
    if (option !== undefined) {
      event.preventDefault();
      dispatch({ type: 'select', option });
    } else if (event.key === 'Enter' && !isOnControl(event)) {
      event.preventDefault();
      if (canShowAnswer(session)) dispatch({ type: 'showAnswer' });
      else if (session.shown[session.index] === true) goOn();
    }
  });

  const question = questions[session.index];
  const number = session.index + 1;
  const percent = Math.round((number / questions.length) * 100);
  const isRunning = session.phase === 'answering' || session.phase === 'submitting';
  const position = `Question ${String(number)} of ${String(questions.length)}`;

  return (
    <Column>
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
        <>
          {session.index === 0 && (quiz.shortfall ?? quiz.limitation) !== undefined && (
            <Facts>
              {quiz.shortfall && <Notice>{shortfallText(quiz.shortfall, 'questions')}</Notice>}
              {quiz.limitation !== undefined && <Notice>{quiz.limitation}</Notice>}
            </Facts>
          )}
          <Position>
            <div>
              <span>{position}</span>
              <span>{percent}%</span>
            </div>
            <ProgressBar label={position} percent={percent} />
          </Position>
          <QuestionView
            key={question._id}
            quiz={quiz}
            question={question}
            number={number}
            chosen={session.selections[session.index]}
            isShown={session.shown[session.index] === true}
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
            onGoOn={goOn}
          />
          {hasSubmitFailed && (
            <Below>
              <Notice tone="danger">The quiz could not be submitted. Your answers are kept; submit them again.</Notice>
            </Below>
          )}
        </>
      )}
      {session.results && (
        <ResultsView
          quiz={quiz}
          results={session.results}
          missed={missedQuestions(session, questions)}
          isPremium={isPremium}
          onRegenerate={() => void regenerate()}
          onRetake={() => {
            dispatch({ type: 'restart', questionIds });
          }}
        />
      )}
      <Below>
        <MadeBy engine={engineName(quiz.generatedBy)} />
      </Below>
      {session.phase === 'regenerating' && <ProgressOverlay title="Creating New Questions" stages={overlayStages} totalSeconds={30} />}
    </Column>
  );
};

/** After a failed load (specification, section 4): milliseconds until the list of quizzes shows. */
const redirectMs = 2_000;

/** Taking a quiz. */
export const QuizScreen = (): ReactNode => {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const { data: quiz, error, isFetching, refetch } = useQuiz(id);
  usePageTitle(quiz?.title ?? 'Quiz');

  const hasFailed = error !== null && quiz === undefined && !isFetching && !isSessionOver(error);
  const leave = useEffectEvent(() => void navigate('/quizzes'));
  useEffect(() => {
    if (!hasFailed) return;
    toast.error('Failed to load quiz. Redirecting to quizzes page...', { id: 'quiz-load' });
    const timer = setTimeout(() => {
      leave();
    }, redirectMs);
    return () => {
      clearTimeout(timer);
    };
  }, [hasFailed]);

  if (quiz) return <QuizRun key={quiz._id} quiz={quiz} />;
  if (error) {
    return (
      <Column>
        <QuizProblem isAbsent={isAbsent(error)} isRetrying={isFetching} onRetry={() => void refetch()} />
      </Column>
    );
  }
  return (
    <Column>
      <VisuallyHidden as="h1">Quiz</VisuallyHidden>
      <QuizSkeleton />
    </Column>
  );
};
