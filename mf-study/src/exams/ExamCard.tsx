import { counted, type Exam, type GuideMastery } from '@lectern/contracts';
import { confirmDeletion, reportError, toast } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import {
  Badge,
  Button,
  Card,
  CardMeta,
  CardTitle,
  ChevronDown,
  color,
  MasteryExplanation,
  measure,
  Menu,
  motion,
  Notice,
  Pencil,
  ProgressBar,
  Repeat,
  size,
  space,
  TextSkeleton,
  Trash2,
  type MenuEntry,
} from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { examChanges, useExamPlan } from './examQueries';
import { calendarDayWords, daysLeftWords, readinessWords } from './examWords';
import { PlanChart } from './PlanChart';

const Facts = styled(CardMeta)`
  margin-top: 0;
`;

const Readiness = styled.div`
  display: grid;
  gap: ${space[8]};
  > p {
    display: flex;
    justify-content: space-between;
    font-size: ${size[14]};
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
`;

const Details = styled.details`
  border-top: 1px solid ${color.line};
  font-size: ${size[14]};
  color: ${color['ink-soft']};
  summary {
    display: flex;
    align-items: center;
    gap: ${space[8]};
    min-height: ${measure.target};
    font-weight: 600;
    color: ${color.ink};
    list-style: none;
    cursor: pointer;
    &::-webkit-details-marker {
      display: none;
    }
    svg {
      width: 16px;
      height: 16px;
      color: ${color['ink-faint']};
      transition: transform ${motion.state};
    }
  }
  &[open] > summary svg {
    transform: rotate(180deg);
  }
  > div {
    display: grid;
    gap: ${space[12]};
    padding-bottom: ${space[12]};
  }
`;

const Choices = styled.div`
  display: flex;
  gap: ${space[8]};
  margin-top: ${space[8]};
`;

type Mastery = Pick<GuideMastery, 'mastery' | 'items' | 'seen'>;

/** Explains how the readiness and the mastery are calculated. */
const HowReady = ({ exam: { cards, seen, readiness, isOver }, today }: { exam: Exam; today: Mastery | undefined }): ReactNode => (
  <Details>
    <summary>
      How this is worked out
      <ChevronDown aria-hidden />
    </summary>
    <div>
      <p>
        The percentage on exam day is the average chance that you remember each of the {counted(cards, 'card')} that morning, predicted from
        your reviews. {seen} of {cards} have been reviewed; a card that you have never reviewed counts as 0%.
        {readiness === null && ' It appears after your first review.'}
        {!isOver && ' Reviews still to come are not counted, so it grows as you review.'}
      </p>
      {today && <MasteryExplanation {...today} of="the exam’s guides" />}
    </div>
  </Details>
);

/** The day-by-day plan, fetched when it is opened. */
const Plan = ({ examId }: { examId: string }): ReactNode => {
  const [isOpen, setIsOpen] = useState(false);
  const { data, isFetching, refetch } = useExamPlan(examId, isOpen);
  return (
    <Details
      onToggle={({ currentTarget }) => {
        setIsOpen(currentTarget.open);
      }}
    >
      <summary>
        Plan by day
        <ChevronDown aria-hidden />
      </summary>
      <div>
        {data && <PlanChart plan={data.plan} />}
        {!data && isFetching && <TextSkeleton label="Loading the plan" lines={4} />}
        {!data && !isFetching && isOpen && (
          <>
            <p role="status">The plan could not be loaded.</p>
            <Button variant="secondary" onClick={() => void refetch()}>
              Try again
            </Button>
          </>
        )}
      </div>
    </Details>
  );
};

