import { deflateSync, inflateSync } from 'node:zlib';
import { degrees, PDFHexString, PDFName, type PDFContext, type PDFDocument, type PDFImage, type PDFRef } from 'pdf-lib';
import type { ReadMaterial } from '../../joinMaterials.ts';
import { readDocument } from '../../readDocument.ts';
import { pdfLimits } from '../Spending.ts';
import { column, pdfOf, type TestLine } from '../../../testing/pdfs.ts';
import { PdfDrawing } from './PdfDrawing.ts';
import { Pdfium } from './Pdfium.ts';
import { pngOf } from './pngOf.ts';

type LiteralObject = Parameters<PDFContext['stream']>[1];

const now = (): number => 0;
const lines = ['The heart is a muscle that pumps the blood', 'through the vessels of the whole body.'];
/** 80 by 64 pixels in one red. */
const jpeg = new Uint8Array(
  Buffer.from(
    '/9j/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H////6/+b9//j/2wBDASstLTw1PHZBQXb4pYyl+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj/wAARCABAAFADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFgEBAQEAAAAAAAAAAAAAAAAAAAMF/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AnATaAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAD/2Q==',
    'base64',
  ),
);

type Colour = readonly [red: number, green: number, blue: number, alpha: number];
const red: Colour = [255, 0, 0, 255];
const blue: Colour = [0, 0, 255, 255];

/** A PNG whose left half has one colour, and its right half another one. */
const halves = (left: Colour, right: Colour, width = 100, height = 80): Uint8Array => {
  const bytes = new Uint8Array(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel += 1) bytes.set(pixel % width < width / 2 ? left : right, pixel * 4);
  return pngOf({ width, height, bytes });
};

/** Width and height of a PNG of ours, and its colours near the left, the right, the top and the bottom edge. */
function seen(png: Uint8Array): { size: number[]; left: number[]; right: number[]; top: number[]; bottom: number[] } {
  const view = new DataView(png.buffer, png.byteOffset);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const rows = inflateSync(png.subarray(41, 41 + view.getUint32(33)));
  const at = (x: number, y: number): number[] => [...rows.subarray(y * (width * 4 + 1) + 1 + x * 4, y * (width * 4 + 1) + 5 + x * 4)];
  const [middleX, middleY] = [width >> 1, height >> 1];
  return {
    size: [width, height],
    left: at(5, middleY),
    right: at(width - 6, middleY),
    top: at(middleX, 5),
    bottom: at(middleX, height - 6),
  };
}

const drawIn = async (
  pages: readonly (readonly TestLine[])[],
  draw: (document: PDFDocument) => Promise<void> | void,
): Promise<ReadMaterial> => {
  const document = await pdfOf(pages);
  await draw(document);
  return readDocument(await document.save(), 'heart.pdf', now);
};
const places = ({ pictures }: ReadMaterial): unknown[] =>
  pictures.pictures.map((picture) => picture.places.map(({ slide, alt }) => [slide, alt]));
const page = (
  document: PDFDocument,
  image: PDFImage,
  place: { x?: number; y?: number; width?: number; height?: number },
  number = 1,
): void => document.getPage(number - 1).drawImage(image, { x: 60, y: 300, width: 200, height: 160, ...place });

const text = column(lines, 60, 100);
const heading: TestLine = { text: 'The heart', top: 60, size: 20 };

it('a JPEG is taken as it stands in the file, with the heading or its caption', async () => {
  const material = await drawIn(
    [
      [heading, ...text],
      [...text, { text: 'Figure 2: A heart cut open.', left: 60, top: 515 }],
    ],
    async (document) => {
      page(document, await document.embedJpg(jpeg), {});
      page(document, await document.embedPng(halves(red, blue)), {}, 2);
    },
  );
  expect(places(material)).toEqual([[[1, 'The heart']], [[2, 'Figure 2: A heart cut open.']]]);
  expect(material.pictures.pictures[0]?.bytes).toEqual(jpeg);
  expect(material.pictures.pictures.map((picture) => picture.places[0]?.pointer)).toEqual([
    { kind: 'page', page: 1, paragraph: 2, place: 2 },
    { kind: 'page', page: 2, paragraph: 2, place: 4 },
  ]);
  expect(material.pictures.leftOut).toEqual([]);
});

