import { raiseDigits } from '../../text/cleanText.ts';
import type { XmlElement } from '../../ooxml/xml.ts';
import { MathText } from '../../ooxml/MathText.ts';

/** The deepest indentation that PowerPoint has. */
const deepestLevel = 8;

/** Reads a paragraph (`a:p`): its runs, fields, line breaks and equations. Links are read as their text: an address is no fact. */
export class ParagraphReader {
  text = '';
  level = 0;
  /** `undefined` where the paragraph does not say, so that its placeholder decides. */
  bullet: boolean | undefined;
  /** Largest letter size of its runs, in hundredths of a point; 0 where it is inherited. */
  size = 0;
  private readonly noteContent: () => void;
  private math: MathText | undefined;
  private isInMathParagraph = false;
  private isInText = false;
  private isSuperscript = false;
  private run = '';

  /** @param noteContent Called for each text that is more than space. */
  constructor(noteContent: () => void) {
    this.noteContent = noteContent;
  }

  /** Inside an equation every element belongs to it. */
  get isInMath(): boolean {
    return this.math !== undefined;
  }

  /** Answers `skip` for an element whose content is not the lecturer's text. */
  open(element: XmlElement): 'skip' | undefined {
    if (this.math) {
      this.math.open(element);
      return undefined;
    }
    switch (element.name) {
      case 'pPr':
        this.level = Math.min(deepestLevel, Math.max(0, Math.trunc(Number(element.attribute('lvl') ?? '0')) || 0));
        break;
      case 'buNone':
        this.bullet = false;
        break;
      case 'buChar':
      case 'buAutoNum':
      case 'buBlip':
        this.bullet = true;
        break;
      case 'r':
        this.isSuperscript = false;
        break;
      case 'rPr':
        this.isSuperscript = Number.parseInt(element.attribute('baseline') ?? '0', 10) > 0;
        this.size = Math.max(this.size, Number.parseInt(element.attribute('sz') ?? '0', 10) || 0);
        break;
      case 'fld':
        this.isSuperscript = false;
        // The slide's number or the date of today.
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
      if (this.isInText) this.append(this.isSuperscript ? raiseDigits(this.run) : this.run);
      this.isInText = false;
    }
  }

  private append(text: string): void {
    this.text += text;
    if (text.trim() !== '') this.noteContent();
  }
}
