import { addAll } from '../addAll.ts';
import { MathText } from '../ooxml/MathText.ts';
import { readXml, type Part, type XmlElement, type XmlReader } from '../ooxml/xml.ts';
import { cleanText, isFilledRow, raiseDigits, tableRow } from '../text/cleanText.ts';
import type { FlowParagraph } from '../text/sourceOfParagraphs.ts';
import { authorsAlt } from '../pictures/authorsAlt.ts';
import type { SymbolReader } from '../ooxml/SymbolReader.ts';
import type { MarkOf, ParagraphStyle } from './readStyles.ts';
import { flowOf, newParagraph, readProperty, type BlockPicture, type OpenParagraph } from './storyParagraph.ts';

/** A paragraph or table with its pictures and notes. A block of pictures alone has no paragraph. */
export interface Block {
  paragraphs: FlowParagraph[];
  pictures: BlockPicture[];
  /** Ids such as `footnote 2`. */
  notes: string[];
  isCaption?: boolean;
  /** The relationship of a file embedded in place of text. */
  chunk?: string;
}

/**
 * Content that is invisible on the page or repeats other content: deleted text, field instructions, older forms of drawings, properties
 * before a tracked change, the reading above a word (ruby).
 */
const skipped = new Set(
  (
    'del moveFrom Fallback instrText delText rt pPrChange rPrChange sectPrChange tblPrChange tblPrExChange tblGridChange trPrChange tcPrChange ' +
    'numberingChange'
  ).split(' '),
);
const spaces = new Set(['tab', 'ptab', 'br', 'cr']);

export interface StoryContext {
  styleOf: (id: string) => ParagraphStyle;
  markOf: MarkOf;
  /** Counts dropped symbols. */
  symbols: SymbolReader;
}

interface OpenTable {
  rows: string[][];
  cell: string[];
  /** Columns that the cell spans besides its own. */
  covers: number;
  /** Whether a cell above spans it. */
  isCovered: boolean;
  notes: string[];
  pictures: BlockPicture[];
}

const newTable = (): OpenTable => ({ rows: [], cell: [], covers: 0, isCovered: false, notes: [], pictures: [] });

class StoryReader implements XmlReader {
  readonly blocks: Block[] = [];
  private readonly context: StoryContext;
  /** Stacks: a paragraph may hold a text box, a cell another table. */
  private readonly paragraphs: OpenParagraph[] = [];
  private readonly tables: OpenTable[] = [];
  private math: MathText | undefined;
  private isInMathParagraph = false;
  private drawing = { alt: '', isDecorative: false };
  /** Set if the current picture has properties of its own, as in a group. */
  private innerPicture: typeof this.drawing | undefined;
  private skipDepth = 0;
  private isInText = false;
  private tableCount = 0;

  constructor(context: StoryContext) {
    this.context = context;
  }

  open(element: XmlElement): void {
    if (this.skipDepth > 0 || skipped.has(element.name)) this.skipDepth += 1;
    else if (this.math) this.math.open(element);
    else if (!this.openTablePart(element) && !this.openDrawingPart(element)) this.openParagraphPart(element);
  }

  text(text: string): void {
    if (this.skipDepth > 0) return;
    if (this.math) this.math.text(text);
    else if (this.isInText) this.append(this.context.symbols.read(text, { letters: this.paragraph?.font }));
  }

  close(name: string): void {
    if (this.skipDepth > 0) this.skipDepth -= 1;
    else if (name === 'oMath') this.closeMath();
    else if (this.math) this.math.close();
    else if (name === 'oMathPara') this.isInMathParagraph = false;
    else if (name === 't') this.isInText = false;
    else if (name === 'p') this.closeParagraph();
    else if (name === 'r' || name === 'pPr') this.closeProperties();
    else if (name === 'tc') this.closeCell();
    else if (name === 'tbl') this.closeTable();
  }

  private get paragraph(): OpenParagraph | undefined {
    return this.paragraphs.at(-1);
  }

  private openTablePart(element: XmlElement): boolean {
    const table = this.tables.at(-1);
    switch (element.name) {
      case 'tbl':
        this.tables.push(newTable());
        return true;
      case 'tr':
        table?.rows.push([]);
        return true;
      case 'tc':
        if (table) Object.assign(table, { cell: [], covers: 0, isCovered: false });
        return true;
      case 'gridSpan':
        if (table) table.covers = Math.min(50, Math.max(0, Number.parseInt(element.qualified('val') ?? '1', 10) - 1 || 0));
        return true;
      case 'vMerge':
        if (table) table.isCovered = (element.qualified('val') ?? 'continue') === 'continue';
        return true;
      default:
        return false;
    }
  }

  private openDrawingPart(element: XmlElement): boolean {
    switch (element.name) {
      case 'docPr':
        this.openDrawing(authorsAlt(element.attribute('descr') ?? ''));
        return true;
      case 'cNvPr':
        this.innerPicture = {
          alt: authorsAlt(element.attribute('descr') ?? '') || this.drawing.alt,
          isDecorative: this.drawing.isDecorative,
        };
        return true;
      case 'decorative':
        (this.innerPicture ?? this.drawing).isDecorative = /^(?:1|true)$/.test(element.attribute('val') ?? '');
        return true;
      case 'blip':
        this.addPicture(element.qualified('embed') ?? element.qualified('link'));
        return true;
      // A drawing of old programs.
      case 'pict':
        this.openDrawing();
        return true;
      case 'imagedata':
        this.addPicture(element.qualified('id') ?? element.qualified('href'));
        return true;
      default:
        return false;
    }
  }

