import { damaged, encrypted } from '../DocumentError.ts';
import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import { BoundedPort } from './BoundedPort.ts';

/** Reads a character map by its file name, such as `UniGB-UCS2-H.bcmap`. */
export type ReadCharacterMap = (file: string) => Promise<Uint8Array>;

/** Provides character maps that are not in a PDF, and records whether one was missing. */
export interface CharacterMaps {
  /** The loader class to pass to pdf.js. */
  BinaryDataFactory: new () => { fetch(file: { kind: string; filename: string }): Promise<Uint8Array> };
  readonly isMissing: boolean;
}

/**
 * Provides predefined character maps (CMaps). Old programs write Chinese, Japanese and Korean text that needs them; without one, pdf.js
 * silently drops the text. Nothing else is loaded for a PDF.
 *
 * @param read - If `undefined`, no character maps are available.
 */
export function createCharacterMaps(read: ReadCharacterMap | undefined): CharacterMaps {
  let isMissing = false;
  return {
    BinaryDataFactory: class {
      async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
        if (kind !== 'cMapUrl') throw new Error('pdf.js may load only character maps.');
        try {
          if (!read) throw new Error('No character maps are available.');
          return await read(filename);
        } catch (error) {
          isMissing = true;
          throw error;
        }
      }
    },
    get isMissing() {
      return isMissing;
    },
  };
}

/**
 * Runs a call of pdf.js. All its failures count as damage of the file. Our own code must stay outside, so that its bugs are not reported as
 * damage.
 *
 * @throws DocumentError `encrypted` or `damaged`
 */
export async function fromPdfjs<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof Error && error.name === 'PasswordException' ? encrypted() : damaged(error);
  }
}

/** The half of pdf.js that reads files. Its module registers it globally. */
interface PdfjsGlobal {
  pdfjsWorker: { WorkerMessageHandler: { initializeFromPort(port: BoundedPort): void } };
}

export interface OpenPdf {
  document: PDFDocumentProxy;
  port: BoundedPort;
  /** Frees the memory that pdf.js holds for the file. */
  close(): Promise<void>;
}

/**
 * Opens a PDF in pdf.js. Its scripts never run, nothing is loaded for it, and no picture is decoded.
 *
 * @param bytes - Transferred: the caller loses them.
 * @throws DocumentError `encrypted` or `damaged`
 */
export async function openPdf(bytes: Uint8Array, { BinaryDataFactory }: Pick<CharacterMaps, 'BinaryDataFactory'>): Promise<OpenPdf> {
  const { getDocument, PDFWorker } = await import('unpdf/pdfjs');
  const port = new BoundedPort();
  // pdf.js accepts any port, but its types do not.
  const worker = new PDFWorker({ port: port as unknown as null, verbosity: 0 });
  (globalThis as unknown as PdfjsGlobal).pdfjsWorker.WorkerMessageHandler.initializeFromPort(port);
  const task = getDocument({
    data: bytes,
    worker,
    BinaryDataFactory,
    // Character maps come from the factory above.
    useWorkerFetch: false,
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    // No picture is decoded.
    maxImageSize: 0,
    verbosity: 0,
  });
  const close = async (): Promise<void> => {
    await task.destroy();
    worker.destroy();
  };
  try {
    return { document: await fromPdfjs(() => task.promise), port, close };
  } catch (error) {
    await close();
    throw error;
  }
}
