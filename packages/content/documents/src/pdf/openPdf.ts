import { damaged, encrypted } from '../DocumentError.ts';
import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import { BoundedPort } from './BoundedPort.ts';

/** Reads a character map by the name of its file, such as `UniGB-UCS2-H.bcmap`. */
export type ReadCharacterMap = (file: string) => Promise<Uint8Array>;

/** Gives a PDF the character maps that stand outside of it, and tells whether one was missing. */
export interface CharacterMaps {
  /** For pdf.js: what loads its files. */
  BinaryDataFactory: new () => { fetch(file: { kind: string; filename: string }): Promise<Uint8Array> };
  readonly isMissing: boolean;
}

/**
 * Character maps (CMaps) for fonts whose text needs one that is not in the file. Old programs write Chinese, Japanese and Korean text so. Without the
 * map pdf.js leaves this text out and says nothing. Nothing else is loaded for a PDF.
 *
 * @param read - Left out: there are none.
 */
export function createCharacterMaps(read: ReadCharacterMap | undefined): CharacterMaps {
  let isMissing = false;
  return {
    BinaryDataFactory: class {
      async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
        if (kind !== 'cMapUrl') throw new Error('No file is loaded for a PDF.');
        try {
          if (!read) throw new Error('There are no character maps.');
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
 * Runs a call of pdf.js. Every failure counts as damage of the file. Our own code must stay outside of such calls, so that its defects are not
 * reported as damage.
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

/** The half of pdf.js that reads files. Its module puts it on the global object. */
interface PdfjsGlobal {
  pdfjsWorker: { WorkerMessageHandler: { initializeFromPort(port: BoundedPort): void } };
}

/** A PDF that is open in pdf.js. */
export interface OpenPdf {
  document: PDFDocumentProxy;
  port: BoundedPort;
  /** Frees what pdf.js holds of the file. */
  close(): Promise<void>;
}

/**
 * Opens a PDF in pdf.js. Its scripts never run, nothing is loaded for it, and no picture of it is decoded.
 *
 * @param bytes - The file. They are transferred: the caller no longer has them.
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
    // Warnings of pdf.js are for its developers.
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
