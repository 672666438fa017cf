import type { ReactNode, Ref } from 'react';
import { styled } from 'styled-components';
import { Button } from './Button';
import { FormulaText } from './FormulaText';
import { BookOpen } from './icons';
import { color, font, size, space } from './tokens';

const Figure = styled.figure`
  padding-inline-start: ${space[16]};
  border-inline-start: 2px solid ${color['accent-line']};
  text-align: start;
  blockquote {
    margin: 0;
    font-family: ${font.reading};
    color: ${color['ink-soft']};
    overflow-wrap: anywhere;
  }
  figcaption {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space[4]} ${space[12]};
    margin-top: ${space[8]};
    font-size: ${size[14]};
    color: ${color['ink-faint']};
  }
`;

export interface QuotedPassageProps {
  quote: string;
  /** Of the quote, where it is known. */
  language?: string | undefined;
  /** 'Slide 3' */
  place: string;
  /** Before the place; 'From your material:' if left out. */
  lead?: string;
  /** Opens the passages around the quote. */
  onOpen: () => void;
  ref?: Ref<HTMLButtonElement>;
}

/** Words of the learner's material, with a button that leads to their place. */
export const QuotedPassage = ({ quote, language, place, lead = 'From your material:', onOpen, ref }: QuotedPassageProps): ReactNode => (
  <Figure>
    <blockquote dir="auto" lang={language}>
      “<FormulaText>{quote}</FormulaText>”
    </blockquote>
    <figcaption>
      {lead}
      <Button {...(ref && { ref })} variant="secondary" icon={<BookOpen aria-hidden />} aria-haspopup="dialog" onClick={onOpen}>
        {place}
      </Button>
    </figcaption>
  </Figure>
);