it('other pictures are taken as they are seen: with their mask, turned, in forms', async () => {
  const material = await drawIn([text], async (document) => {
    page(document, await document.embedPng(halves(red, [0, 0, 255, 0])), {});
    document
      .getPage(0)
      .drawImage(await document.embedPng(halves(blue, red)), { x: 500, y: 300, width: 100, height: 80, rotate: degrees(90) });
    const inner = await pdfOf([[]]);
    page(inner, await inner.embedPng(halves(blue, blue, 90, 70)), { x: 0, y: 0 });
    const [form] = await document.embedPdf(await inner.save());
    if (form) document.getPage(0).drawPage(form, { x: 60, y: 100, width: 300, height: 200 });
  });
  const [masked, turned, inForm] = material.pictures.pictures.map(({ bytes }) => seen(bytes));
  expect(masked).toMatchObject({ size: [100, 80], left: red, right: [expect.any(Number), expect.any(Number), expect.any(Number), 0] });
  // Turned to the left by a quarter: what was left is below.
  expect(turned).toMatchObject({ size: [80, 100], top: red, bottom: blue });
  expect(inForm).toMatchObject({ size: [90, 70], left: blue });
});

it('a page without text keeps its picture, beside the text before it', async () => {
  const material = await drawIn([[heading, ...text], []], async (document) => {
    page(document, await document.embedJpg(jpeg), { x: 0, y: 0, width: 600, height: 800 }, 2);
  });
  expect(material.pictures.pictures[0]?.places).toEqual([
    { slide: 2, pointer: { kind: 'page', page: 2, paragraph: 1, place: 2 }, alt: 'The heart' },
  ]);
});

it('decoration is left out: on three pages or more, small ones, backgrounds behind text', async () => {
  const material = await drawIn([text, text, text], async (document) => {
    const logo = await document.embedJpg(jpeg);
    for (const number of [1, 2, 3]) page(document, logo, {}, number);
    page(document, await document.embedPng(halves(red, blue, 60, 60)), { x: 300 });
    page(document, await document.embedPng(halves(red, red)), { x: 0, y: 0, width: 600, height: 800 });
  });
  expect(material.pictures).toEqual({ pictures: [], leftOut: [] });
});

/** A picture whose dictionary is given, on the first page. */
const addImage = (document: PDFDocument, dictionary: Record<string, unknown>, bytes: Uint8Array, x = 60): void => {
  const { context } = document;
  const stream = context.stream(bytes, { Type: 'XObject', Subtype: 'Image', BitsPerComponent: 8, ...dictionary } as LiteralObject);
  const { node } = document.getPage(0);
  const name = node.newXObject('Picture', context.register(stream)).toString();
  node.addContentStream(context.register(context.stream(`q 100 0 0 80 ${String(x)} 300 cm ${name} Do Q`)));
};
const jpegImage = { Width: 80, Height: 64, Filter: 'DCTDecode' };
/** A function of a number that turns it around. */
const turnAround = (document: PDFDocument): PDFRef =>
  document.context.register(document.context.stream('{ 1 exch sub }', { FunctionType: 4, Domain: [0, 1], Range: [0, 1] }));

it('a picture whose colours take long to compute is named, and the text and others are kept', async () => {
  const side = 1_500;
  const large = { Width: side, Height: side, Filter: 'FlateDecode' };
  const bytes = deflateSync(new Uint8Array(side * side).fill(90));
  const material = await drawIn([[heading, ...text]], (document) => {
    addImage(document, { ...large, ColorSpace: ['Separation', 'Black', 'DeviceGray', turnAround(document)] }, bytes);
    addImage(document, { ...large, ColorSpace: 'DeviceGray' }, bytes, 200);
  });
  expect(material.pictures.leftOut.map(({ reason }) => reason)).toEqual(['too-large']);
  expect(material.pictures.pictures).toHaveLength(1);
});

