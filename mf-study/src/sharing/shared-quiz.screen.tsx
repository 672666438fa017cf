import { calls, counted, type QuizQuestion, type SharedQuiz } from '@lectern/contracts';
import { call, usePageTitle, useSharedPage, type SharedPage } from '@lectern/platform';
import { useParams } from '@lectern/platform/router';
import { Button, Copy, ItemText, media, ProgressBar, RotateCcw, SharedHead, size, space, TextSkeleton } from '@lectern/ui';
import { useReducer, useRef, useEffect, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { QuestionView } from '../quiz/QuestionView';
import { QuizActions } from '../quiz/QuizActions';
import {
  canGoOn,
  canShowAnswer,
  isLastQuestion,
  missedQuestions,
  reduceQuiz,
  startSession,
  type MissedQuestion,
} from '../quiz/QuizSession';
import { ResultSummary } from '../quiz/ResultSummary';
import { useQuizKeys } from '../quiz/useQuizKeys';
import { StudyColumn } from '../shared/StudyColumn';
import { studyChanges } from '../shared/studyChanges';
import { SharedLinkProblem } from './SharedLinkProblem';
import { useSharedQuiz } from './sharedQueries';

const Position = styled.div`
  display: grid;
  gap: ${space[8]};
  margin-bottom: ${space[24]};
  font-size: ${size[14]};
  font-weight: 600;
`;
const Steps = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${space[12]};
  margin-top: ${space[24]};
  @media ${media.small} {
    > * {
      flex: 1;
    }
  }
`;
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

interface QuizEndProps {
  total: number;
  missed: readonly MissedQuestion[];
  language: string | undefined;
  page: SharedPage;
  onAgain: () => void;
}

const QuizEnd = ({ total, missed, language, page, onAgain }: QuizEndProps): ReactNode => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  const correct = total - missed.length;
  return (
    <>
      <ResultSummary
        heading={heading}
        results={{ score: Math.round((correct / total) * 100), totalQuestions: total, correctAnswers: correct, weakAreas: [] }}
      >
        <Button icon={<Copy aria-hidden />} isBusy={page.isCopying} onClick={page.onCopy}>
          Copy to my Lectern
        </Button>
        <Button variant="secondary" icon={<RotateCcw aria-hidden />} onClick={onAgain}>
          Try again
        </Button>
      </ResultSummary>
      {missed.length > 0 && (
        <Missed>
          <h2>{counted(missed.length, 'question')} to look at again</h2>
          {missed.map(({ question: { _id, question, options, explanation } }) => (
            <div key={_id} dir="auto" lang={language}>
              <strong>
                <ItemText>{question}</ItemText>
              </strong>
              <p>
                <ItemText>{options.find(({ isCorrect }) => isCorrect)?.text ?? ''}</ItemText>
              </p>
              <p>
                <ItemText>{explanation}</ItemText>
              </p>
            </div>
          ))}
        </Missed>
      )}
    </>
  );
};

/** A trial of the quiz. Its answers stay in the browser. */
const QuizTrial = ({ quiz, questions, page, onAgain }: QuizTrialProps): ReactNode => {
  const [session, dispatch] = useReducer(reduceQuiz, questions, (all) => startSession(all.map(({ _id }) => _id)));
  const { index, phase } = session;
  const goOn = (): void => {
    dispatch(isLastQuestion(session) ? { type: 'submit' } : { type: 'next' });
  };
  useQuizKeys({ session, dispatch, questions, goOn });
  const question = questions[index];
  const view = { _id: '', studyMaterialId: null, language: quiz.language };
  if (phase !== 'answering' || !question)
    return (
      <QuizEnd
        total={questions.length}
        missed={missedQuestions(session, questions)}
        language={quiz.language}
        page={page}
        onAgain={onAgain}
      />
    );
  const isShown = session.shown[index] === true;
  return (
    <>
      <Position>
        <span aria-live="polite">{`Question ${String(index + 1)} of ${String(questions.length)}`}</span>
        <ProgressBar label="Progress" percent={Math.round((index / questions.length) * 100)} isThin />
      </Position>
      <QuestionView
        key={question._id}
        quiz={view}
        question={question}
        chosen={session.selections[index]}
        isShown={isShown}
        onSelect={(option) => {
          dispatch({ type: 'select', option });
        }}
      />
      <Steps>
        <QuizActions
          key={question._id}
          question={question}
          chosen={session.selections[index]}
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
      </Steps>
    </>
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
  if (isPending) return <TextSkeleton label="Loading quiz" lines={8} />;
  if (!quiz) return <SharedLinkProblem query={query} />;
  const questions = quiz.questions.map((question): QuizQuestion => ({ ...question, concept: '' }));
  return (
    <>
      <SharedHead title={quiz.title} what="quiz" owner={quiz.owner} context={counted(questions.length, 'question')} {...page} />
      <StudyColumn>
        <QuizTrial
          key={trial}
          quiz={quiz}
          questions={questions}
          page={page}
          onAgain={() => {
            setTrial(trial + 1);
          }}
        />
      </StudyColumn>
    </>
  );
};
