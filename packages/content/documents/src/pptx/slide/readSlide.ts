import { type XmlElement, type Part, type XmlReader, readXml } from '../../ooxml/xml.ts';
import type { SlideItem, SlideContent } from './SlideItem.ts';
import { SymbolReader } from '../../ooxml/SymbolReader.ts';
import { withTellingMarks } from '../../ooxml/withTellingMarks.ts';
import { cleanText } from '../../text/cleanText.ts';
import { AlternativeForms } from './AlternativeForms.ts';
import { ParagraphReader } from './ParagraphReader.ts';
import { alternativeText, embeddedIn, isShapeElement, isTitle, ShapeStack, type Shape } from './ShapeStack.ts';
import { TableReader } from './TableReader.ts';

export type PageKind = 'slide' | 'notes';

/** Which parts of a page are read. Shapes without a placeholder have the type `undefined`. */
interface PageRules {
  readsText: (placeholder: string | undefined) => boolean;
  /** Whether a paragraph without a bullet setting of its own is a bullet. */
  hasBullets: (placeholder: string | undefined) => boolean;
  readsPictures: boolean;
}

// Filled in by a program on every slide.
const fixturePlaceholders = new Set<string | undefined>(['sldNum', 'ftr', 'dt', 'hdr', 'sldImg']);
const bulletPlaceholders = new Set<string | undefined>(['body', 'obj', '', 'half', 'clipArt']);

/** Whether a placeholder is the footer, which a person writes. Programs fill in dates and numbers. */
const isFooter = (placeholder: string | undefined): boolean => placeholder === 'ftr';

const pageRules: Readonly<Record<PageKind, PageRules>> = {
  slide: {
    readsText: (placeholder) => !fixturePlaceholders.has(placeholder),
    hasBullets: (placeholder) => bulletPlaceholders.has(placeholder),
    readsPictures: true,
  },
  // The speaker's text is in the body placeholder.
  notes: { readsText: (placeholder) => placeholder === 'body', hasBullets: () => false, readsPictures: false },
};

/** Returns the reference to a chart or SmartArt drawing, each a part of its own. */
const readReference = (element: XmlElement, shape: number): SlideItem | undefined => {
  const isChart = element.name === 'chart';
  if (!isChart && element.name !== 'relIds') return undefined;
  const relationship = element.qualified(isChart ? 'id' : 'dm');
  return relationship === undefined ? undefined : { type: isChart ? 'chart' : 'smartart', relationship, shape };
};

/** Reads a page. Each element goes to the innermost open reader: a paragraph, else a table, else the shapes. */
class SlideReader implements XmlReader {
  readonly content: SlideContent = { hidden: false, title: '', items: [], pictures: 0, shown: [], footers: [] };
  private readonly symbols: SymbolReader;
  private readonly page: PageKind;
  private readonly shapes: ShapeStack;
  private readonly alternatives = new AlternativeForms();
  private paragraph: ParagraphReader | undefined;
  private table: TableReader | undefined;
  /** The number of open elements from the skipped one inward, including it; 0 if none is skipped. */
  private skipDepth = 0;

  constructor(page: PageKind, inheritedType: (index: string) => string, symbols: SymbolReader) {
    this.page = page;
    this.symbols = symbols;
    this.shapes = new ShapeStack(inheritedType);
  }

  open(element: XmlElement): void {
    if (this.skipDepth > 0) this.skipDepth += 1;
    else if (this.paragraph?.isInMath) this.paragraph.open(element);
    else if (!this.openPagePart(element)) this.openContent(element);
  }

  text(text: string): void {
    if (this.skipDepth === 0) this.paragraph?.takeText(text);
  }

  close(name: string): void {
    if (this.skipDepth > 0) this.skipDepth -= 1;
    else if (this.paragraph?.isInMath) this.paragraph.close(name);
    else if (!this.closePagePart(name)) this.closeContent(name);
  }

  /** Handles opening tags that are valid anywhere. Returns whether it handled one. */
  private openPagePart(element: XmlElement): boolean {
    switch (element.name) {
      case 'sld':
        this.content.hidden = ['0', 'false'].includes(element.attribute('show') ?? '1');
        return true;
      case 'AlternateContent':
        this.alternatives.begin();
        return true;
      case 'Choice':
      case 'Fallback':
        if (this.alternatives.isNextSkipped) this.skipDepth = 1;
        return true;
      case 'p':
        this.paragraph = this.newParagraph();
        return true;
      default:
        return false;
    }
  }

