import { counted, type FlashcardDeckListItem, type GuideMastery, type QuizListItem } from '@lectern/contracts';
import { studyPath, useLimits, useMastery, usePageTitle, useSearchText, useUpgradeModal, type SearchText } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import {
  ArrowRight,
  Badge,
  Button,
  Card,
  CardBlocks,
  CardGrid,
  cardLink,
  CardTitle,
  color,
  EmptyState,
  ErrorState,
  levelOfPercent,
  Lock,
  MasteryFigure,
  measure,
  media,
  PageHead,
  ProgressBar,
  radius,
  SearchField,
  size,
  SkeletonBlock,
  space,
} from '@lectern/ui';
import { memo, useMemo, useRef, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { CardsSkeleton } from '../shared/CardsSkeleton';
import { useAllDecks, useAllQuizzes } from '../shared/studyQueries';
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
  margin-block: calc(-1 * ${space[4]}) calc(-1 * ${space[12]});
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
    margin-right: calc(-1 * ${space[12]});
  }
`;

/** Reserves the height of the figure while it loads. */
const MasteryPlace = styled.div`
  min-height: 24px;
  @media ${media.touch} {
    min-height: 44px;
  }
`;

/** The learner's page and, over all of it, the overlay: it covers whole cards, however many there are. */
const Stage = styled.div`
  display: grid;
  overflow: clip;
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  > * {
    grid-area: 1 / 1;
  }
`;

const Blurred = styled.div`
  min-height: 360px;
  padding: ${space[24]};
  filter: blur(7px);
  opacity: 0.6;
  pointer-events: none;
  user-select: none;
  /* A few cards fill the width, so that the overlay is over them. */
  ${CardGrid} {
    grid-template-columns: repeat(auto-fit, minmax(min(280px, 100%), 1fr));
  }
  @media ${media.small} {
    min-height: 0;
    padding: ${space[16]};
  }
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
  width: min(400px, 100%);
  padding: ${space[64]} ${space[16]};
  @media ${media.small} {
    padding-block: ${space[48]};
  }
  /* Keeps the text legible over the blurred page. */
  background: radial-gradient(closest-side, ${color.paper} 65%, transparent);
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

interface ProgressCardProps {
  progress: MaterialProgress;
  /** Undefined while unknown, and for a quiz on several guides. */
  mastery: GuideMastery | undefined;
}

/** The score of a guide's quizzes: the level badge and the bar. */
const QuizScore = ({ progress }: { progress: MaterialProgress }): ReactNode => {
  const { title, average, attempts } = progress;
  const level = levelOf(progress);
  // Rounded down, so that the number never suggests a level that has not been reached.
  const percent = `${String(Math.floor(average))}%`;
  return (
    <Score>
      <div>
        <Badge tone={level.badge}>{level.label}</Badge>
        {attempts > 0 && <span>{percent}</span>}
      </div>
      <ProgressBar label={`${title}: ${percent}`} percent={average} tone={level.bar} />
    </Score>
  );
};

/** The bar of a guide with cards alone. */
const CardScore = ({ title, mastery }: { title: string; mastery: GuideMastery | undefined }): ReactNode => {
  const percent = (mastery?.mastery ?? 0) * 100;
  return (
    <Score>
      <ProgressBar label={`${title}: mastery ${String(Math.floor(percent))}%`} percent={percent} tone={levelOfPercent(percent).bar} />
    </Score>
  );
};

const ProgressCard = memo(function ProgressCard({ progress, mastery }: ProgressCardProps): ReactNode {
  const { studyMaterialId, title, attempts, recentScores, quizCount, deckCount, nextQuizId, triedQuizIds } = progress;
  const level = levelOf(progress);
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <Card isRaisable>
      <CardTitle>
        <OpenLink to={nextQuizId === undefined ? studyPath(studyMaterialId) : `/quizzes/${nextQuizId}`}>{title}</OpenLink>
      </CardTitle>
      {quizCount > 0 ? <QuizScore progress={progress} /> : <CardScore title={title} mastery={mastery} />}
      <MasteryPlace>{mastery && <MasteryFigure {...mastery} isCompact />}</MasteryPlace>
      <Foot>
        <span>
          {quizCount > 0
            ? `${counted(quizCount, 'quiz', 'quizzes')}, ${attempts === 0 ? 'not taken yet' : counted(attempts, 'attempt')}`
            : counted(deckCount, 'deck')}
        </span>
        <Trend scores={recentScores} />
      </Foot>
      <Next>
        <span aria-hidden>
          {quizCount > 0 ? level.next : 'Study'} <ArrowRight />
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
    <CardsSkeleton label="Loading progress" hasLongTitles foot={[38, 24, 56, 44]} />
  </>
);

interface ProgressCardsProps {
  quizzes: readonly QuizListItem[];
  decks: readonly FlashcardDeckListItem[];
  search: SearchText;
}

const ProgressCards = ({ quizzes, decks, search }: ProgressCardsProps): ReactNode => {
  const all = useMemo(() => progressByMaterial(quizzes, decks), [quizzes, decks]);
  const mastery = useMastery(all.map(({ studyMaterialId }) => studyMaterialId)).data;
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
          {(progress) => <ProgressCard progress={progress} mastery={mastery?.get(progress.studyMaterialId)} />}
        </CardBlocks>
      )}
    </>
  );
};

const idOf = ({ studyMaterialId }: MaterialProgress): string => studyMaterialId;

const ProgressList = (): ReactNode => {
  const search = useSearchText();
  const quizzes = useAllQuizzes();
  const decks = useAllDecks();
  if (quizzes.isPending || decks.isPending) return <ProgressSkeleton />;
  if (!quizzes.data) {
    return (
      <ErrorState onRetry={() => void quizzes.refetch()} isRetrying={quizzes.isFetching}>
        Failed to load quizzes
      </ErrorState>
    );
  }
  if (!decks.data) {
    return (
      <ErrorState onRetry={() => void decks.refetch()} isRetrying={decks.isFetching}>
        Failed to load decks
      </ErrorState>
    );
  }
  return <ProgressCards quizzes={quizzes.data} decks={decks.data} search={search} />;
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
        <p>Compare the level and the trend of all your guides in one place. The mastery on each guide’s own page stays free.</p>
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
      <PageHead title="Progress" context="How well you know each study guide." />
      <Content />
    </>
  );
};