/** A picture with a mask that says that it has so many pixels on a side. */
const masked = (document: PDFDocument, side: unknown, x?: number): void => {
  const mask = { Type: 'XObject', Subtype: 'Image', ColorSpace: 'DeviceGray', BitsPerComponent: 8, Filter: 'FlateDecode' };
  const bytes = deflateSync(new Uint8Array(10_000).fill(255));
  const SMask = document.context.register(document.context.stream(bytes, { ...mask, Width: side, Height: side } as LiteralObject));
  addImage(document, { ...jpegImage, ColorSpace: 'DeviceRGB', SMask }, jpeg, x);
};

it.each([
  ['1.6 billion pixels', (): unknown => 40_000],
  ['as many pixels as stand elsewhere', (document: PDFDocument): unknown => document.context.register(document.context.obj(40_000))],
])('a picture whose mask has %s is named, and nothing is computed', async (_, side) => {
  const metadataOf = jest.spyOn(Pdfium.prototype, 'metadataOf');
  const material = await drawIn([[heading, ...text]], (document) => {
    masked(document, side(document));
  });
  expect(metadataOf).not.toHaveBeenCalled();
  metadataOf.mockRestore();
  expect(material.source.passages[0]?.text).toBe('The heart');
  expect(material.pictures).toMatchObject({ pictures: [], leftOut: [{ slide: 1, reason: 'too-large' }] });
});

it('a picture with a usual mask, or with a list of colours as its mask, is kept', async () => {
  const material = await drawIn([[heading, ...text]], (document) => {
    masked(document, 100);
    const colours = document.context.register(document.context.obj([0, 1, 0, 1, 0, 1]));
    addImage(document, { ...jpegImage, ColorSpace: 'DeviceRGB', Mask: colours }, jpeg, 300);
  });
  expect(material.pictures.leftOut).toEqual([]);
  expect(material.pictures.pictures.length).toBeGreaterThan(0);
});

/** Its types are only known to browsers. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (program: object, imports: object) => { exports: { f?: () => void } };
  Memory: new (size: { initial: number; maximum: number }) => { grow: (pages: number) => number };
};

/** A program in WebAssembly whose one function reaches what it never should. */
const reachUnreachable = (): never => {
  const program = new WebAssembly.Module(Buffer.from('0061736d0100000001040160000003020100070501016600000a05010300000b', 'hex'));
  new WebAssembly.Instance(program, {}).exports.f?.();
  throw new Error('The program did not end.');
};
const growTooFar = (): never => {
  new WebAssembly.Memory({ initial: 1, maximum: 2 }).grow(2);
  throw new Error('The memory grew.');
};
const overflow = (depth = 0): number => overflow(depth + 1) + 1;

it.each<[string, () => unknown]>([
  ['reaches what it never should', reachUnreachable],
  ['has no more memory', growTooFar],
  ['has no more stack', overflow],
])('where PDFium %s at a picture, the text is read, and this picture and those behind it are named', async (_name, end) => {
  const metadataOf = jest.spyOn(Pdfium.prototype, 'metadataOf');
  let calls = 0;
  metadataOf.mockImplementation(() => {
    calls += 1;
    if (calls > 1) end();
    return { bits: 24, colourSpace: 2 };
  });
  const material = await drawIn([[heading, ...text]], async (document) => {
    page(document, await document.embedPng(halves(red, blue)), {});
    page(document, await document.embedPng(halves(blue, red)), { x: 300 });
    page(document, await document.embedPng(halves(blue, blue)), { x: 400 });
  });
  metadataOf.mockRestore();
  expect(material.source.passages.map((passage) => passage.text)).toEqual(['The heart', lines.join(' ')]);
  expect(material.pictures.pictures).toHaveLength(1);
  expect(material.pictures.leftOut.map(({ reason }) => reason)).toEqual(['damaged', 'damaged']);
});

