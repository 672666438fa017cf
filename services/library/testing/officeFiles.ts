import { deckBytes, paragraph, shape, transform } from '@lectern/documents/testing';
import { docxBytes } from '@lectern/documents/testing/word-documents';

/** Content types, without which LibreOffice opens no file. Readers do not need them. */
const contentTypes = (parts: Readonly<Record<string, string>>): string =>
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>${Object.entries(
    parts,
  )
    .map(([name, type]) => `<Override PartName="${name}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`)
    .join('')}</Types>`;

/** Returns a deck that LibreOffice opens: a slide for each text. */
export const officeDeck = (texts: readonly string[], hidden: readonly number[] = []): Promise<Uint8Array> =>
  deckBytes({
    slides: texts.map((text) => shape(paragraph(text), undefined, transform(500_000, 500_000, 8_000_000, 900_000))),
    slideAttributes: Object.fromEntries(hidden.map((slide) => [slide, ' show="0"'])),
    afterList: '<p:sldSz cx="9144000" cy="6858000"/>',
    parts: {
      '[Content_Types].xml': contentTypes({
        '/ppt/presentation.xml': 'presentationml.presentation.main',
        ...Object.fromEntries(texts.map((_, index) => [`/ppt/slides/slide${index + 1}.xml`, 'presentationml.slide'])),
      }),
    },
  });

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const namespaces = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${office}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"`;

/** A picture that is only linked, five centimetres wide. */
const linkedPicture = (relationship: string): string =>
  `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="1800000" cy="1800000"/><wp:docPr id="1" name="x"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="0" name="x"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="${relationship}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1800000" cy="1800000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
const field = (code: string): string =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>stored</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;

/** Returns a Word document that LibreOffice opens, with links to pictures, and fields that insert text files. */
export const officeDocument = (
  paragraphs: readonly string[],
  links: { pictures?: readonly string[]; texts?: readonly string[] } = {},
): Promise<Uint8Array> => {
  const { pictures = [], texts = [] } = links;
  const body = [
    ...paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`),
    ...pictures.map((_, index) => linkedPicture(`p${index}`)),
    ...texts.map((path) => field(`INCLUDETEXT "${path}"`)),
  ];
  return docxBytes({
    body: '',
    parts: {
      '[Content_Types].xml': contentTypes({ '/word/document.xml': 'wordprocessingml.document.main' }),
      'word/document.xml': `<?xml version="1.0"?><w:document ${namespaces}><w:body>${body.join('')}</w:body></w:document>`,
    },
    relationships: pictures
      .map((url, index) => `<Relationship Id="p${index}" Type="${office}/image" Target="${url}" TargetMode="External"/>`)
      .join(''),
  });
};
