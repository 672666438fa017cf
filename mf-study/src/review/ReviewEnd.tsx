import { counted, type GuideMastery, type ReviewSummary } from '@lectern/contracts';
import { Link } from '@lectern/platform/router';
import { BookOpen, Button, color, Layers, Notice, RotateCcw, ScoreRing, size, space, Undo2, WifiOff } from '@lectern/ui';
import { useEffect, useRef, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { FurtherActions, ResultActions, ResultCard, ResultCounts } from '../shared/ResultCard';
import { answersOf, type AnsweredStep } from './ReviewSession';
import { leftToday } from './reviewQueries';
import { nextDueWords, percentOf } from './reviewWords';
import type { ReviewSessionView } from './useReviewSession';

const Base = styled.div`
  display: grid;
  gap: ${space[16]};
`;

const Counts = styled(ResultCounts)`
  gap: ${space[4]} ${space[16]};
  font-size: ${size[14]};
`;

const Gain = styled.p<{ $isGain: boolean }>`
  font-size: ${size[18]};
  font-weight: 600;
  color: ${({ $isGain }) => ($isGain ? color.success : color.ink)};
  font-variant-numeric: tabular-nums;
`;

/** One or two sentences about what comes next. */
const nextWords = (summary: ReviewSummary | undefined, isPart: boolean): string | undefined => {
  if (!summary) return undefined;
  const left = leftToday(summary);
  if (isPart && left > 0) return `${String(left)} due in all your decks today.`;
  return nextDueWords(summary.forecast, 1) ?? 'Nothing is due in the next 30 days.';
};

/** The end of a study session. */
interface StudyEnd {
  /** The guide's mastery at the start and now; undefined while unknown. */
  before: GuideMastery | undefined;
  after: GuideMastery | undefined;
  /** Continues the session. Undefined if nothing is left. */
  onGoOn: (() => void) | undefined;
}

const percentWords = ({ mastery }: GuideMastery): string => `${String(Math.floor(mastery * 100))}%`;

/** What a study session covered. */
const StudyCounts = ({ answers }: { answers: readonly AnsweredStep[] }): ReactNode => {
  const fresh = new Set(answers.flatMap(({ item: { item } }) => (item.kind === 'card' && item.state === 'new' ? [item.itemId] : []))).size;
  const questions = new Set(answers.flatMap(({ item: { item } }) => (item.kind === 'question' ? [item.itemId] : []))).size;
  return (
    <>
      {fresh > 0 && <li>{counted(fresh, 'new card')}</li>}
      {questions > 0 && <li>{counted(questions, 'missed question')}</li>}
    </>
  );
};

export interface ReviewEndProps {
  view: ReviewSessionView;
  summary: ReviewSummary | undefined;
  /** Whether the session was limited to a deck, guide or exam. */
  isPart: boolean;
  /** The guide that the session was limited to, if any. */
  guideId: string | undefined;
  /** Undefined for a review without a time limit. */
  study: StudyEnd | undefined;
}

/** The next steps. After a study session on a guide, the first one leads back to it. */
const EndActions = ({
  isPart,
  guideId,
  study,
  onUndo,
}: Pick<ReviewEndProps, 'isPart' | 'guideId' | 'study'> & { onUndo: () => void }): ReactNode => {
  const guide = study && guideId;
  const variant = guide === undefined ? 'primary' : 'secondary';
  return (
    <ResultActions>
      {guide !== undefined && (
        <Button as={Link} to={`/study-materials/${guide}`} icon={<BookOpen aria-hidden />}>
          Back to the guide
        </Button>
      )}
      {study?.onGoOn ? (
        <Button variant={variant} icon={<RotateCcw aria-hidden />} onClick={study.onGoOn}>
          Go on
        </Button>
      ) : isPart ? (
        <Button as={Link} to="/review" variant={variant} icon={<RotateCcw aria-hidden />}>
          Review all
        </Button>
      ) : (
        <Button as={Link} to="/dashboard">
          Go to Dashboard
        </Button>
      )}
      <FurtherActions>
        <Button as={Link} to="/quizzes?tab=flashcards" variant="quiet" icon={<Layers aria-hidden />}>
          Your decks
        </Button>
        <Button variant="quiet" icon={<Undo2 aria-hidden />} onClick={onUndo}>
          Undo
        </Button>
      </FurtherActions>
    </ResultActions>
  );
};

/** The end of a session: a summary, and what comes next. */
export const ReviewEnd = ({ view, summary, isPart, guideId, study }: ReviewEndProps): ReactNode => {
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
          {study?.onGoOn ? 'Time is up' : isPart ? 'Done here for today' : 'Done for today'}
        </h2>
        {study?.before && study.after && (
          <Gain $isGain={study.after.mastery > study.before.mastery}>
            Mastery {percentWords(study.before)} → {percentWords(study.after)}
          </Gain>
        )}
        <Counts>
          <li>{answers.length} reviewed</li>
          {answers.length > recalled && <li>{answers.length - recalled} forgotten</li>}
          {study && <StudyCounts answers={answers} />}
          {streak > 0 && <li>{counted(streak, 'day')} in a row</li>}
        </Counts>
        {next !== undefined && <p>{next}</p>}
        <EndActions {...{ isPart, guideId, study }} onUndo={view.undo} />
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
