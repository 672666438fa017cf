import JSZip from 'jszip';

export interface TestDocx {
  body: string;
  styles?: string;
  footnotes?: string;
  title?: string;
  /** Further parts, or replacements of the usual ones. */
  parts?: Record<string, string | Uint8Array>;
  /** `Relationship` elements of the document. */
  relationships?: string;
}

const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:mc="m" xmlns:m="math" xmlns:r="rel"';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relationships = (inner: string): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`;

/** A paragraph with one run; `properties` is XML. */
export const paragraph = (text: string, properties = ''): string =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
export const styled = (text: string, style: string): string => paragraph(text, `<w:pStyle w:val="${style}"/>`);
export const listed = (text: string, level = 0): string =>
  paragraph(text, `<w:numPr><w:ilvl w:val="${String(level)}"/><w:numId w:val="3"/></w:numPr>`);
export const table = (rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows.map((cells) => `<w:tr>${cells.map((cell) => `<w:tc>${cell}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`;

/** A picture as Word draws it; `more` is XML in its properties. */
export const drawn = (relationship: string, alt = '', more = ''): string =>
  `<w:r><w:drawing><wp:inline xmlns:wp="p"><wp:docPr id="1" name="Picture" descr="${alt}">${more}</wp:docPr><a:graphic xmlns:a="a"><pic:pic xmlns:pic="i"><pic:nvPicPr><pic:cNvPr id="0" name="x.png"/></pic:nvPicPr><pic:blipFill><a:blip r:embed="${relationship}"/></pic:blipFill></pic:pic></a:graphic></wp:inline></w:drawing></w:r>`;
/** Relationships to pictures: `p1` to `media/p1.png` and so on. */
export const pictureRelationships = (ids: readonly string[]): string =>
  ids.map((id) => `<Relationship Id="${id}" Type="${office}/image" Target="media/${id}.png"/>`).join('');

export async function docxBytes({
  body,
  styles,
  footnotes,
  title = '',
  parts = {},
  relationships: more = '',
}: TestDocx): Promise<Uint8Array> {
  const zip = new JSZip();
  const own: Record<string, string | Uint8Array> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relationships(
      `<Relationship Id="a" Type="${office}/officeDocument" Target="word/document.xml"/><Relationship Id="b" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>`,
    ),
    'docProps/core.xml': `<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title>${title}</dc:title></cp:coreProperties>`,
    'word/document.xml': `<?xml version="1.0"?><w:document ${word}><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relationships(
      `<Relationship Id="s" Type="${office}/styles" Target="styles.xml"/><Relationship Id="f" Type="${office}/footnotes" Target="footnotes.xml"/>${more}`,
    ),
    'word/styles.xml': `<w:styles ${word}>${styles ?? ''}</w:styles>`,
    'word/footnotes.xml': `<w:footnotes ${word}>${footnotes ?? ''}</w:footnotes>`,
    ...parts,
  };
  for (const [name, content] of Object.entries(own)) zip.file(name, content);
  return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' });
}

/** The styles that Word writes for headings and lists. */
export const usualStyles =
  '<w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style>' +
  '<w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>' +
  '<w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/></w:style>' +
  '<w:style w:type="paragraph" w:styleId="Own"><w:name w:val="My heading"/><w:basedOn w:val="H2"/></w:style>' +
  '<w:style w:type="paragraph" w:styleId="Outlined"><w:name w:val="Part"/><w:pPr><w:outlineLvl w:val="2"/></w:pPr></w:style>' +
  '<w:style w:type="paragraph" w:styleId="LB"><w:name w:val="List Bullet"/></w:style>' +
  '<w:style w:type="paragraph" w:styleId="T1"><w:name w:val="toc 1"/></w:style>' +
  '<w:style w:type="paragraph" w:styleId="Loop"><w:name w:val="Loop"/><w:basedOn w:val="Loop"/></w:style>';
