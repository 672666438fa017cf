import { placeWords, type ItemSource } from '@lectern/contracts';
import { isAbsent, useSourcePage } from '@lectern/platform';
import { Button, color, QuotedPassage, SidePanel, size, SourcePassages, sourceSections, space, TextSkeleton } from '@lectern/ui';
import { useRef, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { isFreeKey } from './keys';
import { SourcePage, SourcePictures } from './SourcePictures';
import { usePassages } from './studyQueries';
import { useKeyDown } from './useKeyDown';

const Below = styled.div`
  display: grid;
  justify-items: start;
  gap: ${space[12]};
  margin-top: ${space[16]};
  font-size: ${size[14]};
  color: ${color['ink-soft']};
`;

const PagePlace = styled.div`
  margin-bottom: ${space[16]};
`;

interface SourceNoteProps {
  source: ItemSource;
  /** Language of the quote; undefined if unknown. */
  language?: string | undefined;
  /** The guide of the quiz or deck; `null` if it was made from several, which its items name. */
  studyMaterialId: string | null;
  /** Whether the key S opens it. For pages with one source on screen. */
  hasKey?: boolean;
}

/** The cited passage, and the surrounding passages once they are loaded. */
const Surroundings = ({ source, studyMaterialId }: SourceNoteProps & { studyMaterialId: string }): ReactNode => {
  const { data, error, isFetching, refetch } = usePassages(studyMaterialId, source.pointer);
  const shown = useSourcePage(studyMaterialId, [source.pointer]);
  const what = source.pointer.kind === 'slide' ? 'slide' : 'text';
  return (
    <>
      {shown && shown !== 'loading' && (
        <PagePlace>
          <SourcePage source={source} shown={shown} />
        </PagePlace>
      )}
      <SourcePassages sections={sourceSections([source], data ?? [])} />
      <Below>
        {!shown && <SourcePictures source={source} studyMaterialId={studyMaterialId} isWhole />}
        {!data && isFetching && <TextSkeleton label={`Loading the rest of the ${what}`} lines={3} />}
        {!data && !isFetching && isAbsent(error) && <p>The study guide was deleted. Only this passage of it is left.</p>}
        {!data && !isFetching && error !== null && !isAbsent(error) && (
          <>
            <p role="status">The rest of the {what} could not be loaded.</p>
            <Button variant="secondary" onClick={() => void refetch()}>
              Try again
            </Button>
          </>
        )}
      </Below>
    </>
  );
};

/** The quote that an item cites, with a button that opens the surrounding passages. */
export const SourceNote = ({ source, language, studyMaterialId, hasKey = false }: SourceNoteProps): ReactNode => {
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  useKeyDown((event) => {
    if (!hasKey || event.repeat || event.key.toLowerCase() !== 's' || !isFreeKey(event)) return;
    event.preventDefault();
    setIsOpen(true);
  });
  const place = placeWords(source.pointer);
  const isNamed = source.pointer.kind !== 'slide' && source.pointer.document !== undefined;
  const guide = source.studyMaterialId ?? studyMaterialId;
  // Of a shared item, only the quote is there.
  if (guide === null) return <QuotedPassage quote={source.quote} language={language} place={place} lead="From the material:" />;
  return (
    <>
      <QuotedPassage
        ref={opener}
        quote={source.quote}
        language={language}
        place={place}
        onOpen={() => {
          setIsOpen(true);
        }}
      />
      <SidePanel
        isOver
        isOpen={isOpen}
        onClose={() => {
          setIsOpen(false);
        }}
        title={`Source: ${isNamed ? place : place.toLowerCase()}`}
        returnFocus={() => opener.current ?? undefined}
      >
        <Surroundings source={source} studyMaterialId={guide} />
      </SidePanel>
    </>
  );
};
