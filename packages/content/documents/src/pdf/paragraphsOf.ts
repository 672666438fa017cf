import { endsSentence } from '@lectern/contracts/plain';
import { cleanText, isFilledRow, tableRow } from '../text/cleanText.ts';
import type { FlowParagraph, FlowPicture, PageStart } from '../text/sourceOfParagraphs.ts';
import { joinHyphenated } from './joinHyphenated.ts';
import { bulletMark, numberMark, withPlainMarks } from './listMarks.ts';
import { captionStart } from './placePicturesOnPage.ts';
import type { Line, Region } from './readingOrder.ts';
import { cellText, tableAt } from './tableAt.ts';

export interface PageRegions {
  page: number;
  regions: Region[];
  /** Pictures of a page without lines. */
  pictures: FlowPicture[];
}

/** Headings in the size of the text: in capitals, or a usual part of a paper, with or without a number. */
const capitals = /^(?:(?:[IVX]{1,5}|[A-H]|\d{1,2}(?:\.\d{1,2}){0,3})\.?\s+)?[\p{Lu}\d\s:&,()–-]{4,80}$/u;
const partName =
  /^(?:(?:[IVX]{1,5}|[A-H]|\d{1,2}(?:\.\d{1,2}){0,3})\.?\s+)?(?:Abstract|Introduction|References|Bibliography|Acknowledge?ments?|Conclusions?|Summary|Keywords|Zusammenfassung|Einleitung|Literatur(?:verzeichnis)?|Résumé|Bibliographie|Conclusión(?:es)?|Referencias)$/u;

/** Minimum size of a heading relative to the text. */
const headingScale = 1.12;
const longestHeading = 200;
const longestBoldHeading = 110;
/** Characters at the end of a paragraph that are kept for joining the next line. Using the whole paragraph would be quadratic. */
const endLength = 80;

interface PageText {
  page: number;
  text: string;
}

