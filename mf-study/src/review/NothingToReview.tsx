import { counted, type ReviewSummary } from '@lectern/contracts';
import { Link } from '@lectern/platform/router';
import { Button, EmptyState, Plus } from '@lectern/ui';
import type { ReactNode } from 'react';
import { nextDueWords } from './reviewWords';

/** Explains why nothing is due, and what comes next. */
const reasonOf = ({ reviewedToday, forecast }: ReviewSummary): string => {
  const done = reviewedToday > 0 ? `You did ${counted(reviewedToday, 'review')} today.` : '';
  const next = nextDueWords(forecast, 1) ?? '';
  return ['Nothing is due now.', done, next].filter((part) => part !== '').join(' ');
};

export interface NothingToReviewProps {
  /** Undefined if it could not be loaded. */
  summary: ReviewSummary | undefined;
  /** Whether the session is limited to a deck, guide or exam. */
  isPart: boolean;
}

/** Shown if nothing is due, or if there are no cards. */
export const NothingToReview = ({ summary, isPart }: NothingToReviewProps): ReactNode => {
  if (isPart)
    return (
      <EmptyState
        drawing="card"
        action={
          <Button as={Link} to="/review">
            Review all
          </Button>
        }
      >
        Nothing is due here today.
      </EmptyState>
    );
  const hasCards = !summary || summary.decks.length > 0 || summary.due > 0;
  return hasCards ? (
    <EmptyState
      drawing="card"
      action={
        <Button as={Link} to="/quizzes?tab=flashcards" variant="secondary">
          Your decks
        </Button>
      }
    >
      {summary ? reasonOf(summary) : 'Nothing is due now.'}
    </EmptyState>
  ) : (
    <EmptyState
      drawing="card"
      title="No cards yet"
      action={
        <Button as={Link} to="/quizzes/new?kind=deck" icon={<Plus aria-hidden />}>
          Make Cards
        </Button>
      }
    >
      Make cards from a study guide. They come back here when you are about to forget them.
    </EmptyState>
  );
};
