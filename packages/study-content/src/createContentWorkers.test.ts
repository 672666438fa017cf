import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateSync } from 'node:zlib';
import { temporaryFolder } from '@lectern/test-servers';
import { createContentWorkers, isLargeTask } from './createContentWorkers.ts';
import { readingLimits } from './watchReading.ts';

const failingThread = join(__dirname, 'testing', 'failingThread.ts');

/** A PDF of these objects, the first of which is the catalog. */
const pdfOf = (objects: readonly string[]): string =>
  `%PDF-1.7\n${objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')}trailer\n<</Root 1 0 R/Size ${objects.length + 1}>>\n%%EOF`;

const setUp = (entry = failingThread) => {
  let told: (error: unknown) => void;
  const failed = new Promise<unknown>((resolve) => {
    told = resolve;
  });
  const workers = createContentWorkers({ entry: pathToFileURL(entry), threadFailed: (error) => told(error) });
  return { failed, workers, read: (text: string) => workers.run({ task: 'read-text', text }) };
};

it('reports a thread that cannot be loaded, and still runs the tasks that waited for it', async () => {
  const entry = join(temporaryFolder('thread'), 'thread.ts');
  const { failed, workers, read } = setUp(entry);
  const first = read('one');
  expect(await failed).toMatchObject({ code: 'ERR_MODULE_NOT_FOUND' });
  copyFileSync(failingThread, entry);
  expect(await Promise.all([read('two'), first])).toHaveLength(2);
  await workers.close();
}, 60_000);

it('rejects only the task of a thread that fails, and starts another thread for the next task', async () => {
  const { workers, read } = setUp();
  const others = Promise.all(['one', 'two'].map(read));
  await expect(read('memory')).rejects.toMatchObject({ name: 'ContentError', code: 'unreadable_file' });
  await expect(read('crash')).rejects.toThrow('The thread has a fault.');
  await expect(read('exit')).rejects.toThrow(/exited/);
  expect(await others).toHaveLength(2);
  expect(await Promise.all(['a', 'b', 'c', 'd', 'e'].map(read))).toHaveLength(5);
  await workers.close();
}, 60_000);

it('ends only the reading that takes too much memory, and no other one beside it', async () => {
  const workers = createContentWorkers({
    entry: pathToFileURL(join(__dirname, 'testing', 'greedyThread.ts')),
    threadFailed: (error) => {
      throw error;
    },
    reading: { heapBytes: readingLimits.heapBytes, bytes: 250_000_000, milliseconds: 600_000, wallMilliseconds: 600_000 },
  });
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const good = workers.run({ task: 'read-document', name: 'good.pdf', bytes: new Uint8Array(gate.buffer) });
  const greedy = workers.run({ task: 'read-document', name: 'greedy.pdf', bytes: new Uint8Array(4) });
  await expect(greedy).rejects.toMatchObject({ name: 'ContentError', code: 'unreadable_file' });
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
  expect(await good).toMatchObject({ source: { title: 'good.pdf' } });
  await workers.close();
}, 60_000);

it('ends a PDF that holds its thread, by the processor time of the thread', async () => {
  const workers = createContentWorkers({
    // The thread would reach its memory limit some two seconds after the end of its time.
    reading: { ...readingLimits, milliseconds: 800, wallMilliseconds: 600_000 },
    threadFailed: (error) => {
      throw error;
    },
  });
  // pdf.js reads a pattern that fills its picture in one piece.
  const pattern = `<</Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<<>>`;
  const packed = deflateSync(Buffer.from('1 2 m 3 4 l S '.repeat(3_000_000))).toString('latin1');
  const content = 'BT /F 12 Tf 50 700 Td (The heart pumps the blood.) Tj ET /Pattern cs /P scn 0 0 99 99 re f';
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>/Pattern<</P 6 0 R>>>>>>',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    `${pattern}/Length ${packed.length}/Filter/FlateDecode>>\nstream\n${packed}\nendstream`,
  ];
  const file = pdfOf(objects);
  await expect(
    workers.run({ task: 'read-document', name: 'x.pdf', bytes: new Uint8Array(Buffer.from(file, 'latin1')) }),
  ).rejects.toMatchObject({
    code: 'unreadable_file',
    message: expect.stringMatching(/^This file takes too long to read, or too much memory/),
  });
  await workers.close();
}, 120_000);

it('keeps the text of a PDF, and the picture before, when a picture holds its thread, and names that one', async () => {
  const workers = createContentWorkers({
    reading: { ...readingLimits, milliseconds: 2_500, wallMilliseconds: 600_000 },
    threadFailed: (error) => {
      throw error;
    },
  });
  const stream = (dictionary: string, content: Buffer | string): string =>
    `<<${dictionary}/Length ${content.length}>>\nstream\n${content.toString('latin1')}\nendstream`;
  const image = (side: number, colours: string, channels = 1): string =>
    stream(
      `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent 8/ColorSpace ${colours}/Filter/FlateDecode`,
      deflateSync(Buffer.alloc(side * side * channels, 90)),
    );
  const file = pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>/XObject<</A 6 0 R/B 7 0 R>>>>>>',
    stream('', 'BT /F 12 Tf 50 700 Td (The heart pumps the blood.) Tj ET q 90 0 0 90 50 500 cm /A Do Q q 90 0 0 90 50 300 cm /B Do Q'),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    image(100, '/DeviceGray'),
    image(1_400, '[/DeviceN[/A/B/C]/DeviceGray 8 0 R]', 3),
    stream('/FunctionType 4/Domain[0 1 0 1 0 1]/Range[0 1]', `{ pop pop ${'1 exch sub '.repeat(5_000)} }`),
  ]);
  const read = await workers.run({ task: 'read-document', name: 'x.pdf', bytes: new Uint8Array(Buffer.from(file, 'latin1')) });
  expect(read.source.passages.map(({ text }) => text)).toEqual(['The heart pumps the blood.']);
  expect(read.pictures.pictures).toHaveLength(1);
  expect(read.pictures.leftOut).toMatchObject([{ slide: 1, reason: 'too-large' }]);
  await workers.close();
}, 120_000);

it.each([
  ['a small PDF', '%PDF-1.7 small', true],
  ['a small .docx', 'PK\u0003\u0004 small', true],
  ['a small text', 'The heart pumps the blood.', false],
  ['a long text', 'a'.repeat(1_000_001), true],
])('takes %s for what it may hold, not for its packed bytes', (_, content, isLarge) => {
  expect(isLargeTask({ task: 'read-document', name: 'x', bytes: new TextEncoder().encode(content) })).toBe(isLarge);
});
