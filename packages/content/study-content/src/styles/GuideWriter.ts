import { type Citation, escapeMarkdown, placeKindOf, placeOf, type Pointer, referenceLabel } from '@lectern/contracts/plain';

/** Replaces square brackets, which would end the text of a link. */
const withoutBrackets = (text: string): string => text.replaceAll('[', '(').replaceAll(']', ')');

/**
 * Formats a reference; the guide page turns it into a link to the passage.
 *
 * @param hasSeveralDocuments - Whether to name the document, because the source has several.
 */
export const referenceTo = (pointer: Pointer, hasSeveralDocuments: boolean): string =>
  `[${escapeMarkdown(withoutBrackets(referenceLabel(pointer, hasSeveralDocuments)))}](#${placeKindOf(pointer)}-${placeOf(pointer)})`;

/** A table row and its origin. */
export interface TableRow {
  cells: readonly string[];
  source: Citation;
}

/** Writes the markdown of a guide and collects its citations. */
export class GuideWriter {
  private readonly lines: string[] = [];
  private readonly cited = new Map<string, Citation>();
  private readonly hasSeveralDocuments: boolean;

  /** @param hasSeveralDocuments - Whether references name their document, because the source has several. */
  constructor(hasSeveralDocuments: boolean) {
    this.hasSeveralDocuments = hasSeveralDocuments;
  }

  /** All citations without duplicates, in guide order. */
  get sources(): Citation[] {
    return [...this.cited.values()];
  }

  get markdown(): string {
    return `${this.lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()}\n`;
  }

  /** Records a citation. @returns its reference as markdown */
  cite(source: Citation): string {
    const key = JSON.stringify(source);
    if (!this.cited.has(key)) this.cited.set(key, source);
    return referenceTo(source.pointer, this.hasSeveralDocuments);
  }

  add(...lines: string[]): void {
    this.lines.push(...lines);
  }

  /** Appends to the last line. */
  append(markdown: string): void {
    this.lines.push(`${this.lines.pop() ?? ''} ${markdown}`);
  }

  heading(level: number, text: string): void {
    this.add('', `${'#'.repeat(level)} ${escapeMarkdown(text.replace(/\s+/g, ' '))}`, '');
  }

  /** Writes a table. The first row is the header; a reference to the first row follows. */
  table(rows: readonly TableRow[]): void {
    const [header, ...body] = rows;
    if (!header) return;
    const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
    const line = ({ cells }: TableRow): string =>
      `| ${Array.from({ length: width }, (_, index) => escapeMarkdown(cells[index] ?? '') || ' ').join(' | ')} |`;
    const [reference = ''] = rows.map(({ source }) => this.cite(source));
    this.add('', line(header), `|${' --- |'.repeat(width)}`, ...body.map(line), '', reference, '');
  }
}

const references = /(?<!\s)(?:\s*\[[^[\]]*\]\(#[a-z]+-\d+\))+/g;
const reference = /\[[^[\]]*\]\(#[a-z]+-\d+\)/g;

const onceEach = (group: string): string => [...new Set(group.match(reference))].join(' ');

/** Keeps only the last of consecutive equal reference groups. */
function mergeInLine(line: string): string {
  const found = [...line.matchAll(references)];
  if (found.length === 0) return line;
  const groups = found.map(([group]) => onceEach(group));
  let from = 0;
  const merged = found.map((match, index) => {
    const text = line.slice(from, match.index);
    from = match.index + match[0].length;
    const isRepeated = groups[index] === groups[index + 1];
    return isRepeated ? text : `${text}${match.index === 0 ? '' : ' '}${groups[index] ?? ''}`;
  });
  return `${merged.join('')}${line.slice(from)}`;
}

/** Merges consecutive references to the same place: sentences of one paragraph share the reference at their end. */
export const mergeReferences = (markdown: string): string => markdown.split('\n').map(mergeInLine).join('\n');
