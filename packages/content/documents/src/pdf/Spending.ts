import { DocumentError } from '../DocumentError.ts';

/** Limits of reading a PDF. Times are CPU time. */
export const pdfLimits = {
  pages: 3_000,
  /** Letters of the whole file, as many as of a deck. */
  letters: 2_500_000,
  /** Runs of text on one page. A page of a book has a few hundred. */
  runs: 20_000,
  /** For the whole file. A page of a book takes about 7. */
  milliseconds: 4_000,
  /** After this time, drawings are left out, so that enough time is left to lay out the text. */
  drawingMilliseconds: 2_800,
  /** After this time, no further picture is decoded; one takes up to a second. Pictures are decoded after the text. */
  pictureMilliseconds: 3_000,
};

export type PdfLimits = typeof pdfLimits;

export const tooMuch = (): DocumentError =>
  new DocumentError('too-large', 'This PDF has too much text to read in one go. Split it into several and try again.');
const tooSlow = (): DocumentError =>
  new DocumentError('too-large', 'This PDF takes too long to read. Split it into several and try again.');

/** Tracks the cost of reading a file against its limits. */
export class Spending {
  readonly limits: PdfLimits;
  private letters = 0;
  private readonly now: () => number;
  private readonly start: number;

  constructor(limits: PdfLimits, now: () => number) {
    this.limits = limits;
    this.now = now;
    this.start = now();
  }

  /** Counts letters. @throws DocumentError `too-large` */
  take(letters: number): void {
    this.letters += letters;
    if (this.letters > this.limits.letters) throw tooMuch();
    this.checkTime();
  }

  /** @throws DocumentError `too-large` if reading took too long */
  checkTime(): void {
    if (this.isPast(this.limits.milliseconds)) throw tooSlow();
  }

  isPast(milliseconds: number): boolean {
    return this.now() - this.start > milliseconds;
  }

  /** Runs a step and returns its cost in milliseconds. */
  async costOf<T>(step: () => Promise<T>): Promise<{ value: T; cost: number }> {
    const before = this.now();
    const value = await step();
    return { value, cost: this.now() - before };
  }
}
