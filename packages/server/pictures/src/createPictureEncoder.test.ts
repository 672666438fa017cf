import sharp from 'sharp';
import { mostPictures } from '@lectern/contracts';
import type { FoundPictures } from './PictureEncoder.ts';
import { createMetrics } from '@lectern/service-kit';
import { createPictureEncoder, type PictureEncoderOptions } from './createPictureEncoder.ts';
import type { EncodingResult } from './encodePicture.ts';

type Results = (bytes: Uint8Array) => EncodingResult | undefined;

const open: ReturnType<typeof createPictureEncoder>[] = [];
afterEach(() => {
  for (const encoder of open.splice(0)) encoder.close();
});

const start = (startDecoder?: PictureEncoderOptions['startDecoder']) => {
  const encoder = createPictureEncoder({ metrics: createMetrics({ part: 'library' }), ...(startDecoder && { startDecoder }) });
  open.push(encoder);
  return encoder;
};
const startWith = (results: Results) => start(() => ({ encode: async (bytes) => results(bytes), stop: () => undefined }));
const encoded: EncodingResult = { kind: 'encoded', bytes: new Uint8Array([1]), width: 100, height: 80 };
const found = (count: number): FoundPictures => ({
  pictures: Array.from({ length: count }, (_, index) => ({
    bytes: new Uint8Array([index % 256]),
    places: [{ slide: index + 1, alt: `Picture ${index}` }],
  })),
  leftOut: [],
});

it('encodes pictures in a process of its own', async () => {
  const file = await sharp({ create: { width: 100, height: 80, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const encoder = start();
  const places = [{ slide: 3, alt: 'Red' }];
  const deck: FoundPictures = {
    pictures: [
      { bytes: new Uint8Array(file), places },
      { bytes: new Uint8Array(file.subarray(0, 40)), places: [{ slide: 2, alt: 'Half' }] },
      { bytes: new Uint8Array(file), places: [{ slide: 4, alt: 'Again' }] },
    ],
    leftOut: [{ slide: 7, alt: 'Old', reason: 'format' }],
  };
  const made = await encoder.encode('u1', deck);
  expect(made.pictures).toMatchObject([{ width: 100, height: 80, places }, { places: [{ slide: 4 }] }]);
  expect(await sharp(made.pictures[0]?.bytes).metadata()).toMatchObject({ format: 'webp' });
  expect(made.leftOut).toEqual([
    { slide: 2, alt: 'Half', reason: 'damaged' },
    { slide: 7, alt: 'Old', reason: 'format' },
  ]);
});

it('starts no process for a deck without pictures', async () => {
  const encoder = start(() => {
    throw new Error('started');
  });
  expect(await encoder.encode('u1', { pictures: [], leftOut: [{ slide: 1, alt: 'Old', reason: 'format' }] })).toEqual({
    pictures: [],
    leftOut: [{ slide: 1, alt: 'Old', reason: 'format' }],
  });
});

it('keeps 200 pictures of a guide, counting each place, and lists the others', async () => {
  const made = await startWith(() => encoded).encode('u1', found(500));
  expect(made.pictures).toHaveLength(mostPictures);
  expect(made.leftOut).toHaveLength(300);
  expect(made.leftOut[0]).toEqual({ slide: 201, alt: 'Picture 200', reason: 'too-many' });
  const twice = found(150);
  for (const { places } of twice.pictures) places.push({ slide: 400, alt: 'Again' });
  const both = await startWith(() => encoded).encode('u1', twice);
  expect(both.pictures.flatMap(({ places }) => places)).toHaveLength(mostPictures);
});

it('counts no decoration and no damaged picture towards the 200', async () => {
  const made = await startWith(([first = 0]) => (first % 2 === 0 ? encoded : { kind: 'decoration' })).encode('u1', found(300));
  expect(made.pictures).toHaveLength(150);
  expect(made.leftOut).toEqual([]);
});

it('decodes no further picture of a deck that crashed the decoder three times', async () => {
  let asked = 0;
  const made = await startWith(() => {
    asked += 1;
    return asked === 1 ? encoded : undefined;
  }).encode('u1', found(10));
  expect(asked).toBe(4);
  expect(made.pictures).toHaveLength(1);
  expect(made.leftOut.map(({ reason }) => reason)).toEqual(Array(9).fill('damaged'));
});

it('reuses a decoder, even after a failure', async () => {
  let started = 0;
  const encoder = start(() => {
    started += 1;
    return { encode: async () => encoded, stop: () => undefined };
  });
  await encoder.encode('u1', found(1));
  await encoder.encode('u2', found(1));
  expect(started).toBe(1);
});
