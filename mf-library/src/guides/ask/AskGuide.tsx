import { placeWords, type Citation } from '@lectern/contracts';
import { AskPanel, Button, QuotedPassage } from '@lectern/ui';
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

/** A field for questions about a guide, and the latest ones with their answers. */
export const AskGuide = ({ studyMaterialId, onOpen }: AskGuideProps): ReactNode => {
  const { asked, listError, reload, ask, isAsking, failure, remove } = useAsking(studyMaterialId);
  return (
    <AskPanel
      hasFocus
      asked={asked.map(({ _id, question, answer, answeredBy, passages }) => ({
        ...{ id: _id, question, answer, answeredBy },
        passages: passages.map((citation, index) => <Passage key={index} citation={citation} onOpen={onOpen} />),
      }))}
      onAsk={ask}
      isAsking={isAsking}
      failure={failure}
      onRemove={(id) => void remove(id)}
      listProblem={
        listError && (
          <p role="status">
            Earlier questions could not be loaded.{' '}
            <Button variant="quiet" onClick={reload}>
              Try again
            </Button>
          </p>
        )
      }
    />
  );
};
