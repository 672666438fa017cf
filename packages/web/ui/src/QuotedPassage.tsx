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
  /** The language of the quote, if known. */
  language?: string | undefined;
  /** 'Slide 3' */
  place: string;
  /** The text before the place. Defaults to 'From your material:'. */
  lead?: string;
  /** Opens the passages around the quote. Without it, the place is only named. */
  onOpen?: () => void;
  ref?: Ref<HTMLButtonElement>;
}

/** A quote from the learner's material, with a button that opens its place. */
export const QuotedPassage = ({ quote, language, place, lead = 'From your material:', onOpen, ref }: QuotedPassageProps): ReactNode => (
  <Figure>
    <blockquote dir="auto" lang={language}>
      “<FormulaText>{quote}</FormulaText>”
    </blockquote>
    <figcaption>
      <span>{lead}</span>
      {onOpen ? (
        <Button {...(ref && { ref })} variant="secondary" icon={<BookOpen aria-hidden />} aria-haspopup="dialog" onClick={onOpen}>
          {place}
        </Button>
      ) : (
        <span>{place}</span>
      )}
    </figcaption>
  </Figure>
);
