import { sourcePartNames, type SourcePassage, type SourceSection } from './SourcePassages';

/** The location of a passage: on a slide, on a page, or in a text. */
export type PassagePointer =
  | { kind: 'slide'; slide: number; part: 'body' | keyof typeof sourcePartNames; paragraph: number }
  | { kind: 'page'; page: number; paragraph: number; place?: number | undefined }
  | { kind: 'text'; paragraph: number; place?: number | undefined };

/** A passage of the source in the service's format. */
export interface PassageAround {
  pointer: PassagePointer;
  kind: NonNullable<SourcePassage['kind']>;
  level: number;
  text: string;
  cells?: readonly string[] | undefined;
  table?: number | undefined;
  row?: number | undefined;
}

/** A cited sentence with its location. */
export interface CitedQuote {
  pointer: PassagePointer;
  quote: string;
}

const keyOf = (pointer: PassagePointer): string =>
  pointer.kind === 'slide'
    ? `${String(pointer.slide)} ${pointer.part} ${String(pointer.paragraph)}`
    : `text ${String(pointer.place ?? pointer.paragraph)}`;

/** The heading of a passage from a slide's notes, tables and similar parts. Undefined for the slide's own text. */
const labelOf = (pointer: PassagePointer): string | undefined =>
  pointer.kind === 'slide' && pointer.part !== 'body' ? sourcePartNames[pointer.part] : undefined;

/**
 * Groups the passages around citations into sections for `SourcePassages`, by part of the slide, with the cited sentences marked. A cited
 * passage that is missing comes first, as its quote: while the others are loading, and if the guide was deleted.
 */
export function sourceSections(quotes: readonly CitedQuote[], passages: readonly PassageAround[]): SourceSection[] {
  const cited = Map.groupBy(quotes, ({ pointer }) => keyOf(pointer));
  const known = new Set(passages.map(({ pointer }) => keyOf(pointer)));
  const missing = [...cited].flatMap(([key, [first, ...others]]): PassageAround[] =>
    known.has(key) || !first
      ? []
      : [{ pointer: first.pointer, kind: 'paragraph', level: 0, text: [first, ...others].map(({ quote }) => quote).join(' ') }],
  );
  const sections: { label: string | undefined; passages: SourcePassage[] }[] = [];
  for (const { pointer, kind, level, text, cells, table, row } of [...missing, ...passages]) {
    const id = keyOf(pointer);
    const label = labelOf(pointer);
    const own = cited.get(id);
    const shown: SourcePassage = {
      id,
      text,
      kind,
      level,
      ...(cells !== undefined && { cells }),
      ...(table !== undefined && { table }),
      ...(row === 0 && { isHeader: true }),
      ...(own && { isCited: true, quotes: own.map(({ quote }) => quote) }),
    };
    const last = sections.at(-1);
    if (last && last.label === label) last.passages.push(shown);
    else sections.push({ label, passages: [shown] });
  }
  return sections.map(({ label, passages: inIt }) => ({ passages: inIt, ...(label !== undefined && { label }) }));
}
