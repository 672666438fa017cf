import { toast } from '@lectern/platform';
import { FieldProblem, useFileDrop } from '@lectern/ui';
import type { ReactNode } from 'react';
import { DeckField } from './DeckField';
import { asDeck } from './pptxFile';
import { SampleDecks } from './SampleDecks';
import type { Deck } from './useDeck';

const wrongType = 'Please upload a PPTX file';

/** Takes a deck: chosen, dropped anywhere on the page, or one of the samples. */
export const DeckChoice = ({ file, outline, take, problem, refuse }: Deck): ReactNode => {
  const choose = (chosen: File | undefined): void => {
    const deck = chosen && asDeck(chosen);
    if (chosen && !deck) {
      toast.error(wrongType);
      refuse(wrongType);
    } else take(deck);
  };
  const isOver = useFileDrop(choose);
  return (
    <>
      <DeckField file={file} outline={outline} isOver={isOver} onChoose={choose} />
      {problem !== undefined && <FieldProblem isAnnounced>{problem}</FieldProblem>}
      {!file && <SampleDecks onTake={take} />}
    </>
  );
};
