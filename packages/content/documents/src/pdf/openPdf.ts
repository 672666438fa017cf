import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import { BoundedPort } from './BoundedPort.ts';
import type { CharacterMaps } from './characterMaps.ts';
import { fromPdfjs } from './fromPdfjs.ts';

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
