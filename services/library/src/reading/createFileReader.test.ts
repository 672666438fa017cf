import { fork } from 'node:child_process';
import { once } from 'node:events';
import { hash, randomFillSync } from 'node:crypto';
import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { readDeck, readDocument, readPictures, sourceOfDeck, workedMilliseconds } from '@lectern/documents';
import { deckBytes, packageOf, paragraph, picture, relationship, shape } from '@lectern/documents/testing';
import { createFileReader, isLargeFile, type FileReaderOptions } from './createFileReader.ts';

/** Long enough for every machine. */
const patient = { milliseconds: 600_000, processorMilliseconds: 600_000 };
const read = (kind: 'deck' | 'document', bytes: Uint8Array, limits: FileReaderOptions['limits'] = {}) =>
  createFileReader({ limits: { ...patient, ...limits } }).read({ kind, name: 'x.pdf', bytes });
const tookTooMuch = {
  name: 'ContentError',
  code: 'unreadable_file',
  message: 'This file takes too long or too much memory to read. Please split it into several.',
};

const stream = (dictionary: string, content: Buffer | string): string =>
  `<<${dictionary}/Length ${content.length}>>\nstream\n${content.toString('latin1')}\nendstream`;
/** A PDF of one page. Its resources are the objects from number 6 on. */
const pdfOf = (resources: string, content: string, ...more: readonly string[]): Uint8Array => {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>${resources}>>>>`,
    stream('', content),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...more,
  ];
  const text = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return new Uint8Array(Buffer.from(`%PDF-1.7\n${text}trailer\n<</Root 1 0 R/Size ${objects.length + 1}>>\n%%EOF`, 'latin1'));
};
const said = 'BT /F 12 Tf 50 700 Td (The heart pumps the blood.) Tj ET';
const pattern = '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<<>>';
const drawn = `${said} /Pattern cs /P scn 0 0 99 99 re f`;

/** What was read, with hashes of the pictures, because Jest compares bytes one by one. */
const hashed = ({ source, pictures: { pictures, leftOut } }: Awaited<ReturnType<typeof read>>) => ({
  source,
  pictures: pictures.map(({ bytes, ...picture }) => ({ ...picture, hash: hash('sha256', bytes) })),
  leftOut,
});

describe('a good file', () => {
  it('is read as without a process: a deck with pictures', async () => {
    const png = (size: number): Uint8Array => {
      const file = randomFillSync(new Uint8Array(size));
      file.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
      return file;
    };
    const bytes = await deckBytes({
      slides: Array.from(
        { length: 900 },
        (_, slide) =>
          shape(paragraph(`Unit ${slide}`), 'title') + shape(paragraph('A valve.')) + (slide < 2 ? picture('A heart', 'r1') : ''),
      ),
      relationships: { 1: relationship('r1', 'image', '../media/a.png'), 2: relationship('r1', 'image', '../media/b.png') },
      parts: { 'ppt/media/a.png': png(2_500_000), 'ppt/media/b.png': png(40) },
    });
    const deck = await readDeck(bytes);
    const pictures = await readPictures(bytes, deck, workedMilliseconds);
    expect(pictures.pictures.map((each) => each.bytes.byteLength)).toEqual([2_500_000, 40]);
    expect(hashed(await read('deck', bytes))).toEqual(hashed({ source: sourceOfDeck(deck), pictures }));
  }, 60_000);

  it('is read as without a process: a PDF with large pictures', async () => {
    const image = (side: number): string =>
      stream(
        `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/FlateDecode`,
        deflateSync(randomFillSync(Buffer.alloc(side * side * 3)), { level: 1 }),
      );
    const bytes = pdfOf(
      '/XObject<</A 6 0 R/B 7 0 R>>',
      `${said} q 90 0 0 90 50 500 cm /A Do Q q 90 0 0 90 50 300 cm /B Do Q`,
      image(900),
      image(80),
    );
    const expected = await readDocument(bytes.slice(), 'x.pdf', workedMilliseconds);
    expect(expected.pictures.pictures.map(({ bytes: file }) => file.byteLength > 1_000_000)).toEqual([true, false]);
    expect(hashed(await read('document', bytes))).toEqual(hashed(expected));
  }, 60_000);

  it('keeps the caller’s bytes intact, and may be a view of a larger buffer', async () => {
    const text = new TextEncoder().encode('# Cells\n\nA cell divides.');
    const shared = new Uint8Array(text.byteLength + 8).subarray(8);
    shared.set(text);
    const { source, pictures } = await read('document', shared);
    expect(source.passages.map((passage) => passage.text)).toContain('A cell divides.');
    expect(pictures).toEqual({ pictures: [], leftOut: [] });
    expect(Buffer.from(shared).toString()).toBe('# Cells\n\nA cell divides.');
  });
});

it('is refused with a message if unreadable, but not if empty', async () => {
  await expect(read('deck', new Uint8Array([1, 2, 3]))).rejects.toMatchObject({
    code: 'unreadable_file',
    message: expect.stringMatching(/^[A-Z].*\.$/),
  });
  await expect(read('document', new Uint8Array([0, 255, 0]))).rejects.toMatchObject({
    code: 'unsupported_type',
    message: 'Please choose a PDF, a Word document (.docx), Markdown or text.',
  });
  expect((await read('document', new Uint8Array())).source.passages).toEqual([]);
});

describe('a PDF', () => {
  it('of a gigabyte packed twice is refused without growing the service’s memory', async () => {
    const block = deflateRawSync(Buffer.from('1 2 m 3 4 l S '.repeat(71_429)), { finishFlush: constants.Z_SYNC_FLUSH });
    const once = Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array<Buffer>(1_000).fill(block), deflateRawSync(Buffer.alloc(0))]);
    const bytes = pdfOf('/Pattern<</P 6 0 R>>', drawn, stream(`${pattern}/Filter[/FlateDecode/FlateDecode]`, deflateSync(once)));
    expect(bytes.byteLength).toBeLessThan(100_000);
    const before = process.memoryUsage.rss();
    let most = 0;
    const looks = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5);
    await expect(read('document', bytes)).rejects.toMatchObject(tookTooMuch);
    clearInterval(looks);
    expect(most - before).toBeLessThan(100_000_000);
  }, 120_000);

  it('that blocks its reader is stopped by the CPU time limit', async () => {
    const packed = deflateSync(Buffer.from('1 2 m 3 4 l S '.repeat(3_000_000)));
    const bytes = pdfOf('/Pattern<</P 6 0 R>>', drawn, stream(`${pattern}/Filter/FlateDecode`, packed));
    const limits = { processorMilliseconds: 1_300, residentBytes: 4_000_000_000 };
    await expect(read('document', bytes, limits)).rejects.toMatchObject(tookTooMuch);
  }, 120_000);

  it('keeps its text and previous pictures if a picture blocks its reader, and lists that one', async () => {
    const image = (side: number, colours: string, channels = 1): string =>
      stream(
        `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent 8/ColorSpace ${colours}/Filter/FlateDecode`,
        deflateSync(Buffer.alloc(side * side * channels, 90)),
      );
    const bytes = pdfOf(
      '/XObject<</A 6 0 R/B 7 0 R>>',
      `${said} q 90 0 0 90 50 500 cm /A Do Q q 90 0 0 90 50 300 cm /B Do Q`,
      image(100, '/DeviceGray'),
      image(1_400, '[/DeviceN[/A/B/C]/DeviceGray 8 0 R]', 3),
      stream('/FunctionType 4/Domain[0 1 0 1 0 1]/Range[0 1]', `{ pop pop ${'1 exch sub '.repeat(5_000)} }`),
    );
    const { source, pictures } = await read('document', bytes, { processorMilliseconds: 3_500 });
    expect(source.passages.map(({ text }) => text)).toEqual(['The heart pumps the blood.']);
    expect(pictures.pictures).toHaveLength(1);
    expect(pictures.leftOut).toMatchObject([{ slide: 1, reason: 'too-large' }]);
  }, 120_000);
});

describe('a process', () => {
  const module = new URL('../../testing/greedy.process.ts', `file://${__filename}`);
  const run = (name: string, limits: FileReaderOptions['limits'] = {}) =>
    createFileReader({ module, limits: { ...patient, ...limits } }).read({ kind: 'document', name, bytes: new Uint8Array(2_500_000) });

  it.each([
    ['memory outside of the heap', { residentBytes: 300_000_000 }],
    ['memory of the heap', { residentBytes: 4_000_000_000 }],
    ['too long', { processorMilliseconds: 800 }],
    ['too long', { milliseconds: 800 }],
  ])(
    'that takes %s is stopped while another one continues',
    async (name, limits) => {
      const reader = createFileReader({ module, limits: { ...patient, ...limits } });
      const bytes = new Uint8Array(2_500_000);
      const [bad, good] = await Promise.allSettled([reader.read({ kind: 'document', name, bytes }), run('good')]);
      expect(bad).toMatchObject({ status: 'rejected', reason: tookTooMuch });
      expect(good).toMatchObject({ value: { source: { title: 'good', passages: [{ text: '2500000' }] } } });
    },
    120_000,
  );

  it('has sent what it read before it was blocked', async () => {
    // 2 MB are sent before the limit, even on a busy machine.
    const { source } = await run('too long after its text', { processorMilliseconds: 3_000 });
    expect(source.passages).toHaveLength(2_000);
  }, 120_000);

  it('that fails causes an internal error with its output', async () => {
    const failed = run('fault');
    await expect(failed).rejects.toThrow(/ended with 1: [^]*The thread has a fault/);
    await expect(failed).rejects.not.toHaveProperty('code');
  }, 60_000);

  it('ends when the service stops, and none is started after that', async () => {
    const reader = createFileReader({ module, limits: patient });
    const files = ['a', 'b', 'c', 'd'].map(() => ({ kind: 'document', name: 'too long', bytes: new Uint8Array(10) }) as const);
    const ended = Promise.allSettled(files.map((file) => reader.read(file)));
    reader.close();
    for (const each of await ended) expect(each).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
  }, 60_000);

  it('ends with its service, even while its thread is blocked', async () => {
    const child = fork(module, [], { serialization: 'advanced', execArgv: ['--disable-warning=ExperimentalWarning'] });
    const ended = once(child, 'exit');
    child.send({ kind: 'document', name: 'too long after its text', size: 0 });
    await once(child, 'message');
    child.disconnect();
    expect(await ended).toEqual([null, 'SIGKILL']);
  }, 60_000);
});

