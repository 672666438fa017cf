import { calls, counted, type QuizQuestion, type SharedQuiz } from '@lectern/contracts';
import { call, usePageTitle, useSharedPage, type SharedPage } from '@lectern/platform';
import { useParams } from '@lectern/platform/router';
import { Badge, Button, RotateCcw, size, space } from '@lectern/ui';
import { useEffect, useReducer, useRef, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { MissedAnswer } from '../quiz/MissedQuestionDetails';
import { QuestionView } from '../quiz/QuestionView';
import { QuizActions } from '../quiz/QuizActions';
import { QuizPosition } from '../quiz/QuizPosition';
import {
  canGoOn,
  canShowAnswer,
  isLastQuestion,
  missedQuestions,
  reduceQuiz,
  startSession,
  type MissedQuestion,
} from '../quiz/QuizSession';
import { QuizSkeleton } from '../quiz/QuizSkeleton';
import { ResultSummary } from '../quiz/ResultSummary';
import { useQuizKeys } from '../quiz/useQuizKeys';
import { ActionsSkeleton } from '../shared/ActionsSkeleton';
import { FocusPage } from '../shared/FocusPage';
import { studyChanges } from '../shared/studyChanges';
import { CopyButton, sharedBy, SharedFocusPage } from './SharedFocusPage';
import { SharedLinkProblem } from './SharedLinkProblem';
import { useSharedQuiz } from './sharedQueries';

const Missed = styled.section`
  display: grid;
  gap: ${space[16]};
  margin-top: ${space[32]};
  > h2 {
    font-size: ${size[22]};
  }
`;

interface QuizTrialProps {
  quiz: SharedQuiz;
  questions: readonly QuizQuestion[];
  page: SharedPage;
  onAgain: () => void;
}

const QuizEnd = ({ quiz, questions, missed, page, onAgain }: QuizTrialProps & { missed: readonly MissedQuestion[] }): ReactNode => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.documentElement.scrollTop = 0;
    heading.current?.focus({ preventScroll: true });
  }, []);
  const total = questions.length;
  const correct = total - missed.length;
  return (
    <SharedFocusPage title={quiz.title} page={page} hasCopy position={{ label: 'Progress', percent: 100 }}>
      <ResultSummary
        heading={heading}
        results={{ score: Math.round((correct / total) * 100), totalQuestions: total, correctAnswers: correct, weakAreas: [] }}
      >
        <CopyButton page={page} isMain />
        <Button variant="secondary" icon={<RotateCcw aria-hidden />} onClick={onAgain}>
          Try again
        </Button>
      </ResultSummary>
      {missed.length > 0 && (
        <Missed>
          <h2>{counted(missed.length, 'question')} to look at again</h2>
          {missed.map((each) => (
            <MissedAnswer key={each.question._id} isOpen language={quiz.language} {...each} />
          ))}
        </Missed>
      )}
    </SharedFocusPage>
  );
};

/** A trial of the quiz. Its answers stay in the browser. */
const QuizTrial = (props: QuizTrialProps): ReactNode => {
  const { quiz, questions, page } = props;
  const [session, dispatch] = useReducer(reduceQuiz, questions, (all) => startSession(all.map(({ _id }) => _id)));
  const { index, phase } = session;
  const goOn = (): void => {
    dispatch(isLastQuestion(session) ? { type: 'submit' } : { type: 'next' });
  };
  useQuizKeys({ session, dispatch, questions, goOn });
  const question = questions[index];
  if (phase !== 'answering' || !question) return <QuizEnd {...props} missed={missedQuestions(session, questions)} />;
  const isShown = session.shown[index] === true;
  const chosen = session.selections[index];
  const position = {
    label: `Question ${String(index + 1)} of ${String(questions.length)}`,
    percent: Math.round(((index + (isShown ? 1 : 0)) / questions.length) * 100),
  };
  return (
    <SharedFocusPage
      title={quiz.title}
      page={page}
      position={position}
      actions={
        <QuizActions
          key={question._id}
          question={question}
          chosen={chosen}
          isShown={isShown}
          isTest={false}
          isLast={isLastQuestion(session)}
          canShowAnswer={canShowAnswer(session)}
          canGoOn={canGoOn(session)}
          isSubmitting={false}
          onShowAnswer={() => {
            dispatch({ type: 'showAnswer' });
          }}
          onGoOn={goOn}
        />
      }
    >
      <QuizPosition {...position}>
        <Badge tone="accent">{sharedBy('quiz', quiz.owner)}</Badge>
      </QuizPosition>
      <QuestionView
        key={question._id}
        quiz={{ _id: '', studyMaterialId: null, language: quiz.language }}
        question={question}
        chosen={chosen}
        isShown={isShown}
        onSelect={(option) => {
          dispatch({ type: 'select', option });
        }}
      />
    </SharedFocusPage>
  );
};

/** A quiz that its owner shares, to try without an account. */
export const SharedQuizScreen = (): ReactNode => {
  const { secret = '' } = useParams();
  const query = useSharedQuiz(secret);
  const { data: quiz, isPending } = query;
  const [trial, setTrial] = useState(0);
  usePageTitle(quiz?.title ?? 'Shared quiz');
  const page = useSharedPage({
    kind: 'quiz',
    secret,
    copy: async (idempotencyKey) => {
      const copied = await call(calls.copySharedQuiz, { path: { secret }, idempotencyKey });
      studyChanges.quizCreated(copied);
      return `/quizzes/${copied._id}`;
    },
  });
  if (quiz)
    return (
      <QuizTrial
        key={trial}
        quiz={quiz}
        questions={quiz.questions.map((question): QuizQuestion => ({ ...question, concept: '' }))}
        page={page}
        onAgain={() => {
          setTrial(trial + 1);
        }}
      />
    );
  if (!isPending) return <SharedLinkProblem query={query} />;
  return (
    <FocusPage closeTo="/" title="Quiz" actions={<ActionsSkeleton kind="quiz" />}>
      <QuizSkeleton />
    </FocusPage>
  );
};
