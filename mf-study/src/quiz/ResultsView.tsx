import { counted, type Quiz, type QuizMode, type QuizResults } from '@lectern/contracts';
import { Link } from '@lectern/platform/router';
import { BookOpen, Button, Clock, color, Repeat, RotateCcw, size, space, Sparkles, Target, TextLink } from '@lectern/ui';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { styled } from 'styled-components';
import { FurtherActions } from '../shared/ResultCard';
import { MissedQuestionDetails } from './MissedQuestionDetails';
import type { MissedQuestion, TopicScore } from './QuizSession';
import { ResultSummary } from './ResultSummary';
import { TopicScoreList } from './TopicScoreList';
import { WeakAreaList } from './WeakAreaList';

const Base = styled.div`
  display: grid;
  gap: ${space[32]};
`;

const Section = styled.section`
  display: grid;
  gap: ${space[16]};
  h2 {
    font-size: ${size[22]};
  }
  > p {
    color: ${color['ink-soft']};
  }
`;

/** Actions after an attempt. */
interface NextSteps {
  /** Generates new questions on the weak areas, or harder ones after a perfect score. */
  onRegenerate: () => void;
  /** Restarts with the same questions. */
  onRetake: (mode: QuizMode) => void;
  onMissedOnly: () => void;
}

export interface ResultsViewProps extends NextSteps {
  quiz: Pick<Quiz, '_id' | 'studyMaterialId' | 'generatedBy'>;
  results: QuizResults;
  /** Scores by topic. */
  topics: readonly TopicScore[];
  missed: readonly MissedQuestion[];
  /** Whether this was a partial round, which does not count as an attempt. */
  isPart: boolean;
  /** Weak areas are a premium feature. */
  isPremium: boolean;
}

/** Focuses the heading when the results appear, and again if the focused missed question was deleted. */
const useResultsFocus = (heading: RefObject<HTMLElement | null>, missedCount: number): void => {
  useEffect(() => {
    heading.current?.focus();
  }, [heading]);
  const countBefore = useRef(missedCount);
  useEffect(() => {
    const isFewer = missedCount < countBefore.current;
    countBefore.current = missedCount;
    if (!isFewer) return;
    // Runs after the confirmation dialog, which returns focus to a button that no longer exists.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) heading.current?.focus();
    });
    return () => {
      clearTimeout(timer);
    };
  }, [heading, missedCount]);
};

type NextStepButtonsProps = Pick<ResultsViewProps, 'quiz' | 'results' | 'missed' | keyof NextSteps>;

const NextStepButtons = ({ quiz, results, missed, onRegenerate, onRetake, onMissedOnly }: NextStepButtonsProps): ReactNode => {
  const isPerfect = results.score === 100;
  return (
    <>
      {missed.length > 0 && (
        <Button icon={<Repeat aria-hidden />} onClick={onMissedOnly}>
          Practise {missed.length} missed
        </Button>
      )}
      {quiz.studyMaterialId !== null && (
        <Button
          variant={missed.length > 0 ? 'secondary' : 'primary'}
          icon={isPerfect ? <Sparkles aria-hidden /> : <Target aria-hidden />}
          onClick={onRegenerate}
        >
          {isPerfect ? 'Challenge Yourself Further!' : 'Master Your Weak Areas'}
        </Button>
      )}
      <FurtherActions>
        <Button
          variant="quiet"
          icon={<RotateCcw aria-hidden />}
          onClick={() => {
            onRetake('practice');
          }}
        >
          Try again from the start
        </Button>
        <Button
          variant="quiet"
          icon={<Clock aria-hidden />}
          onClick={() => {
            onRetake('test');
          }}
        >
          Take as a test
        </Button>
        {quiz.studyMaterialId !== null && (
          <Button as={Link} to={`/study-materials/${quiz.studyMaterialId}`} variant="quiet" icon={<BookOpen aria-hidden />}>
            Read the guide again
          </Button>
        )}
      </FurtherActions>
    </>
  );
};

/** The weak areas; for free learners a hint that the analysis is part of Premium. */
const WeakAreas = ({ results: { score, weakAreas }, isPremium }: Pick<ResultsViewProps, 'results' | 'isPremium'>): ReactNode =>
  score < 100 &&
  (weakAreas.length > 0 || !isPremium) && (
    <Section>
      <h2>Areas to Focus On</h2>
      {weakAreas.length > 0 ? (
        <WeakAreaList areas={weakAreas} />
      ) : (
        <p>Weak-area analysis is part of Premium. Your missed questions are listed below.</p>
      )}
    </Section>
  );

/** The results of an attempt and the next steps. */
export const ResultsView = (props: ResultsViewProps): ReactNode => {
  const { quiz, results, topics, missed, isPart, isPremium } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useResultsFocus(heading, missed.length);
  return (
    <Base>
      <ResultSummary results={results} heading={heading}>
        <NextStepButtons {...props} />
      </ResultSummary>
      {missed.length > 0 && (
        <p>
          Missed questions wait for you in{' '}
          <TextLink as={Link} to="/review">
            Review
          </TextLink>{' '}
          until you know them.
        </p>
      )}
      {isPart && <p>This round was practice. It does not change your score.</p>}
      {!isPart && <WeakAreas results={results} isPremium={isPremium} />}
      {topics.length > 1 && (
        <Section>
          <h2>By topic</h2>
          <TopicScoreList scores={topics} />
        </Section>
      )}
      {missed.length > 0 && (
        <Section>
          <h2>{counted(missed.length, 'question')} to look at again</h2>
          {missed.map((entry) => (
            <MissedQuestionDetails key={entry.question._id} quiz={quiz} {...entry} />
          ))}
        </Section>
      )}
    </Base>
  );
};