it('where PDFium ends at a page, the text is read', async () => {
  const matrixOf = jest.spyOn(Pdfium.prototype, 'matrixOf').mockImplementation(reachUnreachable);
  const material = await drawIn([[heading, ...text]], async (document) => {
    page(document, await document.embedJpg(jpeg), {});
  });
  matrixOf.mockRestore();
  expect(material.source.passages.map((passage) => passage.text)).toEqual(['The heart', lines.join(' ')]);
  expect(material.pictures.leftOut).toEqual([
    { slide: 1, lastPage: 1, pointer: { kind: 'page', page: 1, paragraph: 2, place: 2 }, alt: '', reason: 'damaged' },
  ]);
});

it('where PDFium cannot read a file with pictures, the text is read and its pages are named; without pictures nothing is said', async () => {
  const open = jest.spyOn(PdfDrawing, 'open').mockResolvedValue(undefined);
  const material = await drawIn([[heading, ...text], text], async (document) => {
    page(document, await document.embedJpg(jpeg), {});
  });
  const plain = await drawIn([text], () => undefined);
  open.mockRestore();
  expect(material.source.passages[0]?.text).toBe('The heart');
  expect(material.pictures.leftOut.map(({ slide, lastPage, reason }) => [slide, lastPage, reason])).toEqual([[1, 2, 'damaged']]);
  expect(plain.pictures).toEqual({ pictures: [], leftOut: [] });
});

it('pages whose drawings are not read, because reading took long, are named as one range', async () => {
  let time = 0;
  const document = await pdfOf([text, text, text, text]);
  for (const number of [1, 2, 3, 4]) page(document, await document.embedPng(halves(red, blue, 80 + number)), {}, number);
  const read = jest.spyOn(PdfDrawing.prototype, 'read').mockImplementation((number) => {
    // Reading the second page takes up what drawings may take.
    if (number === 2) time = pdfLimits.drawingMilliseconds + 1;
    return { pictures: [], rules: [] };
  });
  const { pictures } = await readDocument(await document.save(), 'heart.pdf', () => time);
  read.mockRestore();
  expect(pictures.leftOut.map(({ slide, lastPage, reason }) => [slide, lastPage, reason])).toEqual([[3, 4, 'too-large']]);
});

it('pictures of a page beyond the most are left out, and the page is named; small ones are decoration', async () => {
  const material = await drawIn([text, text], async (document) => {
    const image = await document.embedPng(halves(red, blue, 64, 64));
    const small = await document.embedPng(halves(red, blue, 32, 32));
    for (let count = 0; count < 201; count += 1) page(document, image, { x: 60 + count, width: 20, height: 20 });
    for (let count = 0; count < 201; count += 1) page(document, small, { x: 60 + count, width: 20, height: 20 }, 2);
  });
  expect(material.pictures.leftOut.map(({ slide, lastPage, reason }) => [slide, lastPage, reason])).toEqual([[1, 1, 'too-many']]);
});

it('reading a page decodes nothing, and no further picture is decoded when the time is over', async () => {
  const document = await pdfOf([[heading, ...text]]);
  page(document, await document.embedPng(halves(red, blue)), {});
  page(document, await document.embedPng(halves(blue, red)), { x: 300 });
  let isLate = true;
  const drawing = await PdfDrawing.open(await document.save(), () => isLate);
  if (!drawing) throw new Error('PDFium does not read it.');
  const seen = drawing.read(1, { toPage: [1, 0, 0, -1, 0, 800], width: 600, height: 800, hasText: true }).pictures;
  isLate = false;
  const files = seen.map(({ name }) => {
    const file = drawing.file(name);
    isLate = true;
    return typeof file === 'string' ? file : 'made';
  });
  expect(files).toEqual(['made', 'too-large']);
});

