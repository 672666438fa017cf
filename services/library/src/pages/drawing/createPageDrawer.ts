import { pageLimits } from '@lectern/contracts';
import { stringifyInPieces } from '@lectern/document-store';
import type { SoughtPassage } from '@lectern/documents';
import { startProcess, type LimitedProcess, type Log, type ProcessLimits } from '@lectern/service-kit';
import { readingLimits } from '../../reading/readingLimits.ts';
import { piecesOf } from '../../reading/readingMessages.ts';
import type { DrawingMessage, DrawingRequest, PagePicture } from './drawingMessages.ts';

/** A PDF to draw. */
export interface PdfToDraw {
  bytes: Uint8Array;
  /** The passages of the file, in the order of the source. */
  passages: readonly SoughtPassage[];
}

/** Stores a page. @returns whether to go on */
export type TakePage = (page: PagePicture) => Promise<boolean>;

/** Where pages come from. Replaced in tests. */
export interface PageDrawer {
  /**
   * Draws the pages of a PDF, each after the previous one was taken. Pages that cannot be drawn, or not within the limits, are left out.
   *
   * @returns the numbers of the pages that were left out
   * @throws Error if the process fails, DrawingEndedError if the drawer was closed; and the errors of `take`
   */
  draw(pdf: PdfToDraw, take: TakePage): Promise<number[]>;
}

export interface PageDrawerOptions {
  log: Log;
  module?: URL;
  limits?: Partial<ProcessLimits>;
}

/** The service stops. */
export class DrawingEndedError extends Error {
  override readonly name = 'DrawingEndedError';
}

const entry = new URL('./drawPages.process.ts', import.meta.url);

/** A page takes about 0.1 s of CPU time. When a process has used up its time, the next one continues. */
export const drawingLimits = {
  heapMb: readingLimits.heapMb,
  residentBytes: 800_000_000,
  processorMilliseconds: 30_000,
  milliseconds: 600_000,
} as const satisfies ProcessLimits;

/** The pages of a file on which a process may end or PDFium may crash. */
const mostAborted = 3;
/** The processes per file: six minutes of CPU time. */
const mostProcesses = 12;

/** The result of one process. */
interface Drawn {
  /** The last page that was drawn, or could not be drawn. */
  last: number;
  isAtEnd: boolean;
  /** PDFium crashed on the last page. */
  isBroken: boolean;
  undrawn: number[];
}

const sendPdf = async (drawing: LimitedProcess, passages: Uint8Array, bytes: Uint8Array, from: number): Promise<void> => {
  const size = passages.byteLength + bytes.byteLength;
  await drawing.send({ size, passagesSize: passages.byteLength, from } satisfies DrawingRequest);
  for (const part of [passages, bytes]) for (const piece of piecesOf(part)) await drawing.send(piece);
};

/** Creates a drawer of pages, which draws in processes with limits of time and memory. */
export function createPageDrawer({ log, module = entry, limits }: PageDrawerOptions): PageDrawer & { close: () => void } {
  const running = new Set<LimitedProcess>();
  let isClosed = false;

  /** Draws from a page on, until the end or a limit. */
  const drawFrom = async (from: number, passages: Uint8Array, bytes: Uint8Array, take: TakePage): Promise<Drawn> => {
    if (isClosed) throw new DrawingEndedError();
    const drawn: Drawn = { last: from - 1, isAtEnd: false, isBroken: false, undrawn: [] };
    let failure: { error: unknown } | undefined;
    let isOutOfMemory = false;
    let taking = Promise.resolve();
    const end = (): void => {
      drawn.isAtEnd = true;
      drawing.kill();
    };
    const takePicture = async (page: PagePicture): Promise<void> => {
      try {
        if (!(await take(page))) return end();
        drawn.last = page.page;
        await drawing.send({ kind: 'next' });
      } catch (error) {
        failure = { error };
        drawing.kill();
      }
    };
    const receive = (message: DrawingMessage): void => {
      if (message.kind === 'picture') {
        const { kind: _kind, ...page } = message;
        taking = takePicture(page);
      } else if (message.kind === 'undrawn') {
        drawn.undrawn.push(message.page);
        drawn.last = message.page;
        if (!message.isLast) return;
        drawn.isBroken = true;
        drawing.kill();
      } else if (message.kind === 'end') end();
      else {
        isOutOfMemory = true;
        drawing.kill();
      }
    };
    const drawing = startProcess(module, {
      limits: { ...drawingLimits, ...limits },
      onMessage: (message) => {
        receive(message as DrawingMessage);
      },
    });
    running.add(drawing);
    void sendPdf(drawing, passages, bytes, from);
    const { limit, status, written } = await drawing.ended;
    running.delete(drawing);
    await taking;
    if (failure) throw failure.error;
    if (isClosed && !drawn.isAtEnd) throw new DrawingEndedError();
    if (!drawn.isAtEnd && !drawn.isBroken && limit === undefined && !isOutOfMemory)
      throw new Error(`The process that draws pages ended with ${status}: ${written}`);
    return drawn;
  };

  return {
    async draw({ bytes, passages }, take) {
      const json = new TextEncoder().encode(await stringifyInPieces(passages));
      const left: number[] = [];
      let [from, aborted] = [1, 0];
      for (let processes = 0; from <= pageLimits.pages && aborted < mostAborted && processes < mostProcesses; processes += 1) {
        const { last, isAtEnd, isBroken, undrawn } = await drawFrom(from, json, bytes, take);
        left.push(...undrawn);
        if (isAtEnd) return left;
        // A page that was reached late is tried again in a process of its own.
        const isPageAborted = last < from;
        if (isPageAborted) left.push(from);
        if (isPageAborted || isBroken) aborted += 1;
        log('warn', 'pages.aborted', { page: isPageAborted || isBroken ? Math.max(from, last) : last + 1, isBroken });
        from = Math.max(from, last + 1) + Number(isPageAborted);
      }
      return left;
    },
    close() {
      isClosed = true;
      for (const drawing of running) drawing.kill();
    },
  };
}
