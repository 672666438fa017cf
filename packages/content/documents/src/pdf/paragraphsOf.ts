import { cleanText, isFilledRow, tableRow } from '../text/cleanText.ts';
import type { FlowPicture } from '../pictures/SourcePictures.ts';
import type { FlowParagraph } from '../text/sourceOfParagraphs.ts';
import { continuesElsewhere, continuesInRegion, type OpenParagraph } from './continuesParagraph.ts';
import { joinHyphenated } from './joinHyphenated.ts';
import { bulletMark, numberMark, withPlainMarks } from './listMarks.ts';
import { addText, bodySizeOf, leadingOf, rightsOf, rounded, unknownSign, wholeText } from './paragraphText.ts';
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

const hasLetters = (text: string): boolean => /\p{L}{2}/u.test(text);

/** Minimum size of a heading relative to the text. */
const headingScale = 1.12;
const longestHeading = 200;
const longestBoldHeading = 110;
/** Characters at the end of a paragraph that are kept for joining the next line. Using the whole paragraph would be quadratic. */
const endLength = 80;

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
    const { open } = this;
    // On slides most text is larger than the body size, and so is the second line of a bullet.
    const isInBullet =
      before !== undefined && open?.kind === 'bullet' && line.isBold === before.isBold && continuesInRegion(open, line, leading);
    const isHeading = !isInBullet && this.isHeading(line, isApart);
    const goesOn =
      open && (open.kind === 'title') === isHeading && (before ? continuesInRegion(open, line, leading) : continuesElsewhere(open, line));
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
