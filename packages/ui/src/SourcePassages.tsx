import { useEffect, useRef, type ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { color, font, radius, size, space } from './tokens';

/** Names of the parts of a slide other than its own text. */
export const sourcePartNames = {
  notes: 'Speaker notes',
  table: 'Table',
  chart: 'Chart',
  smartart: 'Diagram',
  alt: 'Picture description',
} as const;

/** A paragraph of a learner's material. */
export interface SourcePassage {
  /** Unique among the passages that are shown. */
  id: string;
  text: string;
  /** A statement cites this passage: it is highlighted, and `quote` is marked in it. */
  isCited?: boolean;
  quote?: string;
  isTitle?: boolean;
}

/** Passages of one part of the source, such as a slide's notes. */
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

/** The text with the quote marked; nothing is marked when the quote is the whole text or not part of it. */
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

/** Paragraphs of a learner's material with the cited ones highlighted. */
export const SourcePassages = ({ sections }: { sections: readonly SourceSection[] }): ReactNode => {
  const cited = useRef<HTMLQuoteElement>(null);
  const passages = sections.flatMap((section) => section.passages);
  const first = passages.find((passage) => passage.isCited === true)?.id;
  // Scrolls to the cited passage, which may be below the visible part.
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
