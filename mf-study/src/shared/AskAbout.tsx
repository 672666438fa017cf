import { AskDisclosure, LazyPart, TextSkeleton } from '@lectern/ui';
import type { ReactNode } from 'react';
import type { AskItemProps } from './AskItemProps';

const loadAskItem = () => import(/* webpackChunkName: "ask-item" */ './AskItem').then(({ AskItem }) => AskItem);

/** Asks the guide of a question or card. Its code and earlier questions load when it is opened. */
export const AskAbout = (props: AskItemProps): ReactNode => (
  <AskDisclosure label="Ask about this">
    {() => <LazyPart load={loadAskItem} props={props} fallback={<TextSkeleton label="Loading" lines={2} />} />}
  </AskDisclosure>
);
