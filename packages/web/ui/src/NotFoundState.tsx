import type { ReactNode } from 'react';
import { EmptyState, type DrawingName } from './EmptyState';
import { PageHead } from './PageHead';

export interface NotFoundStateProps {
  /** The page's heading: 'Folder not found'. */
  title: string;
  /** The kind of missing item. */
  drawing?: DrawingName;
  /** One sentence. */
  children: ReactNode;
  /** A secondary button with a link to continue. */
  action: ReactNode;
}

/** The page of a missing guide, folder or quiz, or of an unknown address. */
export const NotFoundState = ({ title, drawing = 'search', children, action }: NotFoundStateProps): ReactNode => (
  <>
    <PageHead title={title} />
    <EmptyState drawing={drawing} action={action}>
      {children}
    </EmptyState>
  </>
);