  private openDrawing(alt = ''): void {
    this.drawing = { alt, isDecorative: false };
    this.innerPicture = undefined;
  }

  private addPicture(relationship: string | undefined): void {
    const { paragraph } = this;
    const { alt, isDecorative } = this.innerPicture ?? this.drawing;
    if (relationship !== undefined && paragraph && !paragraph.isHidden && !isDecorative) paragraph.pictures.push({ relationship, alt });
  }

  private openParagraphPart(element: XmlElement): void {
    const { paragraph } = this;
    if (element.name === 'p') this.paragraphs.push(newParagraph());
    else if (element.name === 'oMathPara') this.isInMathParagraph = true;
    else if (element.name === 'oMath') this.math = new MathText(this.isInMathParagraph);
    else if (element.name === 't') this.isInText = true;
    else if (spaces.has(element.name)) this.append(' ');
    else if (element.name === 'sym') this.append(this.symbolOf(element));
    else if (element.name === 'altChunk')
      this.blocks.push({ paragraphs: [], pictures: [], notes: [], chunk: element.qualified('id') ?? '' });
    else if (element.name === 'noBreakHyphen') this.append('-');
    else if (paragraph) readProperty(element, paragraph, this.context.styleOf);
  }

  private symbolOf(element: XmlElement): string {
    const code = element.qualified('char') ?? '';
    const character = /^[\da-f]{1,5}$/i.test(code) ? String.fromCodePoint(Number.parseInt(code, 16)) : '';
    return this.context.symbols.read(character, { letters: element.qualified('font') });
  }

  private append(text: string): void {
    const { paragraph } = this;
    if (paragraph && !paragraph.isHidden) paragraph.text += paragraph.isRaised ? raiseDigits(text) : text;
  }

  /** Digits of a formula stay as they are, even in a raised run. */
  private appendMath(formula: string): void {
    const { paragraph } = this;
    if (paragraph && !paragraph.isHidden) paragraph.text += formula;
  }

  private closeMath(): void {
    const { math } = this;
    this.math = undefined;
    if (math) this.appendMath(math.written);
  }

  /** Resets the properties of a run, or of a paragraph's mark. */
  private closeProperties(): void {
    const { paragraph } = this;
    if (paragraph) Object.assign(paragraph, { isRaised: false, isHidden: paragraph.style.isHidden ?? false, font: paragraph.style.font });
  }

  private closeParagraph(): void {
    const paragraph = this.paragraphs.pop();
    if (!paragraph) return;
    const { notes, pictures } = paragraph;
    const text = cleanText(paragraph.text);
    if (text === '' && pictures.length === 0) return;
    const table = this.tables.at(-1);
    if (table) {
      if (text !== '') table.cell.push(text);
      addAll(table.notes, notes);
      addAll(table.pictures, pictures);
    } else if (paragraph.style.isContents !== true)
      this.blocks.push({
        ...{ paragraphs: text === '' ? [] : [flowOf(paragraph, text, this.context.markOf)], notes, pictures },
        ...(paragraph.style.isCaption === true && { isCaption: true }),
      });
  }

  private closeCell(): void {
    const table = this.tables.at(-1);
    if (!table) return;
    const text = table.isCovered ? '' : table.cell.join('; ');
    table.rows.at(-1)?.push(text, ...Array.from({ length: table.covers }, () => ''));
    table.cell = [];
  }

  private closeTable(): void {
    const table = this.tables.pop();
    if (!table) return;
    const outer = this.tables.at(-1);
    if (outer) {
      for (const cells of table.rows) {
        const text = cells.filter((cell) => cell !== '').join(', ');
        if (text !== '') outer.cell.push(text);
      }
      addAll(outer.notes, table.notes);
      addAll(outer.pictures, table.pictures);
      return;
    }
    this.tableCount += 1;
    const paragraphs = table.rows.filter(isFilledRow).map((cells, row) => tableRow(cells, this.tableCount, row));
    const { notes, pictures } = table;
    if (paragraphs.length > 0 || pictures.length > 0) this.blocks.push({ paragraphs, notes, pictures });
  }
}

/** Reads the paragraphs and tables of a part. @throws DocumentError if the part is damaged or too expensive to read */
export const readStory = (part: Part, context: StoryContext): Block[] => {
  const reader = new StoryReader(context);
  readXml(part, reader);
  return reader.blocks;
};

/** Reads the notes of a part by ids such as `footnote 2`. Separators have no text. */
export function readNotes(part: Part, kind: 'footnote' | 'endnote', symbols: StoryContext['symbols']): Map<string, string> {
  const notes = new Map<string, string>();
  let note: { id: string; story: StoryReader } | undefined;
  readXml(part, {
    open: (element) => {
      if (element.name === kind)
        note = { id: element.qualified('id') ?? '', story: new StoryReader({ styleOf: () => ({}), markOf: () => undefined, symbols }) };
      else note?.story.open(element);
    },
    text: (text) => note?.story.text(text),
    close: (name) => {
      if (name !== kind) return note?.story.close(name);
      if (note)
        notes.set(`${kind} ${note.id}`, note.story.blocks.flatMap(({ paragraphs }) => paragraphs.map(({ text }) => text)).join(' '));
      note = undefined;
    },
  });
  return notes;
}
