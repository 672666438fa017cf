import { counted, type QuizListItem } from '@lectern/contracts';
import { useLimits, usePageTitle, useSearchText, useUpgradeModal, type SearchText } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import {
  ArrowRight,
  Badge,
  Button,
  Card,
  CardBlocks,
  cardLink,
  CardTitle,
  color,
  EmptyState,
  ErrorState,
  Lock,
  measure,
  PageHead,
  ProgressBar,
  radius,
  SearchField,
  shadow,
  size,
  SkeletonBlock,
  space,
} from '@lectern/ui';
import { memo, useMemo, useRef, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { CardsSkeleton } from '../shared/CardsSkeleton';
import { useAllQuizzes } from '../shared/studyQueries';
import { levelOf, progressByMaterial, type MaterialProgress } from './progressByMaterial';
import { TopicsPanel } from './TopicsPanel';
import { Trend } from './Trend';

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

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  justify-content: space-between;
  gap: ${space[8]} ${space[16]};
  /* Has the chart's height, so that cards with and without a chart are equally tall. */
  min-height: 40px;
  font-size: ${size[14]};
  color: ${color['ink-faint']};
  font-variant-numeric: tabular-nums;
`;

const Next = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space[8]};
  min-height: ${measure.target};
  margin-block: -${space[4]} -${space[12]};
  > span {
    display: inline-flex;
    align-items: center;
    gap: ${space[4]};
    font-size: ${size[14]};
    font-weight: 600;
    color: ${color.accent};
  }
  svg {
    width: 16px;
    height: 16px;
  }
  /* Above the link that covers the card. */
  > button {
    position: relative;
    z-index: 1;
    margin-right: -${space[12]};
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

const ProgressCard = memo(function ProgressCard({ progress }: { progress: MaterialProgress }): ReactNode {
  const { title, average, attempts, recentScores, quizCount, nextQuizId, triedQuizIds } = progress;
  const level = levelOf(progress);
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  // Rounded down, so that the number never suggests a level that has not been reached.
  const percent = `${String(Math.floor(average))}%`;
  return (
    <Card isRaisable>
      <CardTitle>
        <OpenLink to={`/quizzes/${nextQuizId}`}>{title}</OpenLink>
      </CardTitle>
      <Score>
        <div>
          <Badge tone={level.badge}>{level.label}</Badge>
          {attempts > 0 && <span>{percent}</span>}
        </div>
        <ProgressBar label={`${title}: ${percent}`} percent={average} tone={level.bar} />
      </Score>
      <Foot>
        <span>
          {counted(quizCount, 'quiz', 'quizzes')}, {attempts === 0 ? 'not taken yet' : counted(attempts, 'attempt')}
        </span>
        <Trend scores={recentScores} />
      </Foot>
      <Next>
        <span aria-hidden>
          {level.next} <ArrowRight />
        </span>
        {triedQuizIds.length > 0 && (
          <Button
            ref={opener}
            variant="quiet"
            aria-haspopup="dialog"
            onClick={() => {
              setIsOpen(true);
            }}
          >
            By topic
          </Button>
        )}
      </Next>
      <TopicsPanel
        title={title}
        quizIds={triedQuizIds}
        isOpen={isOpen}
        onClose={() => {
          setIsOpen(false);
        }}
        returnFocus={() => opener.current ?? undefined}
      />
    </Card>
  );
});

const ProgressSkeleton = (): ReactNode => (
  <>
    <Tools>
      <SkeletonBlock $width="min(420px, 100%)" $height="44px" />
    </Tools>
    <CardsSkeleton label="Loading progress" hasLongTitles foot={[38, 44, 44]} />
  </>
);

const ProgressCards = ({ quizzes, search }: { quizzes: readonly QuizListItem[]; search: SearchText }): ReactNode => {
  const all = useMemo(() => progressByMaterial(quizzes), [quizzes]);
  const wanted = search.text.trim().toLowerCase();
  const found = all.filter(({ title }) => title.toLowerCase().includes(wanted));
  return (
    <>
      <Tools>
        <SearchField placeholder="Search quizzes..." value={search.text} onChange={search.setText} />
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
        <CardBlocks items={found} idOf={idOf}>
          {(progress) => <ProgressCard progress={progress} />}
        </CardBlocks>
      )}
    </>
  );
};

const idOf = ({ studyMaterialId }: MaterialProgress): string => studyMaterialId;

const ProgressList = (): ReactNode => {
  const search = useSearchText();
  const quizzes = useAllQuizzes();
  if (quizzes.isPending) return <ProgressSkeleton />;
  if (!quizzes.data) {
    return (
      <ErrorState onRetry={() => void quizzes.refetch()} isRetrying={quizzes.isFetching}>
        Failed to load quizzes
      </ErrorState>
    );
  }
  return <ProgressCards quizzes={quizzes.data} search={search} />;
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
    return <ProgressSkeleton />;
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

/** The progress for each guide. Free learners see their own page, blurred. */
export const ProgressScreen = (): ReactNode => {
  usePageTitle('Progress');
  return (
    <>
      <PageHead title="Progress" context="How well you know each study guide, based on all your quiz attempts." />
      <Content />
    </>
  );
};
