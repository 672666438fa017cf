import type { XmlElement } from '../../ooxml/xml.ts';

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

const unfinished = /(?:\p{P}|\s(?:to|the|of|and|or|for|an?|by|in|on|with|be|from|that|is|are|as|at))$/iu;

/** Joins the paragraphs of a cell. A semicolon separates two of them, unless the sentence continues: many lecturers break lines by hand. */
const joinCell = (paragraphs: readonly string[]): string =>
  paragraphs
    .map((text, index) => {
      const next = paragraphs[index + 1];
      if (next === undefined) return text;
      return unfinished.test(text.slice(-10)) || /^\p{Ll}/u.test(next) ? `${text} ` : `${text}; `;
    })
    .join('');

/** Reads a table (`a:tbl`). Cells covered by a span are empty. */
export class TableReader {
  readonly rows: string[][] = [];
  private cell: string[] = [];
  private isCovered = false;

  open(element: XmlElement): void {
    if (element.name === 'tr') this.rows.push([]);
    if (element.name !== 'tc') return;
    this.cell = [];
    this.isCovered = isTrue(element.attribute('hMerge')) || isTrue(element.attribute('vMerge'));
  }

  addParagraph(text: string): void {
    this.cell.push(text);
  }

  closeCell(): void {
    this.rows.at(-1)?.push(this.isCovered ? '' : joinCell(this.cell));
  }

  get hasText(): boolean {
    return this.rows.some((row) => row.some((cell) => cell !== ''));
  }
}