it('pictures of the same bytes with other masks are other pictures', async () => {
  const material = await drawIn([text, text, text, text], async (document) => {
    for (const [index, shares] of [0.2, 0.4, 0.6, 0.8].entries()) {
      const alpha = (pixel: number): number => (pixel % 100 < 100 * shares ? 255 : 0);
      const bytes = new Uint8Array(100 * 80 * 4);
      for (let pixel = 0; pixel < 100 * 80; pixel += 1) bytes.set([255, 0, 0, alpha(pixel)], pixel * 4);
      page(document, await document.embedPng(pngOf({ width: 100, height: 80, bytes })), {}, index + 1);
    }
  });
  expect(places(material)).toEqual([1, 2, 3, 4].map((number) => [[number, expect.any(String)]]));
});

it('a JPEG whose channels are not the colours of the page is drawn as it is seen', async () => {
  const gray = (document: PDFDocument): unknown => ['Separation', 'Black', 'DeviceGray', turnAround(document)];
  for (const dictionary of [
    (): object => ({ ColorSpace: 'DeviceRGB', Decode: [1, 0, 1, 0, 1, 0] }),
    (document: PDFDocument): object => ({ ColorSpace: ['DeviceN', ['One'], 'DeviceGray', (gray(document) as unknown[])[3]] }),
  ]) {
    const material = await drawIn([text], (document) => {
      addImage(document, { ...jpegImage, ...dictionary(document) }, jpeg);
    });
    expect(material.pictures.pictures[0]?.bytes.subarray(1, 4)).toEqual(new Uint8Array(Buffer.from('PNG')));
  }
});

it('a JPEG is taken without its EXIF, which would turn it', async () => {
  const exif = Buffer.from('ffe100224578696600004d4d002a000000080001011200030000000100060000000000000000', 'hex').subarray(0, 36);
  const turned = Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)]);
  const material = await drawIn([text], (document) => {
    addImage(document, { ...jpegImage, ColorSpace: 'DeviceRGB' }, new Uint8Array(turned));
  });
  expect(material.pictures.pictures[0]?.bytes).toEqual(jpeg);
});

it('a figure whose caption names a licence is kept', async () => {
  const caption = 'Figure 1: The heart (OpenStax, CC BY 4.0).';
  const material = await drawIn([[...text, { text: caption, left: 60, top: 515 }]], async (document) => {
    page(document, await document.embedJpg(jpeg), {});
  });
  expect(places(material)).toEqual([[[1, caption]]]);
});

it('a picture on pages that show one slide step by step is in one place', async () => {
  const points = [
    'The atria take the blood from the veins.',
    'The ventricles pump it.',
    'The valves keep it from flowing back.',
    'So it goes.',
  ];
  const steps = points.map((_, index) => [
    heading,
    ...points.slice(0, index + 1).map((said, row) => ({ text: said, top: 100 + 40 * row })),
  ]);
  const material = await drawIn([...steps, text], async (document) => {
    const image = await document.embedJpg(jpeg);
    for (const number of [1, 2, 3, 4]) page(document, image, {}, number);
  });
  expect(places(material)).toEqual([[[1, expect.any(String)]]]);
});

it('the alternative text of a tagged file is kept', async () => {
  const material = await drawIn([[heading, ...text]], async (document) => {
    const { context, catalog } = document;
    const own = document.getPage(0);
    const image = await document.embedJpg(jpeg);
    const name = own.node.newXObject('Picture', image.ref);
    own.node.addContentStream(
      context.register(context.stream(`/Figure <</MCID 0>> BDC q 200 0 0 160 60 300 cm ${name.toString()} Do Q EMC`)),
    );
    const root = context.nextRef();
    const figure = context.register(
      context.obj({ Type: 'StructElem', S: 'Figure', P: root, Pg: own.ref, K: 0, Alt: PDFHexString.fromText('A red heart') }),
    );
    const parents = context.register(context.obj({ Nums: [0, [figure]] }));
    context.assign(root, context.obj({ Type: 'StructTreeRoot', K: [figure], ParentTree: parents }));
    catalog.set(PDFName.of('StructTreeRoot'), root);
    catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }));
    own.node.set(PDFName.of('StructParents'), context.obj(0));
  });
  expect(places(material)).toEqual([[[1, 'A red heart']]]);
});