/** Whether a line ends like a sentence, or announces what follows. */
const endsInText = (text: string): boolean => endsSentence(text) || /:["”’)]?$/.test(text.trimEnd());

interface OpenParagraph {
  page: number;
  kind: 'title' | 'bullet' | 'paragraph';
  lines: Line[];
  /** Finished text by pages. */
  texts: PageText[];
  /** The last letters, on the last page. */
  end: PageText;
  /** Right end of the text around the last line. */
  right: number;
  /** Left end of the first line, including its bullet. */
  left: number;
  level: number;
  isNumbered?: boolean;
  pictures: FlowPicture[];
}

/** Private-use characters, such as bullets of symbol fonts. */
const unknownSign = /\p{Co}/gu;

function addText(texts: PageText[], { page, text }: PageText): void {
  const last = texts.at(-1);
  if (last?.page === page) last.text += text;
  else texts.push({ page, text });
}

/** Cleans and joins the text of a paragraph, and returns where each further page begins in it. */
function wholeText(texts: readonly PageText[]): { text: string; pageStarts: PageStart[] } {
  let whole = '';
  let isParted = false;
  const pageStarts: PageStart[] = [];
  for (const { page, text } of texts) {
    const own = cleanText(text.replace(unknownSign, ' '));
    if (isParted && whole !== '' && own !== '') whole += ' ';
    if (whole !== '' && own !== '') pageStarts.push({ page, at: whole.length });
    whole += own;
    isParted = /\s$/.test(text.slice(-1));
  }
  return { text: whole, pageStarts };
}

const rounded = (size: number): number => Math.round(size * 2) / 2;

/** Returns the size of most letters. */
export function bodySizeOf(lines: readonly { text: string; size: number }[]): number {
  const letters = new Map<number, number>();
  for (const { text, size } of lines) letters.set(rounded(size), (letters.get(rounded(size)) ?? 0) + text.length);
  return [...letters].sort(([, left], [, right]) => right - left)[0]?.[0] ?? 10;
}

const median = (values: readonly number[]): number => values.toSorted((left, right) => left - right)[values.length >> 1] ?? 0;

const endsInHyphen = (text: string): boolean => /\p{L}[-‐\u00ad]\s*$/u.test(text);
const hasLetters = (text: string): boolean => /\p{L}{2}/u.test(text);

/** Returns the usual line distance of a region; rows of very different heights have none. */
const leadingOf = (lines: readonly Line[]): number =>
  median(lines.slice(1).flatMap((line, index) => Math.max(0, line.baseline - (lines[index]?.baseline ?? 0)) || []));

/** Returns the right end of the text around each line. The lines of a block have the usual distance. */
function rightsOf(lines: readonly Line[], leading: number): number[] {
  const rights: number[] = [];
  let from = 0;
  lines.forEach((line, index) => {
    const next = lines[index + 1];
    if (next && next.baseline - line.baseline <= 1.3 * Math.max(leading, line.size)) return;
    const right = lines.slice(from, index + 1).reduce((most, each) => Math.max(most, each.right), 0);
    for (; from <= index; from += 1) rights.push(right);
  });
  return rights;
}

/** Turns regions into paragraphs, one by one. */
class ParagraphBuilder {
  readonly paragraphs: FlowParagraph[] = [];
  private readonly bodySize: number;
  private readonly isBoldBody: boolean;
  private readonly words: ReadonlySet<string>;
  private readonly checkTime: () => void;
  /** Sizes of headings, largest first. Headings in the size of the text rank last. */
  private readonly headingSizes: readonly number[];
  private open: OpenParagraph | undefined;
  /** Pictures before the first paragraph. */
  private waiting: FlowPicture[] = [];
  private bulletLefts: number[] = [];
  private tables = 0;
  /** Ruled tables already taken. The rows of two adjacent tables alternate. */
  private readonly ruledTables = new Set<string[][][]>();

  constructor(lines: readonly Line[], words: ReadonlySet<string>, checkTime: () => void) {
    this.words = words;
    this.checkTime = checkTime;
    this.bodySize = bodySizeOf(lines);
    const body = lines.filter(({ size }) => rounded(size) === this.bodySize);
    this.isBoldBody = body.filter(({ isBold }) => isBold).length > body.length / 2;
    const sizes = new Set(lines.filter((line) => this.isLarge(line)).map(({ size }) => rounded(size)));
    this.headingSizes = [...sizes].sort((left, right) => right - left);
  }

  take(region: Region, page: number): void {
    const lines = withPlainMarks(region.lines);
    const leading = leadingOf(lines);
    const rights = rightsOf(lines, leading);
    for (let index = 0; index < lines.length; index += 1) {
      const line = lines[index];
      if (!line) continue;
      this.checkTime();
      if (line.ruledRows) {
        this.takeRuledRow(line, line.ruledRows, page);
        continue;
      }
      const table = tableAt(lines, index);
      if (table) {
        this.takeTable(table.rows, page);
        this.addPictures(lines.slice(index, index + table.lines).flatMap(({ pictures = [] }) => pictures));
        index += table.lines - 1;
      } else this.takeLine(line, { before: lines[index - 1], leading, right: rights[index] ?? line.right, page });
    }
  }

  /** Attaches pictures to the open paragraph, or to the last one. */
  addPictures(pictures: readonly FlowPicture[]): void {
    this.waiting.push(...pictures);
    const target = this.open ?? this.paragraphs.at(-1);
    if (!target || this.waiting.length === 0) return;
    target.pictures = [...(target.pictures ?? []), ...this.waiting];
    this.waiting = [];
  }

  close(): void {
    const { open } = this;
    this.open = undefined;
    if (!open) return;
    addText(open.texts, open.end);
    const { text, pageStarts } = wholeText(open.texts);
    const isHeading = open.kind === 'title' && hasLetters(text) && text.length <= longestHeading;
    const kind = open.kind === 'title' && !isHeading ? 'paragraph' : open.kind;
    const own = { kind, level: open.level, text, page: open.page, ...(open.isNumbered === true && { isNumbered: true }) };
    if (text !== '') this.paragraphs.push({ ...own, ...(pageStarts.length > 0 && { pageStarts }) });
    const isCaption = captionStart.test(text);
    this.addPictures(open.pictures.map((picture) => (isCaption ? { ...picture, caption: text } : picture)));
  }

  /** Takes a whole table at the first of its rows. */
  private takeRuledRow({ pictures = [] }: Line, rows: string[][][], page: number): void {
    if (!this.ruledTables.has(rows))
      this.takeTable(
        rows.map((cells) =>
          cells.map((lines) => cellText(lines.reduce((text, line) => (text === '' ? line : joinHyphenated(text, line, this.words)), ''))),
        ),
        page,
      );
    this.ruledTables.add(rows);
    this.addPictures(pictures);
  }

  private takeTable(rows: readonly string[][], page: number): void {
    this.close();
    this.tables += 1;
    rows.forEach((written, row) => {
      const cells = written.map((cell) => cleanText(cell.replace(unknownSign, ' ')));
      if (isFilledRow(cells)) this.paragraphs.push({ ...tableRow(cells, this.tables, row), page });
    });
  }

  private isLarge({ size }: Line): boolean {
    return size >= this.bodySize * headingScale;
  }

  private isHeading(line: Line, isApart: boolean): boolean {
    const text = line.text.trim();
    if (!hasLetters(text) || bulletMark.test(text)) return false;
    if (this.isLarge(line)) return text.length <= longestHeading;
    if (line.size < this.bodySize * 0.85 || text.length > longestBoldHeading) return false;
    if (line.isBold && !this.isBoldBody) return !/[.,;]$/.test(text);
    return isApart && (capitals.test(text) || partName.test(text));
  }

  private takeLine(
    line: Line,
    { before, leading, right, page }: { before: Line | undefined; leading: number; right: number; page: number },
  ): void {
    const isApart = before === undefined || line.baseline - before.baseline > Math.max(1.25 * leading, line.size);
    const isHeading = this.isHeading(line, isApart);
    const { open } = this;
    const goesOn =
      open && (open.kind === 'title') === isHeading && (before ? this.goesOn(open, line, leading) : this.goesOnElsewhere(open, line));
    if (open && goesOn) {
      this.goOn(open, line, page);
      open.right = right;
      open.pictures.push(...(line.pictures ?? []));
      return;
    }
    this.close();
    this.begin(line, { isHeading, right, page });
  }

  private goOn(open: OpenParagraph, line: Line, page: number): void {
    const joined = joinHyphenated(open.end.text, line.text, this.words);
    const cut = page === open.end.page ? Math.max(0, joined.length - endLength) : joined.length - line.text.trimStart().length;
    addText(open.texts, { page: open.end.page, text: joined.slice(0, cut) });
    open.end = { page, text: joined.slice(cut) };
    open.lines.push(line);
  }

  private begin(line: Line, { isHeading, right, page }: { isHeading: boolean; right: number; page: number }): void {
    const text = line.text.trim();
    const mark = isHeading ? undefined : (bulletMark.exec(text) ?? numberMark.exec(text))?.[0];
    const own = { page, lines: [line], texts: [], right, left: line.left, pictures: [...this.waiting, ...(line.pictures ?? [])] };
    this.waiting = [];
    if (mark !== undefined) {
      const end = { page, text: text.slice(mark.length) };
      this.open = { ...own, kind: 'bullet', end, level: this.bulletLevel(line.left), isNumbered: /^\(?[a-z\d]/.test(mark) };
      return;
    }
    this.bulletLefts = [];
    this.open = { ...own, kind: isHeading ? 'title' : 'paragraph', end: { page, text }, level: isHeading ? this.headingLevel(line) : 0 };
  }

  private headingLevel({ size }: Line): number {
    const rank = this.headingSizes.indexOf(rounded(size));
    return Math.min(5, rank < 0 ? this.headingSizes.length : rank);
  }

  private bulletLevel(left: number): number {
    this.bulletLefts = [...this.bulletLefts.filter((other) => other < left - 3), left];
    return Math.min(8, this.bulletLefts.length - 1);
  }

  /** Whether a line continues the open paragraph in the same region. */
  private goesOn({ kind, lines, left, right }: OpenParagraph, line: Line, leading: number): boolean {
    const last = lines.at(-1);
    if (!last) return false;
    const distance = line.baseline - last.baseline;
    const isNear = distance <= Math.max(1.3 * leading, 1.3 * line.size) && distance <= 2.2 * line.size;
    const isLike = Math.abs(line.size - last.size) <= 0.12 * last.size;
    const text = line.text.trim();
    if (!isNear || !isLike || bulletMark.test(text)) return false;
    if (kind === 'title') return line.isBold === last.isBold;
    if (endsInHyphen(last.text) && /^\p{Ll}/u.test(text)) return true;
    const isFull = last.right > right - 0.12 * (right - left) - line.size;
    if (numberMark.test(text) && !(isFull && line.left > left + 2)) return false;
    if (kind === 'bullet') return line.left > left + 2;
    return this.goesOnInText(lines, line, isFull);
  }

  /** Whether a line continues a paragraph, judged by its indentation and the end of the previous line. */
  private goesOnInText(lines: readonly Line[], line: Line, isFull: boolean): boolean {
    const [first, second] = lines;
    const last = lines.at(-1);
    if (!first || !last) return false;
    if (endsInText(last.text) && !isFull) return false;
    if (!isFull && last.right - last.left < 0.6 * (line.right - line.left) && /^\p{Lu}/u.test(line.text.trim())) return false;
    const indent = 0.8 * line.size;
    if (second) return Math.abs(line.left - second.left) <= indent;
    // The second line: below an indented first one, or a hanging indent as in a bibliography.
    return line.left <= first.left + indent || isFull;
  }

  /** Whether the first line of another region, usually the next column or page, continues the open paragraph. */
  private goesOnElsewhere({ kind, lines, end }: OpenParagraph, line: Line): boolean {
    const last = lines.at(-1);
    if (kind === 'title' || !last || Math.abs(line.size - last.size) > 0.12 * last.size) return false;
    const next = line.text.trim();
    return /^\p{Ll}/u.test(next) && !endsInText(end.text) && !numberMark.test(next);
  }
}

/** Returns the words of the lines in lower case, which decide whether hyphens at line ends stay. Leaves out parts of hyphenated words. */
const wordsOf = (lines: readonly Line[]): Set<string> =>
  new Set(lines.flatMap(({ text }) => (text.toLowerCase().match(/[\p{L}\p{N}-]+/gu) ?? []).filter((word) => !word.endsWith('-'))));

/**
 * Turns pages into paragraphs: headings by size and weight, lists, tables, and text with joined lines.
 *
 * @param checkTime - Called for each line; throws if reading took too long.
 */
export function paragraphsOf(pages: readonly PageRegions[], checkTime: () => void): FlowParagraph[] {
  const lines = pages.flatMap(({ regions }) => regions.flatMap((region) => region.lines));
  const builder = new ParagraphBuilder(lines, wordsOf(lines), checkTime);
  for (const { page, regions, pictures } of pages) {
    for (const region of regions) builder.take(region, page);
    builder.addPictures(pictures);
  }
  builder.close();
  return builder.paragraphs;
}
