import type { SlidePart } from '@lectern/contracts';
import { Button, ChevronLeft, ChevronRight, color, font, SidePanel, size, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { nameOf, type Reference } from './guideMarkdown';
import { isSamePlace, withPlace, type SourcePlace } from './sourcePlaces';

const Quotes = styled.div`
  display: grid;
  gap: ${space[16]};
  align-content: start;
  flex: 1;
`;
const Quote = styled.figure`
  figcaption {
    margin-bottom: ${space[4]};
    font-size: ${size[12]};
    font-weight: 600;
    color: ${color['ink-faint']};
  }
  blockquote {
    margin: 0;
    padding-left: ${space[16]};
    border-left: 3px solid ${color['accent-line']};
    font: ${size[16]} / 1.6 ${font.reading};
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
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

/** What a passage stands in, where that is not the slide's own text. */
const partNames: Record<Exclude<SlidePart, 'body'>, string> = {
  notes: 'Speaker notes',
  table: 'Table',
  chart: 'Chart',
  smartart: 'Diagram',
  alt: 'Picture description',
};

export interface SourcePanelProps {
  places: readonly SourcePlace[];
  /** The place on show; closed without one. */
  shown: Reference | undefined;
  /** A new value for each time that a reference was followed. */
  opening: number;
  onShow: (reference: Reference) => void;
  onClose: () => void;
  returnFocus: () => HTMLElement | undefined;
}

/** The passages that a statement comes from, beside the guide. */
export const SourcePanel = ({ places, shown, opening, onShow, onClose, returnFocus }: SourcePanelProps): ReactNode => {
  const all = shown ? withPlace(places, shown) : places;
  const index = shown ? all.findIndex((place) => isSamePlace(place, shown)) : -1;
  const place = all[index];
  /** At the ends the button stays where it is, and keeps the focus. */
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
        {place?.quotes.map(({ text, part }) => (
          <Quote key={text}>
            {part !== undefined && part !== 'body' && <figcaption>{partNames[part]}</figcaption>}
            <blockquote>{text}</blockquote>
          </Quote>
        ))}
        {place?.quotes.length === 0 && <Nothing>The guide keeps no passage of {nameOf(place)}.</Nothing>}
      </Quotes>
      {all.length > 1 && (
        <Steps>
          {step('Previous source', all[index - 1], <ChevronLeft aria-hidden />)}
          {step('Next source', all[index + 1], <ChevronRight aria-hidden />)}
        </Steps>
      )}
    </SidePanel>
  );
};
