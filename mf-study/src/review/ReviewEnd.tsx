import { counted, type ReviewSummary } from '@lectern/contracts';
import { Link } from '@lectern/platform/router';
import { Button, Layers, Notice, RotateCcw, ScoreRing, space, Undo2, WifiOff } from '@lectern/ui';
import { useEffect, useRef, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { ResultActions, ResultCard, ResultCounts } from '../shared/ResultCard';
import { answersOf } from './ReviewSession';
import { leftToday } from './reviewQueries';
import { nextDueWords, percentOf } from './reviewWords';
import type { ReviewSessionView } from './useReviewSession';

const Base = styled.div`
  display: grid;
  gap: ${space[16]};
`;

/** One or two sentences about what comes next. */
const nextWords = (summary: ReviewSummary | undefined, isPart: boolean): string | undefined => {
  if (!summary) return undefined;
  const left = leftToday(summary);
  if (isPart && left > 0) return `${String(left)} due in all your decks today.`;
  return nextDueWords(summary.forecast, 1) ?? 'Nothing is due in the next 30 days.';
};

export interface ReviewEndProps {
  view: ReviewSessionView;
  summary: ReviewSummary | undefined;
  /** Whether the session was limited to a deck, guide or exam. */
  isPart: boolean;
}

/** The end of a session: a summary, and what comes next. */
export const ReviewEnd = ({ view, summary, isPart }: ReviewEndProps): ReactNode => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.documentElement.scrollTop = 0;
    heading.current?.focus({ preventScroll: true });
  }, []);
  const answers = answersOf(view.session);
  const recalled = answers.filter(({ rating }) => rating !== 'again').length;
  const share = answers.length === 0 ? 0 : recalled / answers.length;
  const streak = summary?.streakDays ?? 0;
  const next = nextWords(summary, isPart);
  const { waiting } = view.outbox;
  return (
    <Base>
      <ResultCard aria-label="Results">
        {answers.length > 0 && (
          <ScoreRing percent={percentOf(share)} label="recalled" tone={share >= 0.8 ? 'good' : 'accent'} pixels={140} phonePixels={96} />
        )}
        <h2 ref={heading} tabIndex={-1}>
          {isPart ? 'Done here for today' : 'Done for today'}
        </h2>
        <ResultCounts>
          <li>{answers.length} reviewed</li>
          {answers.length > recalled && <li>{answers.length - recalled} forgotten</li>}
          {streak > 0 && <li>{counted(streak, 'day')} in a row</li>}
        </ResultCounts>
        {next !== undefined && <p>{next}</p>}
        <ResultActions>
          {isPart ? (
            <Button as={Link} to="/review" icon={<RotateCcw aria-hidden />}>
              Review all
            </Button>
          ) : (
            <Button as={Link} to="/dashboard">
              Go to Dashboard
            </Button>
          )}
          <Button as={Link} to="/quizzes?tab=flashcards" variant="secondary" icon={<Layers aria-hidden />}>
            Your decks
          </Button>
          <Button variant="secondary" icon={<Undo2 aria-hidden />} onClick={view.undo}>
            Undo
          </Button>
        </ResultActions>
      </ResultCard>
      <div role="status">
        {waiting > 0 && (
          <Notice tone="warning" icon={<WifiOff aria-hidden />}>
            {counted(waiting, 'answer')} saved on this device, to be sent when you are back online.
          </Notice>
        )}
      </div>
    </Base>
  );
};
