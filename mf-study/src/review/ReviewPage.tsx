import { useFocusMode } from '@lectern/platform';
import { PageHead } from '@lectern/ui';
import type { ReactNode } from 'react';
import { StudyColumn } from '../shared/StudyColumn';
import { ReviewLinks } from './ReviewLinks';

/** The review page outside focus mode: the end of a session, or nothing to review. */
export const ReviewPage = ({ title, children }: { title: 'Review' | 'Study'; children: ReactNode }): ReactNode => {
  useFocusMode(false);
  return (
    <StudyColumn>
      <PageHead title={title} actions={<ReviewLinks without="Review" />} />
      {children}
    </StudyColumn>
  );
};
