import { examBounds, type Exam } from '@lectern/contracts';
import { isSessionOver, useMastery, usePageTitle } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import { Breadcrumb, Button, EmptyState, ErrorState, media, PageHead, Plus, space } from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { ReviewLinks } from '../review/ReviewLinks';
import { CardsSkeleton } from '../shared/CardsSkeleton';
import { ExamCard } from './ExamCard';
import { ExamDialog } from './ExamDialog';
import { useExams } from './examQueries';

/** Cards keep their own height, so that opening one plan does not stretch its neighbours. */
const Grid = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-items: start;
  gap: ${space[24]};
  @media ${media.large} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

interface ExamListProps {
  onAdd: () => void;
  onEdit: (exam: Exam) => void;
}

const ExamList = ({ onAdd, onEdit }: ExamListProps): ReactNode => {
  const exams = useExams();
  const mastery = useMastery((exams.data ?? []).flatMap(({ studyMaterialIds }) => studyMaterialIds)).data;
  if (exams.isPending || isSessionOver(exams.error)) return <CardsSkeleton label="Loading exams" lines={2} foot={[38, 44]} />;
  if (!exams.data)
    return (
      <ErrorState onRetry={() => void exams.refetch()} isRetrying={exams.isFetching}>
        Your exams could not be loaded.
      </ErrorState>
    );
  if (exams.data.length === 0)
    return (
      <EmptyState
        drawing="activity"
        action={
          <Button icon={<Plus aria-hidden />} onClick={onAdd}>
            Add Exam
          </Button>
        }
      >
        Add the date and the guides of an exam. Its cards are spread out so that you see all of them in time.
      </EmptyState>
    );
  return (
    <Grid>
      {exams.data.map((exam) => (
        <li key={exam._id}>
          <ExamCard
            exam={exam}
            mastery={mastery}
            onEdit={() => {
              onEdit(exam);
            }}
          />
        </li>
      ))}
    </Grid>
  );
};

/** The learner's exams, with days left and readiness. */
export const ExamsScreen = (): ReactNode => {
  usePageTitle('Exams');
  const { data } = useExams();
  const [open, setOpen] = useState<{ exam: Exam | undefined }>();
  const add = (): void => {
    setOpen({ exam: undefined });
  };
  const count = data?.length ?? 0;
  return (
    <>
      <Breadcrumb
        items={[
          <Link key="review" to="/review">
            Review
          </Link>,
          'Exams',
        ]}
      />
      <PageHead
        title="Exams"
        context="Days left, and readiness on the day."
        actions={
          <>
            {count > 0 && count < examBounds.exams && (
              <Button icon={<Plus aria-hidden />} onClick={add}>
                Add Exam
              </Button>
            )}
            <ReviewLinks without="Exams" />
          </>
        }
      />
      <ExamList
        onAdd={add}
        onEdit={(exam) => {
          setOpen({ exam });
        }}
      />
      {open && (
        <ExamDialog
          exam={open.exam}
          onClose={() => {
            setOpen(undefined);
          }}
        />
      )}
    </>
  );
};
