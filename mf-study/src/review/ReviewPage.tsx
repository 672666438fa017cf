import { useFocusMode } from '@lectern/platform';
import { PageHead } from '@lectern/ui';
import type { ReactNode } from 'react';
import { StudyColumn } from '../shared/StudyColumn';
import { ReviewLinks } from './ReviewLinks';

/** The page of review in the frame: its end, or nothing to review. */
export const ReviewPage = ({ children }: { children: ReactNode }): ReactNode => {
  useFocusMode(false);
  return (
    <StudyColumn>
      <PageHead title="Review" actions={<ReviewLinks without="Review" />} />
      {children}
    </StudyColumn>
  );
};
