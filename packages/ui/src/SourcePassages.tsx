import { useEffect, useRef, type ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { color, font, radius, size, space } from './tokens';

/** What a passage of a slide stands in, where that is not the slide's own text. */
export const sourcePartNames = {
  notes: 'Speaker notes',
  table: 'Table',
  chart: 'Chart',
  smartart: 'Diagram',
  alt: 'Picture description',
} as const;

/** A paragraph of a learner's material. */
export interface SourcePassage {
  /** Tells it apart from the others on show. */
  id: string;
  text: string;
  /** Something rests on this one: it is set apart. `quote` is marked in it. */
  isCited?: boolean;
  quote?: string;
  isTitle?: boolean;
}

/** Passages that stand together, such as a slide's notes. */
export interface SourceSection {
  label?: string;
  passages: readonly SourcePassage[];
}

const Base = styled.div`
  display: grid;
  gap: ${space[16]};
  align-content: start;
  overflow-wrap: anywhere;
  white-space: pre-line;
`;

const Section = styled.figure`
  display: grid;
  gap: ${space[8]};
  figcaption {
    font-size: ${size[12]};
    font-weight: 600;
    color: ${color['ink-faint']};
  }
`;

const Cited = styled.blockquote`
  margin: 0;
  padding-left: ${space[16]};
  border-left: 3px solid ${color['accent-line']};
  font: ${size[16]} / 1.6 ${font.reading};
  mark {
    border-radius: ${radius.field};
    padding: 1px 2px;
    background: ${color['accent-tint']};
    color: ${color.ink};
    box-decoration-break: clone;
  }
  @media (forced-colors: active) {
    mark {
      background: Mark;
      color: MarkText;
    }
  }
`;

const Around = styled.p<{ $isTitle: boolean }>`
  padding-left: calc(${space[16]} + 3px);
  font: ${size[14]} / 1.6 ${font.reading};
  color: ${color['ink-soft']};
  ${({ $isTitle }) =>
    $isTitle &&
    css`
      font-weight: 600;
      color: ${color.ink};
    `}
`;

/** The text with the quote marked; a quote that is the whole text, or stands nowhere in it, marks nothing. */
const marked = (text: string, quote: string | undefined): ReactNode => {
  const start = quote === undefined || quote === '' || quote === text ? -1 : text.indexOf(quote);
  if (start < 0 || quote === undefined) return text;
  return (
    <>
      {text.slice(0, start)}
      <mark>{quote}</mark>
      {text.slice(start + quote.length)}
    </>
  );
};

/** Paragraphs of a learner's material, the cited ones set apart from what stands around them. */
export const SourcePassages = ({ sections }: { sections: readonly SourceSection[] }): ReactNode => {
  const cited = useRef<HTMLQuoteElement>(null);
  const passages = sections.flatMap((section) => section.passages);
  const first = passages.find((passage) => passage.isCited === true)?.id;
  // What stands before it must not push it out of sight.
  useEffect(() => {
    if (passages.length > 1) cited.current?.scrollIntoView({ block: 'nearest' });
  }, [first, passages.length]);
  return (
    <Base>
      {sections.map((section, index) => (
        <Section key={index}>
          {section.label !== undefined && <figcaption>{section.label}</figcaption>}
          {section.passages.map(({ id, text, quote, isCited = false, isTitle = false }) =>
            isCited ? (
              <Cited key={id} ref={id === first ? cited : undefined}>
                {marked(text, quote)}
              </Cited>
            ) : (
              <Around key={id} $isTitle={isTitle}>
                {text}
              </Around>
            ),
          )}
        </Section>
      ))}
    </Base>
  );
};
