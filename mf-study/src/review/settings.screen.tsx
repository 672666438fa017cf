import { isSessionOver, usePageTitle } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import { Breadcrumb, ErrorState, PageHead, SkeletonBlock, space, VisuallyHidden } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { StudyColumn } from '../shared/StudyColumn';
import { useReviewSettings, useReviewSummary } from './reviewQueries';
import { ReviewLinks } from './ReviewLinks';
import { SettingsForm } from './SettingsForm';
import { useOwnTimeZone } from './useOwnTimeZone';

const Shape = styled.div`
  display: grid;
  gap: ${space[24]};
`;

const Skeleton = (): ReactNode => (
  <div role="status">
    <VisuallyHidden>Loading settings</VisuallyHidden>
    <Shape aria-hidden>
      {[110, 72, 72, 72, 72].map((height, index) => (
        <SkeletonBlock key={index} $height={`${String(height)}px`} />
      ))}
    </Shape>
  </div>
);

const Content = (): ReactNode => {
  const settings = useReviewSettings();
  const { data: summary, isPending: isEstimating } = useReviewSummary();
  // Waits for the estimate, which would otherwise shift the layout later. Without a summary there is no estimate.
  if (settings.data && !isEstimating) return <SettingsForm settings={settings.data} {...(summary && { forecast: summary.forecast })} />;
  if (settings.isPending || settings.data || isSessionOver(settings.error)) return <Skeleton />;
  return (
    <ErrorState onRetry={() => void settings.refetch()} isRetrying={settings.isFetching}>
      The settings could not be loaded.
    </ErrorState>
  );
};

/** Review settings. */
export const SettingsScreen = (): ReactNode => {
  usePageTitle('Review Settings');
  useOwnTimeZone();
  return (
    <StudyColumn>
      <Breadcrumb
        items={[
          <Link key="review" to="/review">
            Review
          </Link>,
          'Settings',
        ]}
      />
      <PageHead title="Review Settings" context="Changes apply to your next reviews." actions={<ReviewLinks without="Settings" />} />
      <Content />
    </StudyColumn>
  );
};
