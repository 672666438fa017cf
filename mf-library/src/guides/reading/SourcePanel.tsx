import type { Citation } from '@lectern/contracts';
import { Button, ChevronLeft, ChevronRight, color, SidePanel, SourcePassages, sourceSections, space, TextSkeleton } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { usePassages } from '../../shared/libraryQueries';
import { AskAboutGuide } from '../ask/AskAboutGuide';
import { PlacePictures } from './GuidePictures';
import { nameOf, type Reference } from './guideMarkdown';
import { isSamePlace, withPlace, type SourcePlace } from './sourcePlaces';

const Quotes = styled.div`
  flex: 1;
`;
const AskPlace = styled.div`
  margin-top: ${space[24]};
`;
const Nothing = styled.p`
  color: ${color['ink-soft']};
`;
const Steps = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: ${space[8]};
  margin-top: ${space[24]};
  > * {
    flex: 1 1 auto;
  }
`;

/** The slide or paragraphs of the material, with the guide's quotes highlighted. Shows only the quotes while loading. */
const PlaceText = ({ studyMaterialId, place }: { studyMaterialId: string; place: SourcePlace }): ReactNode => {
  const { data, isPending } = usePassages(studyMaterialId, place);
  if (place.quotes.length === 0 && !data?.length)
    return isPending ? (
      <TextSkeleton label={`Loading ${nameOf(place)}`} lines={3} />
    ) : (
      <Nothing>The guide has no passage from {nameOf(place)}.</Nothing>
    );
  return <SourcePassages sections={sourceSections(place.quotes, data ?? [])} />;
};

export interface SourcePanelProps {
  studyMaterialId: string;
  places: readonly SourcePlace[];
  /** The slide or paragraph to show. Undefined closes the panel. */
  shown: Reference | undefined;
  /** Changes each time a reference is opened. */
  opening: number;
  onShow: (reference: Reference) => void;
  onClose: () => void;
  returnFocus: () => HTMLElement | undefined;
  /** Opens a passage that an answer cites. */
  onOpenAsked: (citation: Citation, from: HTMLElement) => void;
}

/** A side panel with the source passages of a statement. */
export const SourcePanel = ({
  studyMaterialId,
  places,
  shown,
  opening,
  onShow,
  onClose,
  returnFocus,
  onOpenAsked,
}: SourcePanelProps): ReactNode => {
  const all = shown ? withPlace(places, shown) : places;
  const index = shown ? all.findIndex((place) => isSamePlace(place, shown)) : -1;
  const place = all[index];
  /** At the first and last place the button stays rendered and keeps the focus. */
  const step = (label: string, to: SourcePlace | undefined, icon: ReactNode): ReactNode => (
    <Button
      variant="secondary"
      aria-disabled={to === undefined}
      onClick={() => {
        if (to) onShow(to);
      }}
    >
      {icon}
      {label}
    </Button>
  );
  return (
    <SidePanel
      isOpen={place !== undefined}
      onClose={onClose}
      title={place ? `Source: ${nameOf(place)}` : 'Source'}
      opening={opening}
      returnFocus={returnFocus}
    >
      <Quotes aria-live="polite">
        {place && <PlaceText studyMaterialId={studyMaterialId} place={place} />}
        {place && <PlacePictures place={place} />}
      </Quotes>
      <AskPlace>
        <AskAboutGuide studyMaterialId={studyMaterialId} onOpen={onOpenAsked} />
      </AskPlace>
      {all.length > 1 && (
        <Steps>
          {step('Previous source', all[index - 1], <ChevronLeft aria-hidden />)}
          {step('Next source', all[index + 1], <ChevronRight aria-hidden />)}
        </Steps>
      )}
    </SidePanel>
  );
};
