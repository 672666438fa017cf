import type { StudyMaterial } from '@lectern/contracts';
import { reportError } from '@lectern/platform';
import { Button, focusIfLost, Notice, space } from '@lectern/ui';
import { useRef, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { libraryChanges } from '../shared/libraryChanges';
import { isGrowing } from './growthState';

const Place = styled.div`
  &:not(:empty) {
    margin-bottom: ${space[24]};
  }
  &:focus {
    outline: none;
  }
  @media print {
    display: none;
  }
`;

/** A notice that sections of the guide are still being written, with a button that stops it. */
export const GrowthNotice = ({ guide }: { guide: Pick<StudyMaterial, '_id' | 'generation'> }): ReactNode => {
  const [isBusy, setIsBusy] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const stop = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await libraryChanges.stopGeneration(guide._id);
      focusIfLost(() => place.current);
    } catch (error) {
      reportError(error, 'It could not be stopped. Please try again.');
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Place ref={place} tabIndex={-1}>
      {isGrowing(guide) && guide.generation && (
        <Notice
          tone="neutral"
          action={
            <Button variant="quiet" isBusy={isBusy} onClick={() => void stop()}>
              Stop
            </Button>
          }
        >
          {guide.generation.made} of {guide.generation.asked} sections {guide.generation.made === 1 ? 'is' : 'are'} written by the language
          model. The others are being written; until then they stand as Lectern reads them.
        </Notice>
      )}
    </Place>
  );
};
