import { fork } from 'node:child_process';
import { once } from 'node:events';
import { silentLog } from '@lectern/service-kit';
import type { PagePicture } from './drawingMessages.ts';
import { createPageDrawer, type PageDrawerOptions, type PdfToDraw } from './createPageDrawer.ts';

/** Long enough for every machine. */
const patient = { milliseconds: 600_000, processorMilliseconds: 600_000 };
const text = (words: string): string => `BT /F 12 Tf 50 700 Td (${words}) Tj ET`;
const stream = (content: string, dictionary = ''): string => `<<${dictionary}/Length ${content.length}>>\nstream\n${content}\nendstream`;

/** Returns a PDF with a page for each content. */
const pdfOf = (...contents: readonly string[]): Uint8Array => {
  const first = 4;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${contents.map((_, index) => `${first + 2 * index} 0 R`).join(' ')}]/Count ${contents.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...contents.flatMap((content, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents ${first + 2 * index + 1} 0 R/Resources<</Font<</F 3 0 R>>/Shading<</S ${first + 2 * contents.length} 0 R>>>>>>`,
      stream(content),
    ]),
    '<</ShadingType 1/ColorSpace/DeviceGray/Domain[0 600 0 800]/Function 99 0 R>>',
  ];
  const slow = stream(`{ pop ${'1 exch sub '.repeat(5_000)} }`, '/FunctionType 4/Domain[0 600 0 800]/Range[0 1]');
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return new Uint8Array(Buffer.from(`%PDF-1.7\n${body}99 0 obj\n${slow}\nendobj\ntrailer\n<</Root 1 0 R/Size 100>>\n%%EOF`, 'latin1'));
};
/** A page that takes minutes. */
const slow = '/S sh';

const heart = pdfOf(text('The heart pumps.'), text('The lung breathes.'));
const passages: PdfToDraw['passages'] = [{ pointer: { kind: 'page', page: 2, paragraph: 1, place: 7 }, text: 'The lung breathes.' }];

const draw = async (bytes: Uint8Array, options: Partial<PageDrawerOptions> = {}) => {
  const pages: PagePicture[] = [];
  const drawer = createPageDrawer({ log: silentLog, ...options, limits: { ...patient, ...options.limits } });
  const left = await drawer.draw({ bytes, passages }, async (page) => {
    pages.push(page);
    return true;
  });
  return { pages, left };
};
const numbers = ({ pages }: { pages: readonly PagePicture[] }): number[] => pages.map(({ page }) => page);

it('draws a PDF in a process, as WebP with the places of its passages', async () => {
  const { pages, left } = await draw(heart);
  expect(left).toEqual([]);
  expect(pages).toMatchObject([
    { page: 1, width: 1_280, height: 1_707, alt: 'The heart pumps.', passages: [] },
    { page: 2, alt: 'The lung breathes.', passages: [{ paragraph: 7, boxes: [{}] }] },
  ]);
  for (const { bytes } of pages) expect(Buffer.from(bytes.subarray(8, 12)).toString()).toBe('WEBP');
}, 60_000);

it('leaves out a page that takes too long, and draws the others', async () => {
  const logged: unknown[] = [];
  const drawn = await draw(pdfOf(text('One'), slow, text('Three')), {
    log: (_level, event, fields) => logged.push([event, fields]),
    limits: { processorMilliseconds: 3_000 },
  });
  expect([numbers(drawn), drawn.left]).toEqual([[1, 3], [2]]);
  expect(logged).toContainEqual(['pages.aborted', { next: 3, isBroken: false }]);
}, 120_000);

it('gives up after three such pages', async () => {
  const drawn = await draw(pdfOf(slow, slow, slow, text('Four')), { limits: { processorMilliseconds: 1_500 } });
  expect([numbers(drawn), drawn.left]).toEqual([[], [1, 2, 3]]);
}, 120_000);

it('has no pages of a file that is no PDF', async () => {
  expect(await draw(new Uint8Array([1, 2, 3]))).toEqual({ pages: [], left: [] });
}, 60_000);

it('draws no further page once none is wanted, or one cannot be stored', async () => {
  const drawer = createPageDrawer({ log: silentLog, limits: patient });
  let taken = 0;
  const take = async (): Promise<boolean> => {
    taken += 1;
    return false;
  };
  await drawer.draw({ bytes: heart, passages }, take);
  expect(taken).toBe(1);
  const failure = new Error('The store is away.');
  await expect(drawer.draw({ bytes: heart, passages }, () => Promise.reject(failure))).rejects.toBe(failure);
}, 60_000);

it('ends with its service', async () => {
  const drawer = createPageDrawer({ log: silentLog, limits: patient });
  const drawing = drawer.draw({ bytes: pdfOf(slow), passages }, async () => true);
  drawer.close();
  await expect(drawing).rejects.toMatchObject({ name: 'DrawingEndedError' });
  await expect(drawer.draw({ bytes: heart, passages }, async () => true)).rejects.toMatchObject({ name: 'DrawingEndedError' });
  const child = fork(new URL('./drawPages.process.ts', `file://${__filename}`), [], {
    serialization: 'advanced',
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const ended = once(child, 'exit');
  child.disconnect();
  expect(await ended).toEqual([null, 'SIGKILL']);
}, 60_000);
