/** Optional parts of the PDF besides its text. */
export interface PdfExtras {
  /** Further entries of the trailer. */
  trailer?: string;
}

const escaped = (text: string): string => text.replace(/[\\()]/g, '\\$&');

/** Creates a small PDF with one page per list of lines. The first line is larger than the others. */
export function pdfOf(pages: readonly (readonly string[])[], { trailer = '' }: PdfExtras = {}): Buffer {
  const contents = pages.map((lines) => {
    const [title = '', ...rest] = lines.map(escaped);
    return `BT /F 20 Tf 60 720 Td (${title}) Tj /F 11 Tf ${rest.map((line) => `0 -30 Td (${line}) Tj`).join(' ')} ET`;
  });
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ')}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...contents.flatMap((content, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F 3 0 R>>>>/Contents ${5 + 2 * index} 0 R>>`,
      `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    ]),
  ];
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}trailer\n<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\n`;
  return Buffer.from(`${file}startxref\n${start}\n%%EOF`, 'latin1');
}
