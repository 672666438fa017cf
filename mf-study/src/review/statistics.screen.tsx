import type { ReviewSummary } from '@lectern/contracts';
import { isSessionOver, usePageTitle } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import { Breadcrumb, Card, CardTitle, color, ErrorState, media, PageHead, SkeletonBlock, space, VisuallyHidden } from '@lectern/ui';
import { useId, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { ForecastChart } from './ForecastChart';
import { HardestItems } from './HardestItems';
import { KnownDecks } from './KnownDecks';
import { LastYear, LastYearSkeleton } from './LastYear';
import { NothingToReview } from './NothingToReview';
import { ReviewLinks } from './ReviewLinks';
import { RetentionChart } from './RetentionChart';
import { useReviewSettings, useReviewSummary } from './reviewQueries';
import { SuspendedItems } from './SuspendedItems';
import { WhenSeen } from './WhenSeen';

const Grid = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[24]};
  @media ${media.large} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    > * {
      grid-column: 1 / -1;
    }
    > :nth-child(2),
    > :nth-child(3) {
      grid-column: auto;
    }
  }
`;

const Facts = styled.dl`
  display: grid;
  grid-template-columns: 1fr auto;
  gap: ${space[8]} ${space[16]};
  dt {
    color: ${color['ink-soft']};
  }
  dd {
    margin: 0;
    font-weight: 600;
    text-align: right;
    font-variant-numeric: tabular-nums;
  }
`;

const Part = ({ title, children }: { title: string; children: ReactNode }): ReactNode => {
  const id = useId();
  return (
    <Card aria-labelledby={id}>
      <CardTitle id={id}>{title}</CardTitle>
      {children}
    </Card>
  );
};

const Skeleton = (): ReactNode => (
  <div role="status">
    <VisuallyHidden>Loading statistics</VisuallyHidden>
    <Grid aria-hidden>
      {[220, 140, 140].map((height, index) => (
        <Card key={index}>
          <SkeletonBlock $width="30%" $height="24px" />
          <SkeletonBlock $height={`${String(height)}px`} />
        </Card>
      ))}
    </Grid>
  </div>
);

const Figures = ({ summary }: { summary: ReviewSummary }): ReactNode => {
  const { data: settings } = useReviewSettings();
  const { forecast, retention30d, reviewedToday, streakDays, due, new: fresh, decks } = summary;
  if (decks.length === 0 && due === 0) return <NothingToReview summary={summary} isPart={false} />;
  return (
    <Grid>
      <Part title="Due in the next 30 days">
        <ForecastChart forecast={forecast} />
      </Part>
      <Part title="Retention over the last 30 days">
        <RetentionChart retention={retention30d} wanted={settings?.desiredRetention} />
      </Part>
      <Part title="Today">
        <Facts>
          <dt>Reviewed</dt>
          <dd>{reviewedToday}</dd>
          <dt>Due</dt>
          <dd>{due}</dd>
          <dt>New cards</dt>
          <dd>{fresh}</dd>
          <dt>Days in a row</dt>
          <dd>{streakDays}</dd>
        </Facts>
      </Part>
      {decks.length > 0 && (
        <Part title="Decks, least known first">
          <KnownDecks decks={decks} />
        </Part>
      )}
      <Part title="Reviews in the last year">
        <WhenSeen placeholder={<LastYearSkeleton />}>
          <LastYear />
        </WhenSeen>
      </Part>
      <Part title="Hardest items">
        <WhenSeen placeholder={<SkeletonBlock $height="140px" />}>
          <HardestItems />
        </WhenSeen>
      </Part>
      <Part title="Suspended">
        <WhenSeen placeholder={<SkeletonBlock $height="72px" />}>
          <SuspendedItems />
        </WhenSeen>
      </Part>
    </Grid>
  );
};

const Content = (): ReactNode => {
  const summary = useReviewSummary();
  if (summary.data) return <Figures summary={summary.data} />;
  if (summary.isPending || isSessionOver(summary.error)) return <Skeleton />;
  return (
    <ErrorState onRetry={() => void summary.refetch()} isRetrying={summary.isFetching}>
      The statistics could not be loaded.
    </ErrorState>
  );
};

/** Review statistics. */
export const StatisticsScreen = (): ReactNode => {
  usePageTitle('Review Statistics');
  return (
    <>
      <Breadcrumb
        items={[
          <Link key="review" to="/review">
            Review
          </Link>,
          'Statistics',
        ]}
      />
      <PageHead
        title="Review Statistics"
        context="What is due, and how much you remember."
        actions={<ReviewLinks without="Statistics" />}
      />
      <Content />
    </>
  );
};