describe('the event loop of the service', () => {
  /** CPU time of the main thread in milliseconds. Unlike timer delays, it does not depend on other load. */
  const worked = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  /** Returns the longest time that the main thread worked between two turns while a file was read. */
  const longestTurn = async (kind: 'deck' | 'document', bytes: Uint8Array): Promise<number> => {
    let longest = 0;
    let before = worked();
    const looks = setInterval(() => {
      longest = Math.max(longest, worked() - before);
      before = worked();
    }, 1);
    await read(kind, bytes).finally(() => {
      clearInterval(looks);
    });
    return longest;
  };
  const facts = (count: number): string[] => Array.from({ length: count }, (_, index) => `The artery of type ${index} carries blood.`);

  it.each<[string, 'deck' | 'document', () => Promise<Uint8Array>]>([
    [
      '1,000 slides',
      'deck',
      () =>
        packageOf({
          slides: Array.from(
            { length: 1_000 },
            (_, index) =>
              shape(
                facts(6)
                  .map((text) => paragraph(text))
                  .join(''),
              ) + index,
          ),
        }).generateAsync({ type: 'uint8array' }),
    ],
    [
      'a deck of 50 MB',
      'deck',
      () =>
        packageOf({ slides: [shape(paragraph('Heart'))] })
          .file('ppt/media/film.bin', new Uint8Array(49 * 1024 * 1024))
          .generateAsync({ type: 'uint8array' }),
    ],
    ['2 MB of text', 'document', async () => new TextEncoder().encode(facts(45_000).join('\n\n'))],
    [
      'a PDF with 40 MB of pictures',
      'document',
      async () => {
        const side = 1_100;
        const images = Array.from({ length: 11 }, () =>
          stream(
            `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/FlateDecode`,
            deflateSync(randomFillSync(Buffer.alloc(side * side * 3)), { level: 1 }),
          ),
        );
        const names = images.map((_, index) => `/I${index} ${index + 6} 0 R`).join('');
        const shown = images.map((_, index) => `q 50 0 0 50 ${50 * index} 300 cm /I${index} Do Q`).join(' ');
        return pdfOf(`/XObject<<${names}>>`, `${said} ${shown}`, ...images);
      },
    ],
  ])(
    'is never blocked for 50 ms: %s',
    async (_name, kind, make) => {
      const bytes = await make();
      // Compilation, garbage collection and a shared core only add time, so the best of four runs counts.
      let best = Infinity;
      for (let tries = 0; best >= 50 && tries < 4; tries += 1) best = Math.min(best, await longestTurn(kind, bytes));
      expect(best).toBeLessThan(50);
    },
    240_000,
  );
});

it.each([
  ['a small PDF', 'document', '%PDF-1.7 small', true],
  ['a small .docx', 'document', 'PK\u0003\u0004 small', true],
  ['a small deck', 'deck', 'PK\u0003\u0004 small', false],
  ['a small text', 'document', 'The heart pumps the blood.', false],
  ['a long text', 'document', 'a'.repeat(1_000_001), true],
] as const)('takes %s for what it may hold, not for its packed bytes', (_, kind, content, isLarge) => {
  expect(isLargeFile({ kind, name: 'x', bytes: new TextEncoder().encode(content) })).toBe(isLarge);
});
