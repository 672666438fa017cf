import { AskPanel } from '@lectern/ui';
import type { ReactNode } from 'react';
import type { AskItemProps } from './AskItemProps';
import { SourceNote } from './SourceNote';
import { useAsking } from './useAsking';

/** A field for questions about a question or card, with the earlier questions and answers. */
export const AskItem = ({ studyMaterialId, itemId }: AskItemProps): ReactNode => (
  <AskPanel
    hasFocus
    {...useAsking(studyMaterialId, itemId)}
    passagesOf={({ passages }) =>
      passages.map((source, index) => <SourceNote key={index} source={source} studyMaterialId={studyMaterialId} />)
    }
  />
);
