import { cleanText } from '../../text/cleanText.ts';
import type { XmlElement } from '../../ooxml/xml.ts';

/** A shape whose element is open. */
export interface Shape {
  /** The name of its element. */
  element: string;
  /** Counted from 1 in drawing order. */
  number: number;
  /** The type of the placeholder that it fills; `undefined` where it fills none. */
  placeholder: string | undefined;
  description: string;
  top: number | undefined;
  /** It is a picture, is filled with one, or shows a file of another program as one. */
  isPicture: boolean;
  /** The paragraphs of a title placeholder, which together are one title. */
  titleTexts: string[];
  /** The relationship ids of the pictures that it shows. */
  pictures: string[];
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

const fileName = /\.(png|jpe?g|gif|bmp|tiff?|svg|emf|wmf|webp)$/i;
const machineMade =
  / ?(?:(?:description )?(?:automatically generated(?: with \w+ confidence)?|generated with \w+ confidence)|AI-generated content may be incorrect)\.?/gi;

/** The alternative text that a person wrote for a shape; empty for a file's name and for a text by a program. */
export const alternativeText = ({ description }: Shape): string => {
  if (description === '') return '';
  const text = cleanText(description).replace(machineMade, '').trim();
  return fileName.test(text) ? '' : text;
};

/** The open shapes of a slide: the innermost one, and the groups that it is in. */
export class ShapeStack {
  private readonly shapes: Shape[] = [];
  private readonly inheritedType: (index: string) => string;
  private count = 0;

  /** @param inheritedType The type of a placeholder that has none of its own, by its `idx`. */
  constructor(inheritedType: (index: string) => string) {
    this.inheritedType = inheritedType;
  }

  get innermost(): Shape | undefined {
    return this.shapes.at(-1);
  }

  /** Where the content of a shape is. The position of a shape in a group is relative to the group, so that the group's counts. */
  placeOf(shape: Shape | undefined): { top: number | undefined; shape: number } {
    return { top: this.shapes[0]?.top ?? shape?.top, shape: shape?.number ?? 0 };
  }

  begin(element: string): void {
    this.count += 1;
    this.shapes.push({
      element,
      number: this.count,
      placeholder: undefined,
      description: '',
      top: undefined,
      isPicture: element === 'pic',
      titleTexts: [],
      pictures: [],
    });
  }

  /** The alternative text of a shape, or of the nearest shape around it that has one. To be called before the shape ends. */
  get description(): string {
    return this.shapes.map(alternativeText).findLast((text) => text !== '') ?? '';
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
      case 'off':
        shape.top ??= Number(element.attribute('y') ?? Number.NaN);
        break;
      default:
    }
  }
}
