import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { matrixOf, type Matrix } from '../matrix.ts';
import { hasLargeMask } from './hasLargeMask.ts';

/** PDFium's memory, which its types omit. It is another object after it has grown. */
interface Memory {
  readonly HEAPU8: Uint8Array;
}

/** Only browser typings declare it. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  Instance: new (program: object, imports: object) => { exports: object };
};

let program: Promise<object> | undefined;

const compile = async (): Promise<object> =>
  WebAssembly.compile(await readFile(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')));

const noText = (): void => undefined;

/**
 * Starts a PDFium instance with its own memory, so that a hostile file only harms its own reading. The compiled program is cached:
 * compiling takes much longer than instantiating.
 */
async function start(): Promise<WrappedPdfiumModule> {
  program ??= compile().catch((error: unknown) => {
    // The next file tries again.
    program = undefined;
    throw error;
  });
  const compiled = await program;
  const options = {
    print: noText,
    printErr: noText,
    instantiateWasm: (imports: object, started: (instance: object) => void): object => {
      const instance = new WebAssembly.Instance(compiled, imports);
      started(instance);
      return instance.exports;
    },
  };
  // Loaded with the first file: services import this module, but only their threads draw pages.
  const { init } = await import('@embedpdf/pdfium');
  const calls = await init(options);
  calls.PDFiumExt_Init();
  return calls;
}

const memoryOf = ({ pdfium }: WrappedPdfiumModule): Uint8Array => (pdfium as typeof pdfium & Memory).HEAPU8;

/** Room for a matrix of six numbers. */
const scratchBytes = 64;

const numberKinds = {
  float: { bytes: 4, read: (view: DataView, at: number) => view.getFloat32(at, true) },
  double: { bytes: 8, read: (view: DataView, at: number) => view.getFloat64(at, true) },
  integer: { bytes: 4, read: (view: DataView, at: number) => view.getUint32(at, true) },
  signed: { bytes: 4, read: (view: DataView, at: number) => view.getInt32(at, true) },
} as const;
type NumberKind = keyof typeof numberKinds;

/** Whether a file contains `/Decode`, and not only `/DecodeParms`. Picture dictionaries are never packed. */
function hasDecodeArray(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const name = '/Decode';
  for (let at = file.indexOf(name); at >= 0; at = file.indexOf(name, at + name.length)) if (file[at + name.length] !== 0x50) return true;
  return false;
}

/** A file open in PDFium, and scratch memory for its calls. */
export class Pdfium {
  readonly calls: WrappedPdfiumModule;
  readonly document: number;
  /** Whether a picture of the file may invert its colours. PDFium does not say which one. */
  readonly hasDecode: boolean;
  /** Whether the file has a mask too large to compute. PDFium does not say which picture has it. */
  readonly hasLargeMask: boolean;
  private readonly scratch: number;

  private constructor(calls: WrappedPdfiumModule, document: number, bytes: Uint8Array) {
    this.calls = calls;
    this.document = document;
    this.hasDecode = hasDecodeArray(bytes);
    this.hasLargeMask = hasLargeMask(bytes);
    this.scratch = calls.pdfium.wasmExports.malloc(scratchBytes);
  }

  /** Opens a file; `undefined` if PDFium cannot read it. */
  static async open(bytes: Uint8Array): Promise<Pdfium | undefined> {
    const calls = await start();
    const at = calls.pdfium.wasmExports.malloc(bytes.length);
    if (at === 0) return undefined;
    memoryOf(calls).set(bytes, at);
    const document = calls.FPDF_LoadMemDocument(at, bytes.length, '');
    return document === 0 ? undefined : new Pdfium(calls, document, bytes);
  }

  private get view(): DataView {
    return new DataView(memoryOf(this.calls).buffer, this.scratch, scratchBytes);
  }

  /** Returns the numbers that a call writes to `count` addresses; `undefined` if it fails. */
  numbers(count: number, call: (...addresses: number[]) => boolean, kind: NumberKind = 'float'): number[] | undefined {
    const { bytes, read } = numberKinds[kind];
    const offsets = Array.from({ length: count }, (_, index) => index * bytes);
    if (!call(...offsets.map((offset) => this.scratch + offset))) return undefined;
    const { view } = this;
    return offsets.map((offset) => read(view, offset));
  }

  matrixOf(object: number): Matrix {
    const values = this.numbers(6, (first = 0) => this.calls.FPDFPageObj_GetMatrix(object, first));
    return matrixOf(values ?? []);
  }

  copyOf(address: number, length: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(memoryOf(this.calls).subarray(address, address + length));
  }

  /** Returns bits per pixel and colour space (`FPDF_COLORSPACE_*`) of a picture; 0 if unknown. */
  metadataOf(page: number, object: number): { bits: number; colourSpace: number } {
    // `FPDF_IMAGEOBJ_METADATA` begins with width, height and two resolutions.
    const values = this.numbers(7, (first = 0) => this.calls.FPDFImageObj_GetImageMetadata(object, page, first), 'integer') ?? [];
    return { bits: values[4] ?? 0, colourSpace: values[5] ?? 0 };
  }

  /** Returns the bytes that a call writes. `call` gets an address and a capacity, first 0 and 0, and returns the number of bytes. */
  bytes(call: (address: number, length: number) => number, most: number): Uint8Array<ArrayBuffer> | undefined {
    const { wasmExports } = this.calls.pdfium;
    const length = call(0, 0);
    if (length <= 0 || length > most) return undefined;
    const at = wasmExports.malloc(length);
    if (at === 0) return undefined;
    try {
      call(at, length);
      return this.copyOf(at, length);
    } finally {
      wasmExports.free(at);
    }
  }
}
