import type { ReactNode } from 'react';
import { AlertCircle } from './icons';
import { Notice } from './Notice';

export interface FailureNoticeProps {
  /** The message. Without one nothing is rendered. */
  children: ReactNode;
  /** What can be done about it. */
  action?: ReactNode;
}

/** What went wrong, beside the button that was pressed, until it is pressed again. A toast has announced it, so it is not read out again. */
export const FailureNotice = ({ children, action }: FailureNoticeProps): ReactNode =>
  Boolean(children) && (
    <Notice tone="danger" icon={<AlertCircle aria-hidden />} action={action}>
      {children}
    </Notice>
  );
