import { useLimits, useUpgradeModal, usePageTitle } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import {
  Badge,
  Button,
  Card,
  CardGrid,
  CardGridSkeleton,
  cardLink,
  CardMeta,
  CardTitle,
  color,
  EmptyState,
  ErrorState,
  Lock,
  PageHead,
  ProgressBar,
  radius,
  SearchField,
  shadow,
  size,
  space,
  VisuallyHidden,
} from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { useAllQuizzes } from '../shared/studyQueries';
import { counted } from '../shared/text';
import { levelOf, progressByMaterial, type MaterialProgress } from './progressByMaterial';

const Tools = styled.div`
  margin-bottom: ${space[24]};
`;

const OpenLink = styled(Link)`
  ${cardLink}
`;

const Score = styled.div`
  display: grid;
  gap: ${space[8]};
  margin-top: auto;
  > div:first-child {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: ${space[12]};
    font-size: ${size[14]};
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
`;

const Stage = styled.div`
  display: grid;
  > * {
    grid-area: 1 / 1;
  }
`;

const Blurred = styled.div`
  min-height: 420px;
  padding: ${space[4]};
  filter: blur(7px);
  opacity: 0.7;
  pointer-events: none;
  user-select: none;
`;

const Overlay = styled.section`
  position: sticky;
  z-index: 1;
  top: 96px;
  align-self: start;
  justify-self: center;
  display: grid;
  justify-items: center;
  gap: ${space[16]};
  width: min(440px, 100%);
  margin-top: ${space[48]};
  padding: ${space[32]};
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  box-shadow: ${shadow.high};
  text-align: center;
  h2 {
    font-size: ${size[22]};
  }
  p {
    color: ${color['ink-soft']};
  }
  > svg {
    width: 32px;
    height: 32px;
    color: ${color.accent};
  }
`;

const ProgressCard = ({ progress }: { progress: MaterialProgress }): ReactNode => {
  const { title, average, attempts, quizCount, nextQuizId } = progress;
  const level = levelOf(average);
  // Rounded down, so that the figure never claims a level that is not reached.
  const percent = `${String(Math.floor(average))}%`;
  return (
    <Card isRaisable>
      <CardTitle>
        <OpenLink to={`/quizzes/${nextQuizId}`}>{title}</OpenLink>
      </CardTitle>
      <Score>
        <div>
          <Badge tone={level.badge}>{level.label}</Badge>
          <span>{percent}</span>
        </div>
        <ProgressBar label={`${title}: ${percent}`} percent={average} tone={level.bar} />
      </Score>
      <CardMeta>
        <span>{counted(quizCount, 'quiz', 'quizzes')}</span>
        <span>{attempts === 0 ? 'Not taken yet' : counted(attempts, 'attempt')}</span>
      </CardMeta>
    </Card>
  );
};

const ProgressList = (): ReactNode => {
  const [text, setText] = useState('');
  const quizzes = useAllQuizzes();
  if (quizzes.isPending) return <CardGridSkeleton label="Loading progress" />;
  if (!quizzes.data) {
    return (
      <ErrorState onRetry={() => void quizzes.refetch()} isRetrying={quizzes.isFetching}>
        Failed to load quizzes
      </ErrorState>
    );
  }
  const all = progressByMaterial(quizzes.data);
  const wanted = text.trim().toLowerCase();
  const found = all.filter(({ title }) => title.toLowerCase().includes(wanted));
  return (
    <>
      <Tools>
        <SearchField placeholder="Search quizzes..." value={text} onChange={setText} />
      </Tools>
      {all.length === 0 && (
        <EmptyState
          drawing="activity"
          action={
            <Button as={Link} to="/quizzes" variant="secondary">
              Go to quizzes
            </Button>
          }
        >
          No quizzes available yet.
        </EmptyState>
      )}
      {all.length > 0 && found.length === 0 && <EmptyState drawing="search">No quizzes found matching your search.</EmptyState>}
      {found.length > 0 && (
        <>
          <VisuallyHidden as="h2">By study guide</VisuallyHidden>
          <CardGrid>
            {found.map((progress) => (
              <ProgressCard key={progress.studyMaterialId} progress={progress} />
            ))}
          </CardGrid>
        </>
      )}
    </>
  );
};

const Content = (): ReactNode => {
  const { limits, isPremium, query } = useLimits();
  const upgrade = useUpgradeModal();
  if (!limits) {
    if (query.isError) {
      return (
        <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching}>
          Failed to get user limits
        </ErrorState>
      );
    }
    return <CardGridSkeleton label="Loading progress" />;
  }
  if (isPremium) return <ProgressList />;
  return (
    <Stage>
      <Blurred inert aria-hidden data-testid="locked-progress">
        <ProgressList />
      </Blurred>
      <Overlay aria-labelledby="premium-feature">
        <Lock aria-hidden />
        <h2 id="premium-feature">Premium Feature</h2>
        <p>Progress per guide, with a level for each, is part of Premium. Your quizzes and scores stay as they are.</p>
        <Button
          onClick={() => {
            upgrade.open();
          }}
        >
          Upgrade to Premium
        </Button>
      </Overlay>
    </Stage>
  );
};

/** How well each guide is known. Free learners see their own page, blurred. */
export const ProgressScreen = (): ReactNode => {
  usePageTitle('Progress');
  return (
    <>
      <PageHead title="Progress" context="How well you know each study guide, from all attempts at its quizzes." />
      <Content />
    </>
  );
};
