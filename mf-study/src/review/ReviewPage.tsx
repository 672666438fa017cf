import { useFocusMode } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import { BarChart3, Button, PageHead, Settings } from '@lectern/ui';
import type { ReactNode } from 'react';
import { StudyColumn } from '../shared/StudyColumn';

/** The page of review in the frame: its end, or nothing to review. */
export const ReviewPage = ({ context, children }: { context?: string; children: ReactNode }): ReactNode => {
  useFocusMode(false);
  return (
    <StudyColumn>
      <PageHead
        title="Review"
        {...(context !== undefined && { context })}
        actions={
          <>
            <Button as={Link} to="/review/statistics" variant="secondary" icon={<BarChart3 aria-hidden />}>
              Statistics
            </Button>
            <Button as={Link} to="/review/settings" variant="secondary" icon={<Settings aria-hidden />}>
              Settings
            </Button>
          </>
        }
      />
      {children}
    </StudyColumn>
  );
};