  private newParagraph(): ParagraphReader {
    const fonts = this.table ? undefined : this.shapes.innermost?.fonts;
    const noteContent = (): void => {
      this.alternatives.noteContent();
    };
    return new ParagraphReader(noteContent, this.symbols, (level) => fonts?.[level] ?? {});
  }

  private openContent(element: XmlElement): void {
    if (this.paragraph) {
      if (this.paragraph.open(element) === 'skip') this.skipDepth = 1;
    } else if (this.table) this.table.open(element);
    else if (isShapeElement(element.name)) this.shapes.begin(element.name);
    else if (this.shapes.innermost) this.openInShape(element, this.shapes.innermost);
    // A picture outside all shapes is the slide's background.
    else if (pageRules[this.page].readsPictures) this.openInBackground(element);
  }

  private openInBackground(element: XmlElement): void {
    if (element.name === 'blipFill') this.content.pictures += 1;
    else if (element.name === 'blip')
      this.content.shown.push(
        ...embeddedIn(element).map((relationship) => ({
          relationship,
          description: '',
          isDecorative: false,
          isBackground: true,
          box: undefined,
        })),
      );
  }

  private openInShape(element: XmlElement, shape: Shape): void {
    if (element.name === 'tbl') {
      this.table = new TableReader();
      return;
    }
    const reference = readReference(element, shape.number);
    if (reference) this.add(reference);
    else this.shapes.readProperty(element, shape);
  }

  /** Handles closing tags that are valid anywhere. Returns whether it handled one. */
  private closePagePart(name: string): boolean {
    if (name === 'Choice') this.alternatives.endChoice();
    else if (name === 'AlternateContent') this.alternatives.end();
    else if (name === 'p') this.closeParagraph();
    else return false;
    return true;
  }

  private closeContent(name: string): void {
    if (this.paragraph) this.paragraph.close(name);
    else if (name === 'tc') this.table?.closeCell();
    else if (name === 'tbl') this.closeTable();
    else if (isShapeElement(name)) this.closeShape();
  }

  private closeParagraph(): void {
    const { paragraph } = this;
    this.paragraph = undefined;
    const shape = this.shapes.innermost;
    const text = paragraph ? cleanText(paragraph.text) : '';
    if (!paragraph || text === '') return;
    if (!pageRules[this.page].readsText(shape?.placeholder)) {
      if (this.page === 'slide' && isFooter(shape?.placeholder)) this.content.footers.push(text);
      return;
    }
    if (this.table) this.table.addParagraph(text);
    else if (shape && isTitle(shape)) shape.titleTexts.push(text);
    else {
      const { level, size, mark, bullet = pageRules[this.page].hasBullets(shape?.placeholder) } = paragraph;
      this.add({
        type: 'text',
        kind: bullet ? 'bullet' : 'paragraph',
        level,
        text,
        size,
        mark,
        box: this.shapes.box,
        ...this.shapes.placeOf(shape),
      });
    }
  }

  private closeTable(): void {
    const { table } = this;
    this.table = undefined;
    if (table?.hasText) this.add({ type: 'table', rows: table.rows, shape: this.shapes.innermost?.number ?? 0 });
  }

  private closeShape(): void {
    const { description, isDecorative, box } = this.shapes;
    const shape = this.shapes.end();
    if (!shape) return;
    const title = shape.titleTexts.join(' ');
    if (title !== '') {
      if (this.content.title === '') this.content.title = title;
      this.add({ type: 'text', kind: 'title', level: 0, text: title, size: 0, ...this.shapes.placeOf(shape) });
    }
    if (!pageRules[this.page].readsPictures) return;
    if (shape.isPicture) {
      this.content.pictures += 1;
      this.alternatives.noteContent();
    }
    this.content.shown.push(
      ...shape.pictures.map((relationship) => ({ relationship, description, isDecorative, isBackground: false, box })),
    );
    const alternative = alternativeText(shape);
    if (alternative !== '') this.add({ type: 'alt', text: alternative, shape: shape.number });
  }

  private add(item: SlideItem): void {
    this.alternatives.noteContent();
    this.content.items.push(item);
  }
}

/**
 * Reads a slide or its notes. Comments are separate parts, which are not read.
 *
 * @param inheritedType - Returns the type of a placeholder that has only an `idx`.
 * @param symbols - Counts dropped symbols.
 * @throws DocumentError if the part is damaged or too expensive to read
 */
export const readSlide = (
  part: Part,
  page: PageKind,
  inheritedType: (index: string) => string,
  symbols = new SymbolReader(),
): SlideContent => {
  const reader = new SlideReader(page, inheritedType, symbols);
  readXml(part, reader);
  return { ...reader.content, items: withTellingMarks(reader.content.items) };
};
