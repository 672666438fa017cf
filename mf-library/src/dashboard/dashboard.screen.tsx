import { formatDate, openUpgradeModal, relativeTime, useLimits, usePageTitle, useSession } from '@lectern/platform';
import { Link, useNavigate } from '@lectern/platform/router';
import {
  Badge,
  BookOpen,
  Button,
  Card,
  cardLink,
  CardMeta,
  CardTitle,
  color,
  ErrorState,
  FileText,
  GraduationCap,
  Layers,
  Notice,
  media,
  PageHead,
  Plus,
  radius,
  size,
  SkeletonBlock,
  space,
  VisuallyHidden,
} from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { shownItems, useAvailability, useNewestDecks, useNewestGuides, useNewestQuizzes } from './dashboardQueries';
import { recentActivity, type Activity } from './recentActivity';

const Counts = styled.dl`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: ${space[16]};
  margin-bottom: ${space[32]};
  div {
    min-width: 0;
    display: flex;
    flex-direction: column-reverse;
    justify-content: flex-end;
    gap: ${space[4]};
    padding: ${space[16]} ${space[24]};
    border: 1px solid ${color.line};
    border-radius: ${radius.card};
    background: ${color.raised};
  }
  dt {
    font-size: ${size[14]};
    color: ${color['ink-soft']};
  }
  dd {
    margin: 0;
    font-size: ${size[28]};
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  @media ${media.small} {
    gap: ${space[8]};
    div {
      padding: ${space[12]};
    }
    dd {
      font-size: ${size[22]};
    }
  }
`;
const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[32]};
  margin-bottom: ${space[32]};
  @media ${media.large} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;
const Section = styled.section`
  min-width: 0;
  h2 {
    margin-bottom: ${space[16]};
    font-size: ${size[18]};
  }
`;
/** As high as three lines of activity, so that content that arrives later does not move the page. */
const Room = styled.div`
  display: grid;
  min-height: 222px;
  align-items: start;
`;
const Quiet = styled.p`
  display: grid;
  place-items: center;
  align-self: stretch;
  min-height: 96px;
  padding: ${space[24]};
  text-align: center;
  border: 1px dashed ${color.line};
  border-radius: ${radius.card};
  color: ${color['ink-soft']};
`;
const Lines = styled.ul`
  display: grid;
  list-style: none;
  margin: 0;
  padding: 0;
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  li {
    display: flex;
    align-items: center;
    gap: ${space[12]};
    min-height: 72px;
    padding: ${space[12]} ${space[16]};
  }
  li + li {
    border-top: 1px solid ${color.line};
  }
  svg {
    flex: none;
    width: 20px;
    height: 20px;
    color: ${color.accent};
  }
  a {
    color: inherit;
    font-weight: 600;
    text-decoration: none;
    overflow-wrap: anywhere;
  }
  a:hover {
    text-decoration: underline;
  }
  p {
    min-width: 0;
    flex: 1;
  }
  small {
    display: block;
    font-size: ${size[14]};
    color: ${color['ink-faint']};
  }
`;
const Three = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[16]};
  @media ${media.medium} {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
`;
/** Reserves the height of the badges before they arrive. */
const Badges = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]};
  min-height: 22px;
`;
const TitleLink = styled(Link)`
  ${cardLink}
`;

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

/** The error line of one part of the page. */
const PartFailed = ({ isBusy, onRetry, children }: { isBusy: boolean; onRetry: () => void; children: string }): ReactNode => (
  <Notice
    tone="warning"
    isUrgent
    action={
      <Button variant="secondary" isBusy={isBusy} onClick={onRetry}>
        Try again
      </Button>
    }
  >
    {children}
  </Notice>
);

const CountsFailed = styled.div`
  margin-bottom: ${space[32]};
`;

const CountsOverview = (): ReactNode => {
  const { limits, query } = useLimits();
  if (query.isError && !limits)
    return (
      <CountsFailed>
        <PartFailed isBusy={query.isFetching} onRetry={() => void query.refetch()}>
          Failed to get user limits
        </PartFailed>
      </CountsFailed>
    );
  const figure = (current: number | undefined): string => (current === undefined ? '–' : String(current));
  return (
    <Counts>
      <div>
        <dt>Study Materials</dt>
        <dd>{figure(limits?.studyMaterials.current)}</dd>
      </div>
      <div>
        <dt>Quizzes</dt>
        <dd>{figure(limits?.quizzes.current)}</dd>
      </div>
      <div>
        <dt>Flashcard Decks</dt>
        <dd>{figure(limits?.flashcards.current)}</dd>
      </div>
    </Counts>
  );
};

const RecentActivity = (): ReactNode => {
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

const QuickActions = ({ isAtLimit, reason }: { isAtLimit: boolean; reason: string }): ReactNode => (
  <Section aria-labelledby="quick-actions">
    <h2 id="quick-actions">Quick Actions</h2>
    <Lines>
      <li>
        <FileText aria-hidden />
        <p>
          <Link
            to="/study-materials/create"
            onClick={(event) => {
              if (!isAtLimit) return;
              event.preventDefault();
              openUpgradeModal(reason);
            }}
          >
            Create Study Material
          </Link>
          <small>From slides or pasted text</small>
        </p>
      </li>
      <li>
        <GraduationCap aria-hidden />
        <p>
          <Link to="/quizzes">Generate Quiz</Link>
          <small>Questions with explanations</small>
        </p>
      </li>
      <li>
        <Layers aria-hidden />
        <p>
          <Link to="/quizzes?tab=flashcards">Create Flashcards</Link>
          <small>One fact a card</small>
        </p>
      </li>
    </Lines>
  </Section>
);

const RecentGuides = (): ReactNode => {
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

/** The learner's overview. Each part loads and fails on its own. */
export const DashboardScreen = (): ReactNode => {
  usePageTitle('Dashboard');
  const navigate = useNavigate();
  const { user } = useSession();
  const { unlessAtLimit, isAtLimit, reasonOf } = useLimits();
  const create = (): void => {
    unlessAtLimit('studyMaterials', () => void navigate('/study-materials/create'));
  };
  return (
    <>
      <PageHead
        title={`Welcome back, ${user?.firstName || 'Learner'}`}
        context="Pick up where you left off."
        actions={
          <Button icon={<Plus aria-hidden />} onClick={create}>
            New Study Material
          </Button>
        }
      />
      <CountsOverview />
      <Columns>
        <RecentActivity />
        <QuickActions isAtLimit={isAtLimit('studyMaterials')} reason={reasonOf('studyMaterials')} />
      </Columns>
      <RecentGuides />
    </>
  );
};
