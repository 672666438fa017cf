import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { css, styled } from 'styled-components';
import { FormulaText } from './FormulaText';
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
  /** Unique among the shown passages. */
  id: string;
  text: string;
  /** A statement cites this passage: it is highlighted, and `quotes` are marked in it. */
  isCited?: boolean;
  quotes?: readonly string[];
  kind?: 'title' | 'bullet' | 'row' | 'paragraph' | 'caption';
  /** The indentation of a bullet, from 0. */
  level?: number;
  /** The cells of a row. Adjacent rows with the same `table` number are shown as one table. */
  cells?: readonly string[];
  table?: number;
  /** Whether this row is the table's header. */
  isHeader?: boolean;
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
  padding-inline-start: ${space[16]};
  border-inline-start: 3px solid ${color['accent-line']};
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
  padding-inline-start: calc(${space[16]} + 3px);
  font: ${size[16]} / 1.6 ${font.reading};
  color: ${color['ink-soft']};
  ${({ $isTitle }) =>
    $isTitle &&
    css`
      font-size: ${size[18]};
      font-weight: 600;
      line-height: 1.4;
      color: ${color.ink};
    `}
`;

const Bullets = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;
`;
/** The line of a cited bullet is left of its dot, where the line of a cited paragraph is. */
const Bullet = styled.li<{ $level: number }>`
  display: grid;
  grid-template-columns: ${space[16]} minmax(0, 1fr);
  padding-inline-start: calc(${({ $level }) => Math.min($level, deepestLevel)} * ${space[16]} + ${space[16]});
  border-inline-start: 3px solid transparent;
  &:has(> blockquote) {
    border-color: ${color['accent-line']};
  }
  &::before {
    content: '•';
    line-height: 1.6;
    color: ${color['ink-faint']};
  }
  > * {
    padding-inline-start: 0;
    border: 0;
  }
`;
const deepestLevel = 4;

const TableFrame = styled.div`
  overflow-x: auto;
  table {
    width: 100%;
    border-collapse: collapse;
    font: ${size[14]} / 1.5 ${font.reading};
    color: ${color['ink-soft']};
  }
  th,
  td {
    padding: ${space[4]} ${space[8]};
    border: 1px solid ${color.line};
    text-align: start;
    vertical-align: top;
  }
  th {
    font-weight: 600;
    color: ${color.ink};
  }
  tr[data-cited] {
    background: ${color['accent-tint']};
    color: ${color.ink};
  }
`;

/** Marks each quote in the text. Ignores a quote that is the whole text or not part of it. */
const marked = (text: string, quotes: readonly string[] = []): ReactNode => {
  const places = quotes
    .filter((quote) => quote !== '' && quote !== text && text.includes(quote))
    .map((quote) => ({ start: text.indexOf(quote), end: text.indexOf(quote) + quote.length }))
    .sort((one, other) => one.start - other.start);
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { start, end } of places) {
    if (start < at) continue;
    parts.push(
      <FormulaText key={`before ${String(start)}`}>{text.slice(at, start)}</FormulaText>,
      <mark key={start}>
        <FormulaText>{text.slice(start, end)}</FormulaText>
      </mark>,
    );
    at = end;
  }
  return [...parts, <FormulaText key="rest">{text.slice(at)}</FormulaText>];
};

type Run = [SourcePassage, ...SourcePassage[]];

/** Groups passages that are shown as one element: the rows of a table, the bullets of a list. */
const runsOf = (passages: readonly SourcePassage[]): Run[] => {
  const runs: Run[] = [];
  for (const passage of passages) {
    const run = runs.at(-1);
    const isSame = run !== undefined && run[0].kind === passage.kind && run[0].table === passage.table;
    if (isSame && (passage.kind === 'row' || passage.kind === 'bullet')) run.push(passage);
    else runs.push([passage]);
  }
  return runs;
};

const isTable = (run: Run): boolean => run.every(({ kind, cells, table }) => kind === 'row' && cells !== undefined && table !== undefined);

/** The rows of a table. The cited one is highlighted. */
const Rows = ({ run, first }: { run: Run; first: (passage: SourcePassage) => RefObject<HTMLElement | null> | undefined }): ReactNode => (
  <TableFrame role="group" aria-label="Table" tabIndex={0}>
    <table dir="auto">
      <tbody>
        {run.map((row) => (
          <tr key={row.id} data-cited={row.isCited === true || undefined} ref={first(row) as RefObject<HTMLTableRowElement> | undefined}>
            {row.cells?.map((cell, index) =>
              row.isHeader ? (
                <th key={index}>
                  <FormulaText>{cell}</FormulaText>
                </th>
              ) : (
                <td key={index}>{marked(cell, row.quotes)}</td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </TableFrame>
);

/** Paragraphs of a learner's material in their original form, with the cited ones highlighted. */
export const SourcePassages = ({ sections }: { sections: readonly SourceSection[] }): ReactNode => {
  const cited = useRef<HTMLElement>(null);
  const passages = sections.flatMap((section) => section.passages);
  const firstId = passages.find((passage) => passage.isCited === true)?.id;
  // Scrolls to the cited passage, which may be below the visible part.
  useEffect(() => {
    if (passages.length > 1) cited.current?.scrollIntoView({ block: 'nearest' });
  }, [firstId, passages.length]);
  const first = ({ id }: SourcePassage): RefObject<HTMLElement | null> | undefined => (id === firstId ? cited : undefined);
  /** The bullet itself has the direction, because `auto` ignores a child with a direction of its own. */
  const line = (passage: SourcePassage, dir?: 'auto'): ReactNode =>
    passage.isCited ? (
      <Cited key={passage.id} dir={dir} ref={first(passage) as RefObject<HTMLQuoteElement> | undefined}>
        {marked(passage.text, passage.quotes)}
      </Cited>
    ) : (
      <Around key={passage.id} dir={dir} $isTitle={passage.kind === 'title'}>
        <FormulaText>{passage.text}</FormulaText>
      </Around>
    );
  const shown = (run: Run): ReactNode => {
    const [{ id, kind }] = run;
    if (isTable(run)) return <Rows key={id} run={run} first={first} />;
    if (kind !== 'bullet') return run.map((passage) => line(passage, 'auto'));
    return (
      <Bullets key={id}>
        {run.map((bullet) => (
          <Bullet key={bullet.id} dir="auto" $level={bullet.level ?? 0}>
            {line(bullet)}
          </Bullet>
        ))}
      </Bullets>
    );
  };
  return (
    <Base>
      {sections.map((section, index) => (
        <Section key={index}>
          {section.label !== undefined && <figcaption>{section.label}</figcaption>}
          {runsOf(section.passages).map(shown)}
        </Section>
      ))}
    </Base>
  );
};
