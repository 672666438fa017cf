import type { XmlElement } from '../../ooxml/xml.ts';
import type { RunFonts } from '../../ooxml/SymbolReader.ts';
import { authorsAlt } from '../../pictures/authorsAlt.ts';
import { boxOf, type Box, type Transform } from './Box.ts';

export interface Shape {
  element: string;
  /** Counted from 1 in drawing order. */
  number: number;
  /** The placeholder's type; `undefined` for other shapes. */
  placeholder: string | undefined;
  description: string;
  isDecorative: boolean;
  transform: Transform;
  /** Whether it is a picture, is filled with one, or shows a file of another program as one. */
  isPicture: boolean;
  /** Paragraphs of a title placeholder, which form one title. */
  titleTexts: string[];
  /** Relationship ids. */
  pictures: string[];
  /** Fonts by paragraph level, from its list style. */
  fonts: RunFonts[];
}

/** Returns the relationship id of a picture's file. A linked picture has none, because its file is not in the deck. */
export const embeddedIn = (blip: XmlElement): string[] => {
  const relationship = blip.qualified('embed');
  return relationship === undefined ? [] : [relationship];
};

const shapeElements = new Set(['sp', 'pic', 'graphicFrame', 'grpSp', 'cxnSp', 'contentPart']);
const titlePlaceholders = new Set<string | undefined>(['title', 'ctrTitle']);

export const isShapeElement = (name: string): boolean => shapeElements.has(name);

export const isTitle = ({ placeholder }: Shape): boolean => titlePlaceholders.has(placeholder);

/** Returns an alternative text written by a person. */
export const alternativeText = ({ description, isDecorative }: Shape): string => (isDecorative ? '' : authorsAlt(description));

const numberOf = (element: XmlElement, name: string): number => Number(element.attribute(name) ?? Number.NaN);

/** Reads an element of a shape's position or size. The first of each counts. Extension lists also have elements named `ext`. */
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

/** The innermost open shape and the groups around it. */
export class ShapeStack {
  private readonly shapes: Shape[] = [];
  private readonly inheritedType: (index: string) => string;
  private count = 0;
  /** Level of the current list style. */
  private listLevel = 0;

  /** @param inheritedType - Returns the type of a placeholder that has only an `idx`. */
  constructor(inheritedType: (index: string) => string) {
    this.inheritedType = inheritedType;
  }

  get innermost(): Shape | undefined {
    return this.shapes.at(-1);
  }

  /** Returns where a shape's content is. In a group, positions are relative, so the outermost group's counts. */
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

  /** The alternative text of the innermost shape that has one. Call before the shape ends. */
  get description(): string {
    return this.shapes.map(alternativeText).findLast((text) => text !== '') ?? '';
  }

  /** Whether the shape or one around it is decorative. Call before the shape ends. */
  get isDecorative(): boolean {
    return this.shapes.some(({ isDecorative }) => isDecorative);
  }

  /** The shape's position on the slide in file units. Call before the shape ends. */
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
    // The preview of an embedded file is its only picture.
    if (shape?.isPicture && this.innermost?.element === 'graphicFrame') this.innermost.isPicture = false;
    return shape;
  }

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
        // List style levels are named `lvl1pPr` to `lvl9pPr`.
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
