import { escapeMarkdown, placeKindOf, placeOf, referenceLabel, type Citation, type Pointer } from '@lectern/contracts/plain';

/** A text without square brackets, which would end the text of a link. */
const withoutBrackets = (text: string): string => text.replaceAll('[', '(').replaceAll(']', ')');

/**
 * A reference as every guide writes it; the page turns it into a link to the passage.
 *
 * @param hasSeveralDocuments - Whether the source has several documents: the reference then names its own.
 */
export const referenceTo = (pointer: Pointer, hasSeveralDocuments: boolean): string =>
  `[${escapeMarkdown(withoutBrackets(referenceLabel(pointer, hasSeveralDocuments)))}](#${placeKindOf(pointer)}-${placeOf(pointer)})`;

/** A row of a table, with where it stands. */
export interface TableRow {
  cells: readonly string[];
  source: Citation;
}

/** Writes the markdown of a guide and collects what it cites. */
export class GuideWriter {
  private readonly lines: string[] = [];
  private readonly cited = new Map<string, Citation>();
  private readonly hasSeveralDocuments: boolean;

  /** @param hasSeveralDocuments - Whether the guide's source has several documents, which references then name. */
  constructor(hasSeveralDocuments: boolean) {
    this.hasSeveralDocuments = hasSeveralDocuments;
  }

  /** Everything that was cited, each citation once, in the order of the guide. */
  get sources(): Citation[] {
    return [...this.cited.values()];
  }

  get markdown(): string {
    return `${this.lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()}\n`;
  }

  /** Notes a citation. @returns The reference to it, as markdown. */
  cite(source: Citation): string {
    const key = JSON.stringify(source);
    if (!this.cited.has(key)) this.cited.set(key, source);
    return referenceTo(source.pointer, this.hasSeveralDocuments);
  }

  /** Adds lines of markdown. */
  add(...lines: string[]): void {
    this.lines.push(...lines);
  }

  /** Goes on with the last line. */
  append(markdown: string): void {
    this.lines.push(`${this.lines.pop() ?? ''} ${markdown}`);
  }

  heading(level: number, text: string): void {
    this.add('', `${'#'.repeat(level)} ${escapeMarkdown(text.replace(/\s+/g, ' '))}`, '');
  }

  /** A table whose first row is its header, with a reference to where it starts. */
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
