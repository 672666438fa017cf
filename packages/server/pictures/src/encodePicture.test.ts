import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { encodePicture } from './encodePicture.ts';

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699', noise: { type: 'gaussian', mean: 128, sigma: 40 } } });
const png = async (width: number, height: number): Promise<Buffer> => drawn(width, height).png().toBuffer();

/** A PNG that declares this many pixels of one colour, packed well. */
const hugePng = (width: number, height: number): Buffer => {
  const chunk = (name: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // One bit per pixel, gray.
  header.set([1, 0, 0, 0, 0], 8);
  const data = deflateSync(Buffer.alloc(Math.ceil(width / 8) * 100));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

it('converts every raster format to WebP of at most 1,600 pixels per side', async () => {
  const large = sharp({ create: { width: 2_400, height: 1_200, channels: 3, background: '#336699' } });
  const files = [
    await large.clone().png().toBuffer(),
    await large.clone().jpeg().toBuffer(),
    await large.clone().gif().toBuffer(),
    await large.clone().webp().toBuffer(),
    await large.clone().tiff().toBuffer(),
  ];
  for (const file of files) {
    const made = await encodePicture(file);
    if (made.kind !== 'encoded') throw new Error(made.kind);
    expect([made.width, made.height]).toEqual([1_600, 800]);
    expect(await sharp(made.bytes).metadata()).toMatchObject({ format: 'webp', width: 1_600, height: 800 });
  }
});

it('enlarges nothing and keeps transparency', async () => {
  const file = await sharp({ create: { width: 100, height: 80, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .png()
    .toBuffer();
  const made = await encodePicture(file);
  if (made.kind !== 'encoded') throw new Error(made.kind);
  expect(await sharp(made.bytes).metadata()).toMatchObject({ width: 100, height: 80, hasAlpha: true });
});

it('drops metadata after turning a photo upright', async () => {
  const exif = { IFD0: { Copyright: 'Ann', ImageDescription: 'at home' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } };
  const file = await drawn(200, 100).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(file.includes('at home')).toBe(true);
  const made = await encodePicture(file);
  if (made.kind !== 'encoded') throw new Error(made.kind);
  const metadata = await sharp(made.bytes).metadata();
  expect([metadata.width, metadata.height]).toEqual([100, 200]);
  expect([metadata.exif, metadata.icc, metadata.xmp, metadata.orientation]).toEqual([undefined, undefined, undefined, undefined]);
  expect(Buffer.from(made.bytes).includes('at home')).toBe(false);
});

it('treats small pictures and licence badges as decoration', async () => {
  for (const [width, height] of [
    [63, 500],
    [500, 63],
    [403, 142],
    [403, 141],
  ] as const)
    expect(await encodePicture(await png(width, height))).toEqual({ kind: 'decoration' });
  expect((await encodePicture(await png(64, 64))).kind).toBe('encoded');
});

it('decodes no picture of more than 50 megapixels, whatever its file size', async () => {
  const huge = hugePng(30_000, 30_000);
  expect(huge.length).toBeLessThan(2_000);
  expect(await encodePicture(huge)).toEqual({ kind: 'problem', reason: 'too-large' });
});

it.each([
  ['a truncated PNG', async () => (await png(400, 300)).subarray(0, 5_000), 'damaged'],
  ['a truncated JPEG', async () => (await drawn(400, 300).jpeg().toBuffer()).subarray(0, 4_000), 'damaged'],
  ['a PNG whose data ends before its size', async () => hugePng(6_000, 6_000), 'damaged'],
  ['a PNG with nothing behind its signature', async () => (await png(10, 10)).subarray(0, 8), 'damaged'],
  [
    'an SVG with a script',
    async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><script>alert(1)</script></svg>'),
    'format',
  ],
  ['a page', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'damaged'],
  ['nothing', async () => Buffer.alloc(0), 'damaged'],
] as const)('names the problem of %s', async (_name, file, reason) => {
  expect(await encodePicture(await file())).toEqual({ kind: 'problem', reason });
});