/** After the exam, asks once whether its cards stay in review or are paused. */
const Afterwards = ({ exam }: { exam: Exam }): ReactNode => {
  const [isBusy, setIsBusy] = useState(false);
  const decide = async (afterwards: 'continue' | 'rest'): Promise<void> => {
    setIsBusy(true);
    try {
      await examChanges.decide(exam._id, afterwards);
      toast.success(afterwards === 'rest' ? 'Its cards are paused' : 'Its cards stay in review');
    } catch (error) {
      reportError(error, 'Your choice was not saved');
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Notice>
      This exam is over. Keep reviewing its cards, or pause them?
      <Choices>
        <Button variant="secondary" disabled={isBusy} onClick={() => void decide('continue')}>
          Continue
        </Button>
        <Button variant="secondary" disabled={isBusy} onClick={() => void decide('rest')}>
          Rest
        </Button>
      </Choices>
    </Notice>
  );
};

/** The mastery of several guides together: the mean over all of their items. Undefined without items. */
const masteryOfGuides = (ids: readonly string[], mastery: ReadonlyMap<string, GuideMastery>): Mastery | undefined => {
  const known = ids.flatMap((id) => mastery.get(id) ?? []);
  const items = known.reduce((sum, each) => sum + each.items, 0);
  if (items === 0) return undefined;
  const recall = known.reduce((sum, each) => sum + each.mastery * each.items, 0);
  return { mastery: recall / items, items, seen: known.reduce((sum, each) => sum + each.seen, 0) };
};

const afterwardsWords = { continue: 'Its cards stay in review.', rest: 'Its cards are paused.' } as const;

export interface ExamCardProps {
  exam: Exam;
  /** The mastery of each guide; undefined while unknown. */
  mastery: ReadonlyMap<string, GuideMastery> | undefined;
  onEdit: () => void;
}

/** An exam: days left, readiness, the plan, and after the exam the question about its cards. */
export const ExamCard = ({ exam, mastery, onEdit }: ExamCardProps): ReactNode => {
  const today = mastery && masteryOfGuides(exam.studyMaterialIds, mastery);
  const { _id, name, date, isOver, cards, seen, perDay, readiness, shortfall, afterwards } = exam;
  const entries: MenuEntry[] = [
    { label: 'Edit Exam', icon: <Pencil aria-hidden />, onSelect: onEdit },
    {
      label: 'Delete Exam',
      icon: <Trash2 aria-hidden />,
      isDestructive: true,
      onSelect: () =>
        void confirmDeletion(
          {
            question: 'Are you sure you want to delete this exam? Its cards stay in review.',
            done: 'Exam deleted successfully',
            failed: 'Failed to delete exam',
          },
          () => examChanges.remove(_id),
        ),
    },
  ];
  return (
    <Card menu={<Menu title={name} entries={entries} />}>
      <CardTitle>{name}</CardTitle>
      <Facts>
        <Badge tone={isOver ? 'neutral' : 'accent'}>{daysLeftWords(exam)}</Badge>
        <span>{calendarDayWords(date)}</span>
        {!isOver && perDay > 0 && <span>{counted(perDay, 'card')} a day</span>}
      </Facts>
      <Readiness>
        <p>
          <span>{readinessWords(readiness)} on exam day</span>
          {today && <span>Mastery today {Math.floor(today.mastery * 100)}%</span>}
        </p>
        <ProgressBar label={`${name}: readiness ${readinessWords(readiness)}`} percent={(readiness ?? 0) * 100} />
        <Facts>
          <span>
            {seen} of {counted(cards, 'card')} reviewed
          </span>
        </Facts>
      </Readiness>
      {shortfall !== undefined && <Notice tone="warning">{shortfall}</Notice>}
      {isOver && (afterwards === null ? <Afterwards exam={exam} /> : <Facts>{afterwardsWords[afterwards]}</Facts>)}
      {!isOver && (
        <Button as={Link} to={`/review?examId=${_id}`} variant="secondary" icon={<Repeat aria-hidden />}>
          Review for {name}
        </Button>
      )}
      <div>
        <HowReady exam={exam} today={today} />
        {!isOver && <Plan examId={_id} />}
      </div>
    </Card>
  );
};
