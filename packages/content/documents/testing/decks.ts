import JSZip from 'jszip';

/** The parts of a small deck. Boilerplate such as `[Content_Types].xml` is filled in. */
export interface TestDeck {
  /** Inner XML of each slide's shape tree. */
  slides: string[];
  /** Attributes of a slide's root by its number, such as ` show="0"`. */
  slideAttributes?: Record<number, string>;
  /** Inner XML of a notes page's shape tree, by slide number. */
  notes?: Record<number, string>;
  /** `Relationship` elements by slide number. */
  relationships?: Record<number, string>;
  parts?: Record<string, string | Uint8Array>;
  /** XML in the presentation after its list of slides. */
  afterList?: string;
  title?: string;
}

export const namespaces =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';
export const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relationships = (inner: string): string =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`;

export const paragraph = (text: string, properties = ''): string => `<a:p>${properties}<a:r><a:t>${text}</a:t></a:r></a:p>`;

/** A shape with text. `placeholder` is a type, `''` for a placeholder without one, absent for a text box. */
export function shape(paragraphs: string, placeholder?: string, transform = ''): string {
  const mark = placeholder === undefined ? '' : `<p:ph${placeholder === '' ? ' idx="1"' : ` type="${placeholder}"`}/>`;
  return markedShape(paragraphs, mark, transform);
}

/** A shape with text; `mark` is the XML of its placeholder. */
export function markedShape(paragraphs: string, mark: string, transform = ''): string {
  return `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/><p:cNvSpPr/><p:nvPr>${mark}</p:nvPr></p:nvSpPr><p:spPr>${transform}</p:spPr><p:txBody><a:bodyPr/>${paragraphs}</p:txBody></p:sp>`;
}

/** Notes parts are numbered backwards, unlike their slides. */
export function packageOf(deck: TestDeck): JSZip {
  const zip = new JSZip();
  const count = deck.slides.length;
  zip.file('[Content_Types].xml', '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>');
  zip.file(
    '_rels/.rels',
    relationships(
      `<Relationship Id="r1" Type="${office}/officeDocument" Target="ppt/presentation.xml"/><Relationship Id="r2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>`,
    ),
  );
  zip.file(
    'docProps/core.xml',
    `<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title>${deck.title ?? ''}</dc:title></cp:coreProperties>`,
  );
  const list = deck.slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="s${index + 1}"/>`).join('');
  zip.file(
    'ppt/presentation.xml',
    `<?xml version="1.0"?><p:presentation ${namespaces}><p:sldIdLst>${list}</p:sldIdLst>${deck.afterList ?? ''}</p:presentation>`,
  );
  zip.file(
    'ppt/_rels/presentation.xml.rels',
    relationships(
      deck.slides
        .map((_, index) => `<Relationship Id="s${index + 1}" Type="${office}/slide" Target="slides/slide${index + 1}.xml"/>`)
        .join(''),
    ),
  );
  deck.slides.forEach((inner, index) => {
    const number = index + 1;
    zip.file(
      `ppt/slides/slide${number}.xml`,
      `<p:sld ${namespaces}${deck.slideAttributes?.[number] ?? ''}><p:cSld><p:spTree>${inner}</p:spTree></p:cSld></p:sld>`,
    );
    const notes = deck.notes?.[number];
    const notesName = `notesSlide${count - index}.xml`;
    const notesLink = notes === undefined ? '' : `<Relationship Id="n" Type="${office}/notesSlide" Target="../notesSlides/${notesName}"/>`;
    zip.file(`ppt/slides/_rels/slide${number}.xml.rels`, relationships(notesLink + (deck.relationships?.[number] ?? '')));
    if (notes !== undefined)
      zip.file(`ppt/notesSlides/${notesName}`, `<p:notes ${namespaces}><p:cSld><p:spTree>${notes}</p:spTree></p:cSld></p:notes>`);
  });
  for (const [name, content] of Object.entries(deck.parts ?? {})) zip.file(name, content);
  return zip;
}

export const relationship = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;

/** Position and size in units of `slideSize`: 1,000 by 500. */
export const transform = (left: number, top: number, width: number, height: number): string =>
  `<a:xfrm><a:off x="${left}" y="${top}"/><a:ext cx="${width}" cy="${height}"/></a:xfrm>`;
export const slideSize = '<p:sldSz cx="1000" cy="500"/>';

/** A picture with the alternative text `description`. */
export const picture = (description = '', relationshipId?: string, place = ''): string =>
  `<p:pic><p:nvPicPr><p:cNvPr id="3" name="p" descr="${description}"/></p:nvPicPr><p:blipFill>${
    relationshipId === undefined ? '' : `<a:blip r:embed="${relationshipId}"/>`
  }</p:blipFill><p:spPr>${place}</p:spPr></p:pic>`;

/** A frame around a table, chart or drawing. */
export const frame = (inner: string): string =>
  `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="1" name="t"/></p:nvGraphicFramePr><a:graphic><a:graphicData>${inner}</a:graphicData></a:graphic></p:graphicFrame>`;

export const deckBytes = async (deck: TestDeck): Promise<Uint8Array> =>
  packageOf(deck).generateAsync({ type: 'uint8array', compression: 'DEFLATE' });
