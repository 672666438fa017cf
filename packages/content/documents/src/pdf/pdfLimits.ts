/** Limits of reading a PDF. */
export interface PdfLimits {
  pages: number;
  /** Letters of the whole file, as many as of a deck. */
  letters: number;
  /** Runs of text on one page; a page of a book has some hundreds. */
  runs: number;
  /** CPU time for the whole file. A page of a book takes about 7. */
  milliseconds: number;
  /** After this time drawings are left out, so that enough time is left to lay out the text. */
  drawingMilliseconds: number;
  /** Pictures are decoded after the text. After this time in all no further one is begun; one takes up to a second. */
  pictureMilliseconds: number;
}

export const pdfLimits: PdfLimits = {
  pages: 3_000,
  letters: 2_500_000,
  runs: 20_000,
  milliseconds: 4_000,
  drawingMilliseconds: 2_800,
  pictureMilliseconds: 3_000,
};
