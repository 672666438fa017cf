import { relativeTime } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import { BookOpen, ErrorState, GraduationCap, Layers, SkeletonBlock, space, VisuallyHidden } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { shownItems, useNewestDecks, useNewestGuides, useNewestQuizzes } from './dashboardQueries';
import { Lines, Quiet, Room, Section } from './dashboardStyles';
import { PartFailed } from './PartFailed';
import { recentActivity, type Activity } from './recentActivity';

const icons: Record<Activity['kind'], ReactNode> = {
  'study material': <BookOpen aria-hidden />,
  quiz: <GraduationCap aria-hidden />,
  'flashcard deck': <Layers aria-hidden />,
};

const LineShape = styled.div`
  display: grid;
  gap: ${space[8]};
  flex: 1;
`;

const LinesShape = ({ label }: { label: string }): ReactNode => (
  <div role="status">
    <VisuallyHidden>{label}</VisuallyHidden>
    <Lines aria-hidden>
      {Array.from({ length: shownItems }, (_, index) => (
        <li key={index}>
          <SkeletonBlock $width="20px" $height="20px" />
          <LineShape>
            <SkeletonBlock $height="18px" $width="75%" />
            <SkeletonBlock $height="14px" $width="30%" />
          </LineShape>
        </li>
      ))}
    </Lines>
  </div>
);

/** The newest items across guides, quizzes and decks. */
export const RecentActivityList = (): ReactNode => {
  const guides = useNewestGuides();
  const quizzes = useNewestQuizzes();
  const decks = useNewestDecks();
  const parts = [guides, quizzes, decks];
  const failed = parts.filter((part) => part.isError && !part.data);
  const list = recentActivity({ guides: guides.data ?? [], quizzes: quizzes.data ?? [], decks: decks.data ?? [] });
  const retry = (): void => {
    for (const part of failed) void part.refetch();
  };
  return (
    <Section aria-labelledby="recent-activity">
      <h2 id="recent-activity">Recent Activity</h2>
      <Room>
        {parts.some((part) => part.isPending) ? (
          <LinesShape label="Loading recent activity" />
        ) : list.length > 0 ? (
          <>
            <Lines>
              {list.map((activity) => (
                <li key={activity._id}>
                  {icons[activity.kind]}
                  <p>
                    Created {activity.kind} <Link to={activity.to}>{activity.title}</Link>
                    <small>{relativeTime(activity.createdAt)}</small>
                  </p>
                </li>
              ))}
            </Lines>
            {failed.length > 0 && (
              <PartFailed isBusy={failed.some((part) => part.isFetching)} onRetry={retry}>
                Some of your recent activity could not be loaded.
              </PartFailed>
            )}
          </>
        ) : failed.length > 0 ? (
          <ErrorState onRetry={retry} isRetrying={failed.some((part) => part.isFetching)}>
            Recent activity could not be loaded.
          </ErrorState>
        ) : (
          <Quiet>No recent activity to show</Quiet>
        )}
      </Room>
    </Section>
  );
};
