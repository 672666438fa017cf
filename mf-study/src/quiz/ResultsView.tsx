import type { Quiz, QuizResults } from '@lectern/contracts';
import { color, size, space } from '@lectern/ui';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { styled } from 'styled-components';
import { counted } from '../shared/text';
import { MissedQuestionDetails } from './MissedQuestionDetails';
import type { MissedQuestion } from './QuizSession';
import { ResultSummary } from './ResultSummary';
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

export interface ResultsViewProps {
  quiz: Pick<Quiz, '_id' | 'studyMaterialId'>;
  results: QuizResults;
  missed: readonly MissedQuestion[];
  /** Weak areas are for premium learners. */
  isPremium: boolean;
  onRegenerate: () => void;
  onRetake: () => void;
}

/** Puts the focus on the heading when the results show, and again when the missed question that had it was deleted. */
const useResultsFocus = (heading: RefObject<HTMLElement | null>, missedCount: number): void => {
  useEffect(() => {
    heading.current?.focus();
  }, [heading]);
  const countBefore = useRef(missedCount);
  useEffect(() => {
    const isFewer = missedCount < countBefore.current;
    countBefore.current = missedCount;
    if (!isFewer) return;
    // After the confirmation dialog, which returns the focus to a button that was removed.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) heading.current?.focus();
    });
    return () => {
      clearTimeout(timer);
    };
  }, [heading, missedCount]);
};

/** The results of an attempt, and what to do next. */
export const ResultsView = ({ quiz, results, missed, isPremium, onRegenerate, onRetake }: ResultsViewProps): ReactNode => {
  const { score, weakAreas } = results;
  const heading = useRef<HTMLHeadingElement>(null);
  useResultsFocus(heading, missed.length);
  return (
    <Base>
      <ResultSummary results={results} heading={heading} onRegenerate={onRegenerate} onRetake={onRetake} />
      {score < 100 && (weakAreas.length > 0 || !isPremium) && (
        <Section>
          <h2>Areas to Focus On</h2>
          {weakAreas.length > 0 ? (
            <WeakAreaList areas={weakAreas} />
          ) : (
            <p>Weak-area analysis is part of Premium. Your missed questions are listed below.</p>
          )}
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
