import { counted, type Exam, type ReviewSummary } from '@lectern/contracts';
import { isSessionOver } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import {
  Button,
  Card,
  CardMeta,
  CardText,
  CardTitle,
  color,
  measure,
  media,
  Repeat,
  size,
  SkeletonBlock,
  space,
  VisuallyHidden,
} from '@lectern/ui';
import { useEffect, type ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { useExams } from '../exams/examQueries';
import { daysLeftWords, readinessWords } from '../exams/examWords';
import { reviewOutbox } from './reviewOutbox';
import { leftToday, useReviewSummary } from './reviewQueries';
import { durationWords, nextDueWords, timeLeftMs } from './reviewWords';

const Kicker = styled.p`
  font-size: ${size[14]};
  font-weight: 600;
  color: ${color.accent};
`;

/** The text and the button: next to each other, or stacked on a phone. */
const Row = styled.div`
  display: grid;
  gap: ${space[8]} ${space[24]};
  justify-items: start;
  > div {
    display: grid;
    gap: ${space[4]};
  }
  @media ${media.medium} {
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
  }
`;

interface Words {
  title: string;
  detail: string;
  action: { label: string; to: string };
  isMain: boolean;
}

/** The card's text for its four cases: reviews left today, only new cards, nothing due, no cards yet. */
const wordsOf = (summary: ReviewSummary): Words => {
  const { due, new: fresh, forecast, decks } = summary;
  const left = leftToday(summary);
  if (left > 0) {
    const time = durationWords(timeLeftMs(left, []));
    return {
      title: `${due > 0 ? `${String(left)} due` : counted(fresh, 'new card')}, ${time}`,
      detail: due === 0 ? 'Nothing else is due' : fresh > 0 ? `${counted(fresh, 'new card')} included` : 'No new cards today',
      action: { label: 'Review', to: '/review' },
      isMain: true,
    };
  }
  if (decks.length === 0)
    return {
      title: 'Keep what you learn',
      detail: 'Cards come back here when you are about to forget them.',
      action: { label: 'Make Cards', to: '/quizzes/new?kind=deck' },
      isMain: false,
    };
  const next = nextDueWords(forecast, 1) ?? '';
  return { title: 'Nothing is due', detail: next, action: { label: 'Statistics', to: '/review/statistics' }, isMain: false };
};

const Shape = (): ReactNode => (
  <div role="status">
    <VisuallyHidden>Loading what is due today</VisuallyHidden>
    <Card aria-hidden>
      <Row>
        <div>
          <SkeletonBlock $height="22px" $width="90px" />
          <SkeletonBlock $height="24px" $width="180px" />
          <SkeletonBlock $height="22px" $width="90px" />
          <ExamSpace />
        </div>
        <SkeletonBlock $height="44px" $width="110px" />
      </Row>
    </Card>
  </div>
);

const examLine = css`
  display: flex;
  align-items: center;
  min-height: 22px;
  font-size: ${size[14]};
  overflow-wrap: anywhere;
  @media ${media.touch} {
    min-height: ${measure.target};
  }
`;

const ExamLink = styled(Link)`
  ${examLine}
`;

/** Reserves the height of the line. */
const ExamSpace = styled.div`
  ${examLine}
`;

/** One line: a past exam that needs a decision about its cards, otherwise the next exam. Its height is reserved while loading. */
const NextExam = ({ exams }: { exams: readonly Exam[] | undefined }): ReactNode => {
  const next = exams?.find(({ isOver, afterwards }) => isOver && afterwards === null) ?? exams?.find(({ isOver }) => !isOver);
  if (!exams) return <ExamSpace />;
  if (!next) return <ExamLink to="/review/exams">Plan an exam</ExamLink>;
  const { name, isOver, readiness } = next;
  return (
    <ExamLink to="/review/exams">
      {name}: {isOver ? 'over. Keep reviewing or pause?' : daysLeftWords(next).toLowerCase()}
      {!isOver && readiness !== null && `, ${readinessWords(readiness)} ready`}
    </ExamLink>
  );
};

/** `study/due-today/v1`: the number of reviews due today. */
export const DueTodaySlot = (): ReactNode => {
  const { data, error, isPending, isFetching, refetch } = useReviewSummary();
  const { data: exams } = useExams();
  // Sends answers that an earlier visit could not send.
  useEffect(() => void reviewOutbox.flush(), []);
  if (isPending || isSessionOver(error)) return <Shape />;
  if (!data)
    return (
      <Card>
        <Row>
          <div>
            <Kicker>Due today</Kicker>
            <CardText role="alert">What is due could not be loaded.</CardText>
          </div>
          <Button variant="secondary" isBusy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </Row>
      </Card>
    );
  const { title, detail, action, isMain } = wordsOf(data);
  return (
    <Card aria-label={`Due today: ${title}`}>
      <Row>
        <div>
          <Kicker>Due today</Kicker>
          <CardTitle as="h2">{title}</CardTitle>
          <CardMeta>{detail}</CardMeta>
          <NextExam exams={exams} />
        </div>
        <Button
          as={Link}
          to={action.to}
          variant={isMain ? 'primary' : 'secondary'}
          isLarge={isMain}
          icon={isMain && <Repeat aria-hidden />}
        >
          {action.label}
        </Button>
      </Row>
    </Card>
  );
};
