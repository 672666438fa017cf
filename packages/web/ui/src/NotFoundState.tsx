import type { ReactNode } from 'react';
import { EmptyState, type DrawingName } from './EmptyState';
import { PageHead } from './PageHead';

export interface NotFoundStateProps {
  /** The page's heading: 'Folder not found'. */
  title: string;
  /** What is missing. */
  drawing?: DrawingName;
  /** One sentence. */
  children: ReactNode;
  /** The way on: a secondary button with a link. */
  action: ReactNode;
}

/** The page of something that does not exist: the same for a guide, a folder, a quiz and an unknown address. */
export const NotFoundState = ({ title, drawing = 'search', children, action }: NotFoundStateProps): ReactNode => (
  <>
    <PageHead title={title} />
    <EmptyState drawing={drawing} action={action}>
      {children}
    </EmptyState>
  </>
);
