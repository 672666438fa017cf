import type { XmlElement } from '../../ooxml/xml.ts';
import type { RunFonts } from '../../ooxml/SymbolReader.ts';
import { authorsAlt } from '../../pictures/authorsAlt.ts';
import { boxOf, type Box, type Transform } from './Box.ts';

/** A shape whose element is open. */
export interface Shape {
  /** The name of its element. */
  element: string;
  /** Counted from 1 in drawing order. */
  number: number;
  /** The type of the placeholder that it fills; `undefined` where it fills none. */
  placeholder: string | undefined;
  description: string;
  /** The author marked it as decorative. */
  isDecorative: boolean;
  transform: Transform;
  /** It is a picture, is filled with one, or shows a file of another program as one. */
  isPicture: boolean;
  /** The paragraphs of a title placeholder, which together are one title. */
  titleTexts: string[];
  /** The relationship ids of the pictures that it shows. */
  pictures: string[];
  /** The fonts of its text by the level of a paragraph, as its list style names them. */
  fonts: RunFonts[];
}

/** The relationship id of the picture's file. A linked picture has none: its file is not in the deck. */
export const embeddedIn = (blip: XmlElement): string[] => {
  const relationship = blip.qualified('embed');
  return relationship === undefined ? [] : [relationship];
};

const shapeElements = new Set(['sp', 'pic', 'graphicFrame', 'grpSp', 'cxnSp', 'contentPart']);
const titlePlaceholders = new Set<string | undefined>(['title', 'ctrTitle']);

export const isShapeElement = (name: string): boolean => shapeElements.has(name);

export const isTitle = ({ placeholder }: Shape): boolean => titlePlaceholders.has(placeholder);

/** The alternative text that a person wrote for a shape; empty for one by a program. */
export const alternativeText = ({ description, isDecorative }: Shape): string => (isDecorative ? '' : authorsAlt(description));

const numberOf = (element: XmlElement, name: string): number => Number(element.attribute(name) ?? Number.NaN);

/** Reads an element of a shape's position or size. The first of each counts. Elements of lists of extensions are named `ext`, too. */
function readTransform(element: XmlElement, { own, inner }: Transform): void {
  const box = element.name.startsWith('ch') ? inner : own;
  if (element.name === 'off' || element.name === 'chOff') {
    box.left ??= numberOf(element, 'x');
    box.top ??= numberOf(element, 'y');
  } else if ((element.name === 'ext' && element.attribute('cx') !== undefined) || element.name === 'chExt') {
    box.width ??= numberOf(element, 'cx');
    box.height ??= numberOf(element, 'cy');
  }
}

/** The open shapes of a slide: the innermost one, and the groups that it is in. */
export class ShapeStack {
  private readonly shapes: Shape[] = [];
  private readonly inheritedType: (index: string) => string;
  private count = 0;
  /** The level of the list style that is read. */
  private listLevel = 0;

  /** @param inheritedType The type of a placeholder that has none of its own, by its `idx`. */
  constructor(inheritedType: (index: string) => string) {
    this.inheritedType = inheritedType;
  }

  get innermost(): Shape | undefined {
    return this.shapes.at(-1);
  }

  /** Where the content of a shape is. The position of a shape in a group is relative to the group, so that the group's counts. */
  placeOf(shape: Shape | undefined): { top: number | undefined; shape: number } {
    return { top: this.shapes[0]?.transform.own.top ?? shape?.transform.own.top, shape: shape?.number ?? 0 };
  }

  begin(element: string): void {
    this.count += 1;
    this.shapes.push({
      element,
      number: this.count,
      placeholder: undefined,
      description: '',
      isDecorative: false,
      transform: { own: {}, inner: {} },
      isPicture: element === 'pic',
      titleTexts: [],
      pictures: [],
      fonts: [],
    });
  }

  /** The alternative text of a shape, or of the nearest shape around it that has one. To be called before the shape ends. */
  get description(): string {
    return this.shapes.map(alternativeText).findLast((text) => text !== '') ?? '';
  }

  /** Whether the shape or one around it is marked as decorative. To be called before the shape ends. */
  get isDecorative(): boolean {
    return this.shapes.some(({ isDecorative }) => isDecorative);
  }

  /** Where the shape stands on the slide, in the units of the file. To be called before the shape ends. */
  get box(): Box | undefined {
    const groups = this.shapes.filter(({ element }) => element === 'grpSp');
    return (
      this.innermost &&
      boxOf(
        this.innermost.transform,
        groups.filter((group) => group !== this.innermost).map(({ transform }) => transform),
      )
    );
  }

  end(): Shape | undefined {
    const shape = this.shapes.pop();
    // The preview of a file of another program is the one picture of it.
    if (shape?.isPicture && this.innermost?.element === 'graphicFrame') this.innermost.isPicture = false;
    return shape;
  }

  /** Reads an element that says something about a shape. */
  readProperty(element: XmlElement, shape: Shape): void {
    switch (element.name) {
      case 'cNvPr':
        shape.description = element.attribute('descr') || (element.attribute('title') ?? '');
        break;
      case 'ph':
        shape.placeholder = element.attribute('type') ?? this.inheritedType(element.attribute('idx') ?? '0');
        break;
      case 'blip':
        shape.pictures.push(...embeddedIn(element));
        break;
      case 'blipFill':
      case 'oleObj':
      case 'model3d':
        shape.isPicture = true;
        break;
      case 'decorative':
        shape.isDecorative = ['1', 'true'].includes(element.attribute('val') ?? '');
        break;
      default: {
        // The levels of a list style are named `lvl1pPr` to `lvl9pPr`.
        const level = /^lvl([1-9])pPr$/.exec(element.name)?.[1];
        if (level !== undefined) shape.fonts[(this.listLevel = Number(level) - 1)] = {};
        else if (element.name === 'latin')
          shape.fonts[this.listLevel] = { ...shape.fonts[this.listLevel], letters: element.attribute('typeface') };
        else if (element.name === 'sym')
          shape.fonts[this.listLevel] = { ...shape.fonts[this.listLevel], symbols: element.attribute('typeface') };
        else readTransform(element, shape.transform);
      }
    }
  }
}
