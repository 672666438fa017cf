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
const drawingLimits = {
  heapMb: readingLimits.heapMb,
  residentBytes: 800_000_000,
  processorMilliseconds: 30_000,
  milliseconds: 600_000,
} as const satisfies ProcessLimits;

/** The pages of a file on which a process may end or PDFium may crash. */
const mostAborted = 3;
/** The processes per file: six minutes of CPU time. */
const mostProcesses = 12;

/** What one process draws: the pages from one on. */
interface Part {
  from: number;
  bytes: Uint8Array;
  /** As JSON. */
  passages: Uint8Array;
}

/** The result of one process. */
interface Drawn {
  /** The last page that was drawn, or could not be drawn. */
  last: number;
  isAtEnd: boolean;
  /** PDFium crashed on the last page. */
  isBroken: boolean;
  undrawn: number[];
}

const sendPart = async (drawing: LimitedProcess, { from, bytes, passages }: Part): Promise<void> => {
  const size = passages.byteLength + bytes.byteLength;
  await drawing.send({ size, passagesSize: passages.byteLength, from } satisfies DrawingRequest);
  for (const part of [passages, bytes]) for (const piece of piecesOf(part)) await drawing.send(piece);
};

/** Receives the messages of a process that draws, and lets it go on after each page that was taken. */
class Receiver {
  readonly drawn: Drawn;
  isOutOfMemory = false;
  failure: { error: unknown } | undefined;
  /** Resolves when the last page was taken. */
  taken = Promise.resolve();
  private readonly take: TakePage;

  constructor(from: number, take: TakePage) {
    this.drawn = { last: from - 1, isAtEnd: false, isBroken: false, undrawn: [] };
    this.take = take;
  }

  /** @param drawing - the process that sent the message */
  receive(message: DrawingMessage, drawing: LimitedProcess): void {
    const { drawn } = this;
    switch (message.kind) {
      case 'picture': {
        const { kind: _kind, ...page } = message;
        this.taken = this.takePicture(page, drawing);
        return;
      }
      case 'undrawn':
        drawn.undrawn.push(message.page);
        drawn.last = message.page;
        if (!message.isLast) return;
        drawn.isBroken = true;
        break;
      case 'end':
        drawn.isAtEnd = true;
        break;
      case 'out-of-memory':
        this.isOutOfMemory = true;
        break;
    }
    drawing.kill();
  }

  private async takePicture(page: PagePicture, drawing: LimitedProcess): Promise<void> {
    try {
      this.drawn.isAtEnd = !(await this.take(page));
      this.drawn.last = page.page;
      if (this.drawn.isAtEnd) drawing.kill();
      else await drawing.send({ kind: 'next' });
    } catch (error) {
      this.failure = { error };
      drawing.kill();
    }
  }
}

/** Creates a drawer of pages, which draws in processes with limits of time and memory. */
export function createPageDrawer({ log, module = entry, limits }: PageDrawerOptions): PageDrawer & { close: () => void } {
  const running = new Set<LimitedProcess>();
  let isClosed = false;

  /** Draws in one process, until the end or a limit. */
  const drawPart = async (part: Part, take: TakePage): Promise<Drawn> => {
    if (isClosed) throw new DrawingEndedError();
    const receiver = new Receiver(part.from, take);
    const drawing = startProcess(module, {
      limits: { ...drawingLimits, ...limits },
      onMessage: (message) => {
        receiver.receive(message as DrawingMessage, drawing);
      },
    });
    running.add(drawing);
    void sendPart(drawing, part);
    const { limit, status, written } = await drawing.ended;
    running.delete(drawing);
    await receiver.taken;
    const { drawn, failure, isOutOfMemory } = receiver;
    if (failure) throw failure.error;
    if (drawn.isAtEnd || drawn.isBroken) return drawn;
    if (isClosed) throw new DrawingEndedError();
    if (limit === undefined && !isOutOfMemory) throw new Error(`The process that draws pages ended with ${status}: ${written}`);
    return drawn;
  };

  return {
    async draw({ bytes, passages }, take) {
      const json = new TextEncoder().encode(await stringifyInPieces(passages));
      const left: number[] = [];
      let [from, aborted] = [1, 0];
      for (let processes = 0; from <= pageLimits.pages && aborted < mostAborted && processes < mostProcesses; processes += 1) {
        const { last, isAtEnd, isBroken, undrawn } = await drawPart({ from, bytes, passages: json }, take);
        left.push(...undrawn);
        if (isAtEnd) return left;
        // A page that was reached late is tried again in a process of its own.
        const isFirstAborted = last < from;
        if (isFirstAborted) left.push(from);
        if (isFirstAborted || isBroken) aborted += 1;
        from = isFirstAborted ? from + 1 : last + 1;
        log('warn', 'pages.aborted', { next: from, isBroken });
      }
      return left;
    },
    close() {
      isClosed = true;
      for (const drawing of running) drawing.kill();
    },
  };
}
