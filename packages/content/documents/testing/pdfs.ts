import { PDFDocument, PDFHexString, PDFName, StandardFonts, type PDFFont, type PDFPage } from 'pdf-lib';

/** A line of text on a page of 600 by 800 points; `top` is its distance from the top. */
export interface TestLine {
  text: string;
  left?: number;
  top: number;
  size?: number;
  isBold?: boolean;
}

const height = 800;

function drawLines(page: PDFPage, lines: readonly TestLine[], fonts: { plain: PDFFont; bold: PDFFont }): void {
  for (const { text, left = 60, top, size = 10, isBold = false } of lines)
    page.drawText(text, { x: left, y: height - top, size, font: isBold ? fonts.bold : fonts.plain });
}

export async function pdfOf(pages: readonly (readonly TestLine[])[], title?: string): Promise<PDFDocument> {
  const document = await PDFDocument.create();
  const fonts = {
    plain: await document.embedFont(StandardFonts.TimesRoman),
    bold: await document.embedFont(StandardFonts.TimesRomanBold),
  };
  if (title !== undefined) document.setTitle(title);
  for (const lines of pages) drawLines(document.addPage([600, height]), lines, fonts);
  return document;
}

export const pdfBytes = async (pages: readonly (readonly TestLine[])[], title?: string): Promise<Uint8Array> =>
  (await pdfOf(pages, title)).save({ useObjectStreams: false });

/** Lines below each other, 12 points apart. */
export const column = (texts: readonly string[], left: number, top: number): TestLine[] =>
  texts.map((text, index) => ({ text, left, top: top + 12 * index }));

/** Adds lines in Wingdings, which is not in the file. */
export function addWingdings(document: PDFDocument, page: PDFPage, lines: readonly TestLine[]): void {
  const { context } = document;
  const descriptor = { Type: 'FontDescriptor', FontName: 'Wingdings', Flags: 4, FontBBox: [0, 0, 1000, 1000], Ascent: 800, Descent: -200 };
  const font = { Type: 'Font', Subtype: 'TrueType', BaseFont: 'Wingdings', FontDescriptor: context.register(context.obj(descriptor)) };
  page.node.setFontDictionary(PDFName.of('Signs'), context.register(context.obj(font)));
  for (const { text, left = 60, top } of lines) {
    const hex = Buffer.from(text, 'latin1').toString('hex');
    page.node.addContentStream(
      context.register(context.stream(`BT /Signs 10 Tf ${String(left)} ${String(height - top)} Td <${hex}> Tj ET`)),
    );
  }
}

/** Adds the Chinese word for "heart" in a font that is not in the file. `encoding` names its character map. */
export function addChinese(document: PDFDocument, page: PDFPage, encoding: string): void {
  const { context } = document;
  const ascii = (text: string): PDFHexString => PDFHexString.of(Buffer.from(text, 'latin1').toString('hex'));
  const descendant = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType0',
      BaseFont: 'STSong-Light',
      CIDSystemInfo: { Registry: ascii('Adobe'), Ordering: ascii('GB1'), Supplement: 2 },
      FontDescriptor: context.register(
        context.obj({
          Type: 'FontDescriptor',
          FontName: 'STSong-Light',
          Flags: 6,
          FontBBox: [0, 0, 1000, 1000],
          Ascent: 800,
          Descent: -200,
        }),
      ),
    }),
  );
  const font = { Type: 'Font', Subtype: 'Type0', BaseFont: 'STSong-Light', Encoding: encoding, DescendantFonts: [descendant] };
  page.node.setFontDictionary(PDFName.of('Chinese'), context.register(context.obj(font)));
  page.node.addContentStream(context.register(context.stream('BT /Chinese 12 Tf 60 600 Td <5FC3810F> Tj ET')));
}
