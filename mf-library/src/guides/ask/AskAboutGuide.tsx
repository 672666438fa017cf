import { AskDisclosure, LazyPart, TextSkeleton } from '@lectern/ui';
import type { ReactNode } from 'react';
import type { AskGuideProps } from './AskGuideProps';

const loadAskGuide = () => import(/* webpackChunkName: "ask-guide" */ './AskGuide').then(({ AskGuide }) => AskGuide);

export interface AskAboutGuideProps extends AskGuideProps {
  /** If omitted, only the learner opens and closes it. */
  isOpen?: boolean;
  onToggle?: (isOpen: boolean) => void;
}

/** A collapsed question field for a guide. Its code and earlier questions load when it is opened. */
export const AskAboutGuide = ({ studyMaterialId, onOpen, isOpen, onToggle }: AskAboutGuideProps): ReactNode => (
  <AskDisclosure label="Ask about this guide" isOpen={isOpen} onToggle={onToggle}>
    {() => <LazyPart load={loadAskGuide} props={{ studyMaterialId, onOpen }} fallback={<TextSkeleton label="Loading" lines={2} />} />}
  </AskDisclosure>
);
