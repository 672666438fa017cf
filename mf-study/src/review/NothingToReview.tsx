import { counted, type GuideMastery, type ReviewSummary } from '@lectern/contracts';
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
  /** The guide, if the session is limited to one. */
  studyMaterialId?: string | undefined;
  /** Undefined while unknown, and for a guide without cards and questions. */
  mastery?: GuideMastery | undefined;
}

/** Nothing of a guide is due, but it has questions without an answer, new cards for another day, or no items yet. */
const GuideWithoutReviews = ({ id, mastery }: { id: string; mastery: GuideMastery | undefined }): ReactNode => (
  <EmptyState
    drawing="card"
    action={
      <Button as={Link} to={`/quizzes/new?${mastery ? '' : 'kind=deck&'}material=${id}`}>
        {mastery ? 'Quiz me' : 'Make Cards'}
      </Button>
    }
  >
    {mastery
      ? `Nothing of this guide is due today. ${counted(mastery.items - mastery.seen, 'item')} ${mastery.items - mastery.seen === 1 ? 'has' : 'have'} no answer yet: a quiz covers questions, and new cards come day by day.`
      : 'This guide has no cards or questions yet. Make some, then study them here.'}
  </EmptyState>
);

/** Shown if nothing is due, or if there are no cards. */
export const NothingToReview = ({ summary, isPart, studyMaterialId, mastery }: NothingToReviewProps): ReactNode => {
  if (studyMaterialId !== undefined && (!mastery || mastery.seen < mastery.items))
    return <GuideWithoutReviews id={studyMaterialId} mastery={mastery} />;
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
