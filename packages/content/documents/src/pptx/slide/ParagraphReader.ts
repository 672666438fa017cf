import { raiseDigits } from '../../text/cleanText.ts';
import type { XmlElement } from '../../ooxml/xml.ts';
import { numberedMark } from '../../ooxml/withTellingMarks.ts';
import { MathText } from '../../ooxml/MathText.ts';
import type { RunFonts, SymbolReader } from '../../ooxml/SymbolReader.ts';

/** PowerPoint's deepest indentation. */
const deepestLevel = 8;

/** Reads a paragraph (`a:p`): runs, fields, line breaks and equations. Links become their text: an address is no fact. */
export class ParagraphReader {
  text = '';
  level = 0;
  /** `undefined` if the paragraph does not say, so that its placeholder decides. */
  bullet: boolean | undefined;
  /** Largest letter size in hundredths of a point; 0 if inherited. */
  size = 0;
  /** The mark of its own list. */
  mark: string | undefined;
  private readonly noteContent: () => void;
  private readonly symbols: SymbolReader;
  private readonly inheritedFonts: (level: number) => RunFonts;
  private fonts: RunFonts = {};
  private bulletFont: string | undefined;
  private math: MathText | undefined;
  private isInMathParagraph = false;
  private isInText = false;
  private isSuperscript = false;
  private run = '';

  /**
   * @param noteContent - Called for each text that is more than space.
   * @param inheritedFonts - Fonts of runs that name none, by the paragraph's level.
   */
  constructor(noteContent: () => void, symbols: SymbolReader, inheritedFonts: (level: number) => RunFonts) {
    this.noteContent = noteContent;
    this.symbols = symbols;
    this.inheritedFonts = inheritedFonts;
  }

  /** Inside an equation, every element belongs to it. */
  get isInMath(): boolean {
    return this.math !== undefined;
  }

  /** Returns `skip` for an element whose content is not the lecturer's text. */
  open(element: XmlElement): 'skip' | undefined {
    if (this.math) {
      this.math.open(element);
      return undefined;
    }
    if (this.openFont(element)) return undefined;
    switch (element.name) {
      case 'pPr':
        this.level = Math.min(deepestLevel, Math.max(0, Math.trunc(Number(element.attribute('lvl') ?? '0')) || 0));
        break;
      case 'buNone':
        this.bullet = false;
        break;
      case 'buChar':
        this.mark = this.symbols.read(element.attribute('char') ?? '', { letters: this.bulletFont }).trim();
        this.bullet = true;
        break;
      case 'buAutoNum':
        this.mark = numberedMark;
        this.bullet = true;
        break;
      case 'buBlip':
        this.bullet = true;
        break;
      case 'r':
        this.isSuperscript = false;
        this.fonts = this.inheritedFonts(this.level);
        break;
      case 'rPr':
        this.isSuperscript = Number.parseInt(element.attribute('baseline') ?? '0', 10) > 0;
        this.size = Math.max(this.size, Number.parseInt(element.attribute('sz') ?? '0', 10) || 0);
        break;
      case 'fld':
        this.isSuperscript = false;
        this.fonts = this.inheritedFonts(this.level);
        // The slide's number or today's date.
        return /^(slidenum|datetime)/.test(element.attribute('type') ?? '') ? 'skip' : undefined;
      case 'br':
      case 'tab':
        this.append(' ');
        break;
      case 'oMathPara':
        this.isInMathParagraph = true;
        break;
      case 'oMath':
        this.math = new MathText(this.isInMathParagraph);
        break;
      case 't':
        this.isInText = true;
        this.run = '';
        break;
      default:
    }
    return undefined;
  }

  /** Reads a font name. Returns whether the element was one. */
  private openFont(element: XmlElement): boolean {
    const font = element.attribute('typeface');
    if (element.name === 'latin') this.fonts = { ...this.fonts, letters: font };
    else if (element.name === 'sym') this.fonts = { ...this.fonts, symbols: font };
    else if (element.name === 'buFont') this.bulletFont = font;
    else return false;
    return true;
  }

  takeText(text: string): void {
    if (this.math) this.math.text(text);
    else if (this.isInText) this.run += text;
  }

  close(name: string): void {
    if (name === 'oMath') {
      if (this.math) this.append(this.math.written);
      this.math = undefined;
    } else if (this.math) this.math.close();
    else if (name === 'oMathPara') {
      this.isInMathParagraph = false;
      this.append(' ');
    } else if (name === 't') {
      if (this.isInText) {
        const text = this.symbols.read(this.run, this.fonts);
        this.append(this.isSuperscript ? raiseDigits(text) : text);
      }
      this.isInText = false;
    }
  }

  private append(text: string): void {
    this.text += text;
    if (text.trim() !== '') this.noteContent();
  }
}
