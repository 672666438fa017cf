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

/** A PNG with two colours, left and right. */
const halves = (left: Colour, right: Colour, width = 100, height = 80): Uint8Array => {
  const bytes = new Uint8Array(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel += 1) bytes.set(pixel % width < width / 2 ? left : right, pixel * 4);
  return pngOf({ width, height, bytes });
};

/** Returns the size of a PNG, and its colours near all four edges. */
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

it('takes a JPEG as stored, named by its heading or caption', async () => {
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

it('renders other pictures as they are seen: masked, turned, in forms', async () => {
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
  // Turned left by a quarter: the left side is below.
  expect(turned).toMatchObject({ size: [80, 100], top: red, bottom: blue });
  expect(inForm).toMatchObject({ size: [90, 70], left: blue });
});

it('keeps the picture of a page without text, next to the previous text', async () => {
  const material = await drawIn([[heading, ...text], []], async (document) => {
    page(document, await document.embedJpg(jpeg), { x: 0, y: 0, width: 600, height: 800 }, 2);
  });
  expect(material.pictures.pictures[0]?.places).toEqual([
    { slide: 2, pointer: { kind: 'page', page: 2, paragraph: 1, place: 2 }, alt: 'The heart' },
  ]);
});

it('drops decoration: on three pages or more, small, or behind text', async () => {
  const material = await drawIn([text, text, text], async (document) => {
    const logo = await document.embedJpg(jpeg);
    for (const number of [1, 2, 3]) page(document, logo, {}, number);
    page(document, await document.embedPng(halves(red, blue, 60, 60)), { x: 300 });
    page(document, await document.embedPng(halves(red, red)), { x: 0, y: 0, width: 600, height: 800 });
  });
  expect(material.pictures).toEqual({ pictures: [], leftOut: [] });
});

/** A picture with this dictionary on the first page. */
const addImage = (document: PDFDocument, dictionary: Record<string, unknown>, bytes: Uint8Array, x = 60): void => {
  const { context } = document;
  const stream = context.stream(bytes, { Type: 'XObject', Subtype: 'Image', BitsPerComponent: 8, ...dictionary } as LiteralObject);
  const { node } = document.getPage(0);
  const name = node.newXObject('Picture', context.register(stream)).toString();
  node.addContentStream(context.register(context.stream(`q 100 0 0 80 ${String(x)} 300 cm ${name} Do Q`)));
};
const jpegImage = { Width: 80, Height: 64, Filter: 'DCTDecode' };
/** A PDF function that inverts a number. */
const turnAround = (document: PDFDocument): PDFRef =>
  document.context.register(document.context.stream('{ 1 exch sub }', { FunctionType: 4, Domain: [0, 1], Range: [0, 1] }));

it('lists a picture with expensive colours as left out, and keeps the text and other pictures', async () => {
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

/** A picture with a mask that declares this many pixels per side. */
const masked = (document: PDFDocument, side: unknown, x?: number): void => {
  const mask = { Type: 'XObject', Subtype: 'Image', ColorSpace: 'DeviceGray', BitsPerComponent: 8, Filter: 'FlateDecode' };
  const bytes = deflateSync(new Uint8Array(10_000).fill(255));
  const SMask = document.context.register(document.context.stream(bytes, { ...mask, Width: side, Height: side } as LiteralObject));
  addImage(document, { ...jpegImage, ColorSpace: 'DeviceRGB', SMask }, jpeg, x);
};

it.each([
  ['1.6 billion pixels', (): unknown => 40_000],
  ['as many pixels as stand elsewhere', (document: PDFDocument): unknown => document.context.register(document.context.obj(40_000))],
])('lists a picture whose mask has %s as left out, without computing it', async (_, side) => {
  const metadataOf = jest.spyOn(Pdfium.prototype, 'metadataOf');
  const material = await drawIn([[heading, ...text]], (document) => {
    masked(document, side(document));
  });
  expect(metadataOf).not.toHaveBeenCalled();
  metadataOf.mockRestore();
  expect(material.source.passages[0]?.text).toBe('The heart');
  expect(material.pictures).toMatchObject({ pictures: [], leftOut: [{ slide: 1, reason: 'too-large' }] });
});

it('keeps a picture with a usual mask, or a list of colours as its mask', async () => {
  const material = await drawIn([[heading, ...text]], (document) => {
    masked(document, 100);
    const colours = document.context.register(document.context.obj([0, 1, 0, 1, 0, 1]));
    addImage(document, { ...jpegImage, ColorSpace: 'DeviceRGB', Mask: colours }, jpeg, 300);
  });
  expect(material.pictures.leftOut).toEqual([]);
  expect(material.pictures.pictures.length).toBeGreaterThan(0);
});

/** Only browser typings declare it. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (program: object, imports: object) => { exports: { f?: () => void } };
  Memory: new (size: { initial: number; maximum: number }) => { grow: (pages: number) => number };
};

/** A WebAssembly program whose only function executes `unreachable`. */
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
])('reads the text if PDFium %s at a picture, and lists this and later pictures as left out', async (_name, end) => {
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

it('reads the text if PDFium crashes at a page', async () => {
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

it('reads the text if PDFium cannot read the file, and lists its pages if it has pictures', async () => {
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

it('lists pages whose drawings were skipped for time as one range', async () => {
  let time = 0;
  const document = await pdfOf([text, text, text, text]);
  for (const number of [1, 2, 3, 4]) page(document, await document.embedPng(halves(red, blue, 80 + number)), {}, number);
  const read = jest.spyOn(PdfDrawing.prototype, 'read').mockImplementation((number) => {
    // Reading the second page uses up the time for drawings.
    if (number === 2) time = pdfLimits.drawingMilliseconds + 1;
    return { pictures: [], rules: [] };
  });
  const { pictures } = await readDocument(await document.save(), 'heart.pdf', () => time);
  read.mockRestore();
  expect(pictures.leftOut.map(({ slide, lastPage, reason }) => [slide, lastPage, reason])).toEqual([[3, 4, 'too-large']]);
});

it('lists a page with too many pictures; small ones are decoration', async () => {
  const material = await drawIn([text, text], async (document) => {
    const image = await document.embedPng(halves(red, blue, 64, 64));
    const small = await document.embedPng(halves(red, blue, 32, 32));
    for (let count = 0; count < 201; count += 1) page(document, image, { x: 60 + count, width: 20, height: 20 });
    for (let count = 0; count < 201; count += 1) page(document, small, { x: 60 + count, width: 20, height: 20 }, 2);
  });
  expect(material.pictures.leftOut.map(({ slide, lastPage, reason }) => [slide, lastPage, reason])).toEqual([[1, 1, 'too-many']]);
});

it('decodes nothing while reading pages, and no further picture after the time limit', async () => {
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

it('tells pictures with equal bytes and different masks apart', async () => {
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

it('renders a JPEG whose channels are not the colours of the page', async () => {
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

it('removes EXIF data from a JPEG, which would turn it', async () => {
  const exif = Buffer.from('ffe100224578696600004d4d002a000000080001011200030000000100060000000000000000', 'hex').subarray(0, 36);
  const turned = Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)]);
  const material = await drawIn([text], (document) => {
    addImage(document, { ...jpegImage, ColorSpace: 'DeviceRGB' }, new Uint8Array(turned));
  });
  expect(material.pictures.pictures[0]?.bytes).toEqual(jpeg);
});

it('keeps a figure whose caption names a licence', async () => {
  const caption = 'Figure 1: The heart (OpenStax, CC BY 4.0).';
  const material = await drawIn([[...text, { text: caption, left: 60, top: 515 }]], async (document) => {
    page(document, await document.embedJpg(jpeg), {});
  });
  expect(places(material)).toEqual([[[1, caption]]]);
});

it('counts a picture on pages that reveal one slide once', async () => {
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

it('keeps the alternative text of a tagged file', async () => {
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
