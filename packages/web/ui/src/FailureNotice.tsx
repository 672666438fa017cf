import type { ReactNode } from 'react';
import { AlertCircle } from './icons';
import { Notice } from './Notice';

export interface FailureNoticeProps {
  /** The message. Renders nothing if empty. */
  children: ReactNode;
  /** A button or link that resolves the failure. */
  action?: ReactNode;
}

/** The error of a pressed button, shown next to it until it is pressed again. A toast has announced it, so it is not read out again. */
export const FailureNotice = ({ children, action }: FailureNoticeProps): ReactNode =>
  Boolean(children) && (
    <Notice tone="danger" icon={<AlertCircle aria-hidden />} action={action}>
      {children}
    </Notice>
  );
