import { endMarks, fullStops, type Omission, type Passage, type Source } from '@lectern/contracts/plain';
import { FormulaWords } from '@lectern/contracts/formulas';
import { plainMarkdown, type TextLine } from './plainMarkdown.ts';
import { detectLanguage, otherLanguage } from '../detectLanguage.ts';
import { limitPassages } from '../limitPassages.ts';
import { tableRow } from './cleanText.ts';
import { titleOfFileName } from './documentTitle.ts';
import { longestRow, mostCells, splitLong } from './splitLong.ts';

// Passages have no control characters.
// oxlint-disable-next-line no-control-regex
const invisible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\u200b\u2060\ufeff]/g;
const clean = (line: string): string => line.replace(/\s+/g, ' ').trim();
const unmarked = (text: string): string => clean(text.replace(/(\*\*|__)(.+?)\1/g, '$2').replace(/`([^`]+)`/g, '$1'));
// Lines may have a million letters: every pattern takes linear time.
const bullet = /^(\s*)([-*+•‣◦–·]|\(?\d{1,2}[.)]|[a-z]\))\s+(\S.*)$/;
/** A Markdown quotation. "> 5 mmol/L" is a comparison. */
const quotationMark = /^ {0,3}(?:> ?)+(?=[\p{L}"“«*_[(])/u;
const heading = /^ {0,3}(#{1,6})\s+(\S.*)$/;

/** The line below a table's header, or a ruler. */
const isDivider = (line: string): boolean =>
  line.includes('--') && /^[\s|:-]+$/.test(line) && line.split('|').every((cell) => /^(?::?-{2,}:?)?$/.test(cell.trim()));

/** A longer cell means that the line is text with bars or tabs. */
const longestCell = 500;
const isRow = (cells: string[]): boolean =>
  cells.length <= mostCells &&
  cells.every((cell) => cell.length <= longestCell) &&
  cells.reduce((sum, cell) => sum + cell.length, 0) <= longestRow;

function cellsOf(line: string): string[] | undefined {
  const trimmed = line.trim();
  if (trimmed.includes('\t')) {
    const cells = line.split('\t').map(unmarked);
    return cells.filter((cell) => cell !== '').length >= 2 && isRow(cells) ? cells : undefined;
  }
  if (!(trimmed.length > 1 && trimmed.startsWith('|') && trimmed.endsWith('|')) && !line.includes(' | ')) return undefined;
  const cells = trimmed
    .replace(/^\||\|$/g, '')
    .split('|')
    .map(unmarked);
  return cells.length >= 2 && isRow(cells) ? cells : undefined;
}

const beginsWithFormula = (line: string): boolean => FormulaWords.begins(line.trimStart());

/** Returns the text of a Markdown heading without closing marks, and its depth from 0. */
function headingOf(line: string): { text: string; level: number } | undefined {
  const [, marks = '', content] = heading.exec(line) ?? [];
  if (content === undefined) return undefined;
  const text = content.trimEnd();
  let end = text.length;
  while (text[end - 1] === '#') end -= 1;
  const isClosed = end < text.length && end > 0 && /\s/.test(text[end - 1] ?? '');
  return { text: isClosed ? text.slice(0, end) : text, level: marks.length - 1 };
}

const noHeadingEnd = new RegExp(`[:;,|…${endMarks}]$`);

/** Whether a line is a heading: short, after an empty line, and not ending like a sentence. */
function isHeading(line: string, before: string | undefined, after: string | undefined): boolean {
  if (line.length > 70 || noHeadingEnd.test(line) || beginsWithFormula(line) || line.split(' ').length > 9 || bullet.test(line))
    return false;
  return !before?.trim() && after !== undefined && after.trim() !== '' && /^\p{Lu}|^\p{Lo}|^\d/u.test(line) && !/[:：]/.test(line);
}

const sentenceEnd = new RegExp(`(?<=[${endMarks}])\\s`);
const titleEnd = new RegExp(`[:${fullStops}]$`);

function titleOf(passages: Passage[], fileName = ''): string {
  const heading = passages.find(({ kind }) => kind === 'title')?.text;
  const first = passages[0]?.text ?? '';
  const start = first.split(sentenceEnd)[0] ?? '';
  const words = start.replace(/[:：].*/s, '').split(' ');
  const shortened = words.length > 10 ? `${words.slice(0, 9).join(' ')}…` : words.join(' ').replace(titleEnd, '');
  return (heading ?? (titleOfFileName(fileName) || shortened || 'Untitled')).slice(0, 160);
}

const deepestLevel = 8;
const spacesALevel = 2;

const bulletLevel = (indentation: string): number =>
  Math.min(deepestLevel, Math.floor(indentation.replaceAll('\t', '  ').length / spacesALevel));

const paragraphEnd = new RegExp(`[:;:${endMarks}]\\s*$`);

/** Whether a paragraph ends with a line: it ends like a sentence or label, or the next line begins a paragraph. Other lines only wrap. */
const endsParagraph = (line: string, next: string): boolean =>
  paragraphEnd.test(line) || line.length < 50 || (/^\s*\p{Lo}/u.test(next) && !beginsWithFormula(next)) || /^[^:]{2,50}: /.test(next);

/** Turns the lines of a text into passages. */
class PassageReader {
  readonly passages: Passage[] = [];
  /** `paragraph` is the number of the next one. */
  readonly omitted: (Pick<Omission, 'text' | 'reason'> & { paragraph: number })[] = [];
  private readonly lines: readonly TextLine[];
  /** Lines of the open paragraph. */
  private paragraph: string[] = [];
  private table = 0;
  private row = -1;

  constructor(lines: readonly TextLine[]) {
    this.lines = lines;
  }

  read(): this {
    this.lines.forEach(({ text, isCode, omitted }, index) => {
      if (omitted) this.omitted.push({ text: clean(bullet.exec(text)?.[3] ?? text), paragraph: this.passages.length + 1, reason: omitted });
      else if (isCode) this.takeCode(text);
      else this.takeLine(text.replace(quotationMark, ''), index);
    });
    this.closeParagraph();
    return this;
  }

  private takeCode(line: string): void {
    this.closeParagraph();
    this.add({ kind: 'paragraph', level: 0, text: clean(line) });
  }

  private lineAt(index: number): string | undefined {
    return this.lines[index]?.text;
  }

  private takeLine(line: string, index: number): void {
    if (isDivider(line)) {
      this.closeParagraph();
      return;
    }
    const cells = cellsOf(line);
    if (cells) {
      this.takeRow(cells);
      return;
    }
    this.row = -1;
    if (line.trim() === '') this.closeParagraph();
    else this.takeText(line, index);
  }

  private takeRow(cells: string[]): void {
    this.closeParagraph();
    if (this.row < 0) this.table += 1;
    this.row += 1;
    this.add(tableRow(cells, this.table, this.row));
  }

  private takeText(line: string, index: number): void {
    const heading = headingOf(line);
    if (heading !== undefined) {
      this.closeParagraph();
      this.add({ kind: 'title', level: heading.level, text: unmarked(heading.text) });
      return;
    }
    const [, indentation = '', mark = '', item] = bullet.exec(line) ?? [];
    if (item !== undefined) {
      this.closeParagraph();
      this.add({ kind: 'bullet', level: bulletLevel(indentation), text: unmarked(item), ...(/\d/.test(mark) && { isNumbered: true }) });
      return;
    }
    const next = this.lineAt(index + 1);
    if (this.paragraph.length === 0 && isHeading(clean(line), this.lineAt(index - 1), next === '' ? this.lineAt(index + 2) : next)) {
      this.add({ kind: 'title', level: 0, text: unmarked(line) });
      return;
    }
    this.paragraph.push(clean(line));
    if (endsParagraph(line, next ?? '')) this.closeParagraph();
  }

  private closeParagraph(): void {
    if (this.paragraph.length > 0) this.add({ kind: 'paragraph', level: 0, text: unmarked(this.paragraph.join(' ')) });
    this.paragraph = [];
  }

  private add(passage: Omit<Passage, 'pointer'>): void {
    if (passage.text === '') return;
    const texts = passage.cells ? [passage.text] : splitLong(passage.text);
    for (const text of texts) this.passages.push({ pointer: { kind: 'text', paragraph: this.passages.length + 1 }, ...passage, text });
  }
}

const withFormulas = ({ text, cells, ...passage }: Passage, formulas: FormulaWords): Passage => {
  const shown = (words: string): string => formulas.show(words, ({ source }) => clean(source));
  return { ...passage, text: shown(text), ...(cells && { cells: cells.map(shown) }) };
};

/**
 * Builds the source of pasted text. Joins wrapped lines; recognises headings, bullets and tables (Markdown or tab-separated) and removes
 * their marks.
 */
export function sourceOfText(text: string, fileName?: string): Source {
  // Markdown would interpret the signs of formulas.
  const formulas = new FormulaWords();
  const { lines, title } = plainMarkdown(formulas.hide(text.toWellFormed().replace(invisible, '')).split(/\r\n|\r|\n|\u2028|\u2029/));
  const read = new PassageReader(lines).read();
  const passages = limitPassages(read.passages.map((passage) => withFormulas(passage, formulas)));
  const omitted = read.omitted.map((line): Omission => {
    const paragraph = Math.max(1, Math.min(line.paragraph, passages.length));
    return { text: formulas.show(line.text), pointer: { kind: 'text', paragraph }, reason: line.reason };
  });
  const language = detectLanguage(text);
  for (const passage of passages) {
    const own = otherLanguage(passage.text, [language]);
    if (own !== undefined) passage.language = own;
  }
  return {
    title: titleOf(passages, title === undefined ? fileName : formulas.show(title)),
    language,
    passages,
    ...(omitted.length > 0 && { omitted }),
  };
}
