import { paragraph, styled, usualStyles } from '../testing/wordDocuments.ts';
import { column, pdfBytes } from '../testing/pdfs.ts';
import { outlineOfDocx, outlineOfPdf, outlineOfText } from './outline.ts';

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);

it('of a PDF has its pages and first headings', async () => {
  const page = (title: string) => [
    { text: title, top: 60, size: 20 },
    ...column(['The heart pumps.', 'It has four chambers, and it rests.'], 60, 100),
  ];
  const bytes = await pdfBytes(['One', 'Two', 'Three', 'Four', 'Five'].map((name) => page(`Part ${name}`)));
  expect(await outlineOfPdf(bytes, () => 0)).toEqual({ pages: 5, headings: ['Part One', 'Part Two', 'Part Three'] });
});

it('of a .docx has its first headings', () => {
  const document = encoded(`<w:document xmlns:w="w"><w:body>${paragraph('Text')}${styled('Heart', 'H2')}</w:body></w:document>`);
  const styles = encoded(`<w:styles xmlns:w="w">${usualStyles}</w:styles>`);
  expect(outlineOfDocx({ document, styles })).toEqual({ headings: ['Heart'] });
  expect(outlineOfDocx({ document, styles: undefined })).toEqual({ headings: [] });
});

it('of Markdown has its first headings', () => {
  expect(outlineOfText(encoded('# Heart\n\nIt pumps.\n\n## Valves\n'))).toEqual({ headings: ['Heart', 'Valves'] });
});
