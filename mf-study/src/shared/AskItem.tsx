import { AskPanel, Button } from '@lectern/ui';
import type { ReactNode } from 'react';
import type { AskItemProps } from './AskItemProps';
import { SourceNote } from './SourceNote';
import { useAsking } from './useAsking';

/** A field for questions about a question or card, and what was asked about it before. */
export const AskItem = ({ studyMaterialId, itemId }: AskItemProps): ReactNode => {
  const { asked, listError, reload, ask, isAsking, failure, remove } = useAsking(studyMaterialId, itemId);
  return (
    <AskPanel
      hasFocus
      asked={asked.map(({ _id, question, answer, answeredBy, passages }) => ({
        ...{ id: _id, question, answer, answeredBy },
        passages: passages.map((source, index) => <SourceNote key={index} source={source} studyMaterialId={studyMaterialId} />),
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
