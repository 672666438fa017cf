import type { Flashcard } from '@lectern/contracts';
import { color, font, ItemText, media, size, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

/** `large`: four cards per page, about 93 × 65 mm each. `small`: ten, about 46 × 52 mm each. Long text makes a card higher. */
export type CardSize = 'large' | 'small';

/** Height of a printed card, so that the rows fill both A4 and Letter. */
const height: Record<CardSize, string> = { large: '61mm', small: '49mm' };
const columns: Record<CardSize, number> = { large: 1, small: 2 };

const Sheet = styled.ol<{ $size: CardSize }>`
  display: grid;
  gap: ${space[16]};
  margin: 0;
  padding: 0;
  list-style: none;
  @media ${media.medium} {
    grid-template-columns: repeat(${({ $size }) => columns[$size]}, minmax(0, 1fr));
    max-width: 860px;
  }
  @media print {
    grid-template-columns: repeat(${({ $size }) => columns[$size]}, minmax(0, 1fr));
    gap: 0;
  }
`;

/** Cut along the outer lines, fold along the middle one. */
const Strip = styled.li<{ $size: CardSize }>`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  min-height: ${({ $size }) => ($size === 'large' ? '180px' : '132px')};
  border: 1px dashed ${color['line-strong']};
  background: ${color.raised};
  break-inside: avoid;
  @media print {
    min-height: ${({ $size }) => height[$size]};
    background: none;
    /* Adjacent strips share a border. */
    margin: 0 -1px -1px 0;
  }
`;

/** Number of characters from which a side has smaller text. */
const longSide: Record<CardSize, number> = { large: 160, small: 60 };

/* A block element, so that words and formulas share a line. */
const Side = styled.div<{ $size: CardSize; $isLong: boolean }>`
  align-content: center;
  padding: ${space[16]} ${space[12]};
  font-family: ${font.reading};
  font-size: ${({ $isLong }) => ($isLong ? size[14] : size[16])};
  line-height: 1.4;
  text-align: center;
  white-space: pre-line;
  overflow-wrap: anywhere;
  &:has([role='list']) {
    text-align: start;
  }
  & + & {
    border-left: 1px dotted ${color['line-strong']};
  }
  @media print {
    padding: 4mm;
    font-size: ${({ $size, $isLong }) => ($size === 'large' ? ($isLong ? '10pt' : '13pt') : $isLong ? '8.5pt' : '10.5pt')};
  }
`;

export interface FoldCardsProps {
  cards: readonly Flashcard[];
  /** Language of the cards; undefined if unknown. */
  language?: string | undefined;
  size: CardSize;
}

/** Cards to cut out and fold. Front and back are next to each other. */
export const FoldCards = ({ cards, language, size: cardSize }: FoldCardsProps): ReactNode => (
  <Sheet $size={cardSize} aria-label="Cards to print">
    {cards.map(({ _id, front, back }) => (
      <Strip key={_id} $size={cardSize}>
        <Side dir="auto" lang={language} $size={cardSize} $isLong={front.length > longSide[cardSize]}>
          <ItemText>{front}</ItemText>
        </Side>
        <Side dir="auto" lang={language} $size={cardSize} $isLong={back.length > longSide[cardSize]}>
          <ItemText>{back}</ItemText>
        </Side>
      </Strip>
    ))}
  </Sheet>
);
