import type { ReactNode } from 'react';
import { OpenedPart } from './OpenedPart';
import type { ShareDialogProps } from './ShareDialogProps';

export type { ShareDialogProps } from './ShareDialogProps';

const loadSurface = () =>
  import(/* webpackChunkName: "sharing" */ './ShareDialogSurface').then(({ ShareDialogSurface }) => ShareDialogSurface);

/**
 * The dialog in which a learner shares something by a link. Pass what the platform's `useShareLink` returns.
 *
 * @example
 * ```tsx
 * <ShareDialog isOpen={isOpen} onClose={onClose} what="quiz" title={quiz.title} {...useShareLink(quizKey(quiz._id), quizShareCalls(quiz._id))} />
 * ```
 */
export const ShareDialog = (props: ShareDialogProps): ReactNode => <OpenedPart load={loadSurface} props={props} />;
