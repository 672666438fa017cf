/** Limits of reading a PDF. */
export interface PdfLimits {
  pages: number;
  /** Letters of the whole file, as many as of a deck. */
  letters: number;
  /** Runs of text on one page; a page of a book has some hundreds. */
  runs: number;
  /** CPU time for the whole file. A page of a book takes about 7. */
  milliseconds: number;
  /** When this much of it is spent, drawings are left out; and when that much is, further pictures. */
  drawingMilliseconds: number;
  pictureMilliseconds: number;
}

export const pdfLimits: PdfLimits = {
  pages: 3_000,
  letters: 2_500_000,
  runs: 20_000,
  milliseconds: 4_000,
  drawingMilliseconds: 3_300,
  pictureMilliseconds: 2_800,
};
