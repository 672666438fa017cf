import { Parser } from 'htmlparser2';
import { damaged } from '../DocumentError.ts';
import { deckLimits } from '../ooxml/limits.ts';
import { bulletMark } from '../pdf/listMarks.ts';
import { cleanText, isFilledRow, raiseDigits, tableRow } from '../text/cleanText.ts';
import type { FlowParagraph } from '../text/sourceOfParagraphs.ts';

/** Elements that a reader does not see, or that run or load something. */
const hidden = new Set(
  'script style head title template noscript iframe object svg textarea select option annotation annotation-xml rt del'.split(' '),
);
const blocks = new Set(
  'address article aside blockquote body br caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);

interface OpenTable {
  rows: string[][];
  cell: string[] | undefined;
}

/** Turns the elements of a page into paragraphs. */
class HtmlFlow {
  readonly paragraphs: FlowParagraph[] = [];
  private readonly spend: (marks: number) => void;
  private readonly tables: OpenTable[] = [];
  private text = '';
  private depth = 0;
  private hiddenDepth = 0;
  /** Names of the open lists. */
  private readonly lists: string[] = [];
  private heading: number | undefined;
  private isItem = false;
  private raised = 0;
  private tableCount = 0;

  constructor(spend: (marks: number) => void) {
    this.spend = spend;
  }

  open(name: string): void {
    this.spend(1);
    this.depth += 1;
    // The parser's work grows with the square of the depth.
    if (this.depth > deckLimits.depth) throw damaged();
    if (hidden.has(name)) this.hiddenDepth += 1;
    if (this.hiddenDepth > 0) return;
    if (blocks.has(name)) this.endBlock();
    const table = this.tables.at(-1);
    if (name === 'ul' || name === 'ol') this.lists.push(name);
    else if (name === 'li') this.isItem = true;
    else if (/^h[1-6]$/.test(name)) this.heading = Number(name[1]) - 1;
    else if (name === 'sup') this.raised += 1;
    else if (name === 'table') this.tables.push({ rows: [], cell: undefined });
    else if (name === 'tr') table?.rows.push([]);
    else if ((name === 'td' || name === 'th') && table) table.cell = [];
  }

  take(text: string): void {
    if (this.hiddenDepth === 0) this.text += this.raised > 0 ? raiseDigits(text) : text;
  }

  close(name: string): void {
    this.depth -= 1;
    if (hidden.has(name)) this.hiddenDepth -= 1;
    if (this.hiddenDepth > 0) return;
    if (blocks.has(name)) this.endBlock();
    if (name === 'ul' || name === 'ol') this.lists.pop();
    else if (name === 'li') this.isItem = false;
    else if (/^h[1-6]$/.test(name)) this.heading = undefined;
    else if (name === 'sup') this.raised -= 1;
    else if (name === 'td' || name === 'th') this.endCell();
    else if (name === 'table') this.endTable();
  }

  private endBlock(): void {
    const text = cleanText(this.text);
    this.text = '';
    if (text === '') return;
    const cell = this.tables.at(-1)?.cell;
    const mark = bulletMark.exec(text)?.[0];
    if (cell) cell.push(text);
    else if (this.heading !== undefined) this.paragraphs.push({ kind: 'title', level: this.heading, text });
    else if (this.isItem || mark !== undefined)
      this.paragraphs.push({
        kind: 'bullet',
        level: Math.min(8, Math.max(0, this.lists.length - 1)),
        text: text.slice(mark?.length ?? 0),
        ...(this.isItem && this.lists.at(-1) === 'ol' && { isNumbered: true }),
      });
    else this.paragraphs.push({ kind: 'paragraph', level: 0, text });
  }

  private endCell(): void {
    const table = this.tables.at(-1);
    table?.rows.at(-1)?.push((table.cell ?? []).join('; '));
    if (table) table.cell = undefined;
  }

  /** A table inside a cell becomes text of the cell. A table of one column is page layout. */
  private endTable(): void {
    const rows = (this.tables.pop()?.rows ?? []).filter(isFilledRow);
    const outer = this.tables.at(-1)?.cell;
    if (outer) for (const cells of rows) outer.push(cells.filter((cell) => cell !== '').join(', '));
    else if (rows.every((cells) => cells.length === 1))
      for (const [text = ''] of rows) this.paragraphs.push({ kind: 'paragraph', level: 0, text });
    else {
      this.tableCount += 1;
      for (const [row, cells] of rows.entries()) this.paragraphs.push(tableRow(cells, this.tableCount, row));
    }
  }
}

/**
 * Reads a web page as a reader sees it: headings, lists, tables and text. Nothing in it runs or loads.
 *
 * @param spend - Called with the number of elements read.
 * @throws DocumentError `damaged` if the page is nested too deep
 */
export function readHtml(html: string, spend: (marks: number) => void): FlowParagraph[] {
  const flow = new HtmlFlow(spend);
  const parser = new Parser({
    ontext: (text) => {
      flow.take(text);
    },
    onopentag: (name) => {
      flow.open(name);
    },
    onclosetag: (name) => {
      flow.close(name);
    },
  });
  parser.end(html);
  // Flushes text outside all elements.
  flow.open('p');
  return flow.paragraphs;
}
