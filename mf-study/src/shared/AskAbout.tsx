import { AskDisclosure, LazyPart, TextSkeleton } from '@lectern/ui';
import type { ReactNode } from 'react';
import type { AskItemProps } from './AskItemProps';

const loadAskItem = () => import(/* webpackChunkName: "ask-item" */ './AskItem').then(({ AskItem }) => AskItem);

/** A section for questions to the guide about a question or card. Its code and earlier questions load when it opens. */
export const AskAbout = (props: AskItemProps): ReactNode => (
  <AskDisclosure label="Ask about this">
    {() => <LazyPart load={loadAskItem} props={props} fallback={<TextSkeleton label="Loading" lines={2} />} />}
  </AskDisclosure>
);
