import type { Citation, Pointer } from '@lectern/contracts';
import { useSourcePage } from '@lectern/platform';
import {
  Button,
  ChevronLeft,
  ChevronRight,
  color,
  PictureFigure,
  SidePanel,
  SourcePassages,
  sourceSections,
  space,
  TextSkeleton,
  VisuallyHidden,
} from '@lectern/ui';
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
const PagePlace = styled.div`
  margin-bottom: ${space[16]};
`;
const AskPlace = styled.div`
  margin-top: ${space[16]};
`;
const Nothing = styled.p`
  color: ${color['ink-soft']};
`;
const Steps = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space[8]};
  > :last-child {
    flex-direction: row-reverse;
  }
  > [aria-disabled='true'] {
    opacity: 0.55;
    cursor: default;
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

/** The pointers of a place's quotes. Without quotes, a pointer to its slide; a paragraph alone does not name its page. */
const pointersOf = ({ kind, number, quotes }: SourcePlace): Pointer[] => {
  if (quotes.length > 0) return quotes.map(({ pointer }) => pointer);
  return kind === 'slide' ? [{ kind: 'slide', slide: number, part: 'body', paragraph: 1 }] : [];
};

/** The slide or page of a place with the quoted lines marked, and its text. Without the page, its pictures follow the text. */
const Place = ({ studyMaterialId, place }: { studyMaterialId: string; place: SourcePlace }): ReactNode => {
  const shown = useSourcePage(studyMaterialId, pointersOf(place));
  const isCited = place.quotes.length > 0;
  return (
    <>
      {shown && shown !== 'loading' && (
        <PagePlace>
          <PictureFigure
            picture={shown.page}
            boxes={isCited ? shown.boxes : []}
            renew={shown.renew}
            name={firstUpper(nameOf(place))}
            caption=""
          />
        </PagePlace>
      )}
      <PlaceText studyMaterialId={studyMaterialId} place={place} />
      {!shown && <PlacePictures place={place} />}
    </>
  );
};

const firstUpper = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

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

interface StepProps extends Pick<SourcePanelProps, 'onShow'> {
  to: SourcePlace | undefined;
  icon: ReactNode;
  children: string;
}

/** A button to another source. At the first and last one it stays rendered and keeps the focus. */
const Step = ({ to, onShow, icon, children }: StepProps): ReactNode => (
  <Button
    variant="secondary"
    icon={icon}
    aria-disabled={to === undefined}
    onClick={() => {
      if (to) onShow(to);
    }}
  >
    <span>
      {children}
      <VisuallyHidden> source</VisuallyHidden>
    </span>
  </Button>
);

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
  return (
    <SidePanel
      isOpen={place !== undefined}
      onClose={onClose}
      title={place ? `Source: ${nameOf(place)}` : 'Source'}
      opening={opening}
      returnFocus={returnFocus}
      foot={
        all.length > 1 && (
          <Steps>
            <Step to={all[index - 1]} onShow={onShow} icon={<ChevronLeft aria-hidden />}>
              Previous
            </Step>
            <Step to={all[index + 1]} onShow={onShow} icon={<ChevronRight aria-hidden />}>
              Next
            </Step>
          </Steps>
        )
      }
    >
      <Quotes aria-live="polite">{place && <Place studyMaterialId={studyMaterialId} place={place} />}</Quotes>
      <AskPlace>
        <AskAboutGuide studyMaterialId={studyMaterialId} onOpen={onOpenAsked} />
      </AskPlace>
    </SidePanel>
  );
};
