import { formatDate } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import { Badge, Card, cardLink, CardMeta, CardTitle, ErrorState, media, SkeletonBlock, space, VisuallyHidden } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { shownItems, useAvailability, useNewestGuides } from './dashboardQueries';
import { Quiet, Section } from './dashboardStyles';

const Three = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[16]};
  @media ${media.medium} {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
`;
/** Reserves the height of the badges while they load. */
const Badges = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]};
  min-height: 22px;
`;
const TitleLink = styled(Link)`
  ${cardLink}
`;

const CardsShape = ({ label }: { label: string }): ReactNode => (
  <div role="status">
    <VisuallyHidden>{label}</VisuallyHidden>
    <Three aria-hidden>
      {Array.from({ length: shownItems }, (_, index) => (
        <Card key={index}>
          <SkeletonBlock $height="24px" $width="80%" />
          <SkeletonBlock $height="22px" $width="50%" />
          <SkeletonBlock $height="18px" $width="40%" />
        </Card>
      ))}
    </Three>
  </div>
);

/** The newest guides, and whether each has a quiz and a deck. */
export const RecentGuides = (): ReactNode => {
  const guides = useNewestGuides();
  const { hasQuiz, hasDeck } = useAvailability((guides.data ?? []).slice(0, shownItems).map((guide) => guide._id));
  return (
    <Section aria-labelledby="recent-guides">
      <h2 id="recent-guides">Recent Study Materials</h2>
      {guides.isPending ? (
        <CardsShape label="Loading study materials" />
      ) : guides.data === undefined ? (
        <ErrorState onRetry={() => void guides.refetch()} isRetrying={guides.isFetching}>
          Error loading study guides. Please try again.
        </ErrorState>
      ) : guides.data.length === 0 ? (
        <Quiet>No study materials yet</Quiet>
      ) : (
        <Three>
          {guides.data.slice(0, shownItems).map((guide) => (
            <Card key={guide._id} isRaisable>
              <CardTitle as="h3">
                <TitleLink to={`/study-materials/${guide._id}`}>{guide.title}</TitleLink>
              </CardTitle>
              <Badges>
                {hasQuiz(guide._id) && <Badge tone="accent">Quiz Available</Badge>}
                {hasDeck(guide._id) && <Badge tone="info">Flashcards Available</Badge>}
              </Badges>
              <CardMeta>{formatDate(guide.createdAt)}</CardMeta>
            </Card>
          ))}
        </Three>
      )}
    </Section>
  );
};
