import { useLimits, usePageTitle, useSession, Slot } from '@lectern/platform';
import { useNavigate } from '@lectern/platform/router';
import { Button, LazyPart, media, PageHead, Plus, SkeletonBlock, space, VisuallyHidden } from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { CountsOverview } from './CountsOverview';
import { hasSeenItems, useExperience, type Experience } from './useExperience';
import { NextSteps } from './NextSteps';
import { QuickActions } from './QuickActions';
import { RecentActivityList } from './RecentActivityList';
import { RecentGuides } from './RecentGuides';

// A separate chunk, because only new learners need it.
const loadFirstRun = () => import(/* webpackChunkName: "first-run" */ './FirstRun').then(({ FirstRun }) => FirstRun);
const noProps = {};

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[32]};
  margin-bottom: ${space[32]};
  @media ${media.large} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;
/** Reserves the height of the slot `study/due-today/v1`, so that the layout does not shift when it loads. */
const Due = styled.div`
  min-height: 213px;
  margin-bottom: ${space[16]};
  @media ${media.medium} {
    min-height: 153px;
  }
`;
const FirstRunColumn = styled.div`
  display: grid;
  gap: ${space[16]};
  max-width: 760px;
`;
const First = styled.div<{ $isFirstRun: boolean }>`
  /* Reserves the combined height of the due section and the next steps until it is known whether the learner is new. */
  min-height: ${({ $isFirstRun }) => ($isFirstRun ? '401px' : '172px')};
  margin-bottom: ${space[32]};
`;

const FirstRunShape = (): ReactNode => (
  <FirstRunColumn role="status">
    <VisuallyHidden>Loading your dashboard</VisuallyHidden>
    <SkeletonBlock $height="24px" $width="220px" aria-hidden />
    <SkeletonBlock $height="160px" aria-hidden />
    <SkeletonBlock $height="44px" aria-hidden />
  </FirstRunColumn>
);

const contexts: Record<Experience, string> = {
  unknown: 'Your guides, quizzes and cards.',
  new: 'Start with one of your lectures.',
  firstGuide: 'Your first guide is ready.',
  learning: 'Pick up where you left off.',
};

/** The learner's overview. Each part loads and fails on its own. */
export const DashboardScreen = (): ReactNode => {
  usePageTitle('Dashboard');
  const navigate = useNavigate();
  const { user } = useSession();
  const { unlessAtLimit } = useLimits();
  const experience = useExperience();
  const [hasSeen] = useState(hasSeenItems);
  // A newcomer's page is a drop area for files, so its loading state must not look like a page of lists.
  const isFirstRun = experience === 'new' || (experience === 'unknown' && !hasSeen);
  const create = (): void => {
    unlessAtLimit('studyMaterials', () => void navigate('/study-materials/create'));
  };
  return (
    <>
      <PageHead
        title={`Welcome back, ${user?.firstName || 'Learner'}`}
        context={contexts[experience]}
        actions={
          // For other learners the main action is a next step below.
          <Button variant={isFirstRun ? 'primary' : 'secondary'} icon={<Plus aria-hidden />} onClick={create}>
            New Study Material
          </Button>
        }
      />
      {/* Without a quiz or a deck nothing can be due, and the first guide offers to create both. */}
      {!isFirstRun && experience !== 'firstGuide' && (
        <Due>
          <Slot name="study/due-today/v1" props={noProps} />
        </Due>
      )}
      {/* The key makes React replace the element: a reused one would move down by the height of the due section. */}
      <First key={isFirstRun ? 'first-run' : 'steps'} $isFirstRun={isFirstRun}>
        {experience === 'new' ? (
          <LazyPart load={loadFirstRun} props={noProps} fallback={<FirstRunShape />} />
        ) : isFirstRun ? (
          <FirstRunShape />
        ) : (
          <NextSteps />
        )}
      </First>
      {!isFirstRun && (
        <>
          <CountsOverview />
          <Columns>
            <RecentActivityList />
            <QuickActions />
          </Columns>
          <RecentGuides />
        </>
      )}
    </>
  );
};
