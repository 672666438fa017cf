import { placeWords, type Citation } from '@lectern/contracts';
import { AskPanel, QuotedPassage } from '@lectern/ui';
import { useRef, type ReactNode } from 'react';
import type { AskGuideProps } from './AskGuideProps';
import { useAsking } from './useAsking';

const Passage = ({ citation, onOpen }: { citation: Citation; onOpen: AskGuideProps['onOpen'] }): ReactNode => {
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <QuotedPassage
      ref={opener}
      quote={citation.quote}
      place={placeWords(citation.pointer)}
      onOpen={() => {
        if (opener.current) onOpen(citation, opener.current);
      }}
    />
  );
};

/** A question field for a guide, with the latest questions and answers. */
export const AskGuide = ({ studyMaterialId, onOpen }: AskGuideProps): ReactNode => (
  <AskPanel
    hasFocus
    {...useAsking(studyMaterialId)}
    passagesOf={({ passages }) => passages.map((citation, index) => <Passage key={index} citation={citation} onOpen={onOpen} />)}
  />
);
