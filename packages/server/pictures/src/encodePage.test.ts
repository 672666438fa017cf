import sharp from 'sharp';
import { encodePage } from './encodePage.ts';

it('encodes a page as WebP of its size, without transparency and metadata', async () => {
  const [width, height] = [640, 360];
  const pixels = new Uint8Array(width * height * 4).map((_, index) => (index % 4 === 3 ? 0 : 200));
  const file = await encodePage({ width, height, pixels });
  const { format, hasAlpha, exif, icc, ...size } = await sharp(file).metadata();
  expect({ format, hasAlpha, exif, icc, width: size.width, height: size.height }).toEqual({
    format: 'webp',
    hasAlpha: false,
    width,
    height,
  });
  const [red = 0] = await sharp(file).raw().toBuffer();
  expect(Math.abs(red - 200)).toBeLessThan(3);
});
