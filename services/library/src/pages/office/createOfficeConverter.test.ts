import { fork } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs/promises';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { drawPages, type DrawnPage } from '@lectern/documents';
import { silentLog } from '@lectern/service-kit';
import { temporaryFolder } from '@lectern/test-servers';
import { officeDeck, officeDocument } from '../../../testing/officeFiles.ts';
import type { ConversionRequest } from './conversion.ts';
import { conversionLimits } from './conversion.ts';
import { createOfficeConverter, removeLeftConversions, type OfficeConverterOptions } from './createOfficeConverter.ts';
import { findOffice } from './findOffice.ts';

const now = Date.parse('2026-03-05T10:00:00Z');
let folder: string;
beforeEach(() => {
  folder = temporaryFolder('conversions');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const program = (script: string): string => {
  const path = join(folder, 'office');
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o700);
  return path;
};
const work = (): string => join(folder, 'work');
const converter = (options: Partial<OfficeConverterOptions> & Pick<OfficeConverterOptions, 'program'>) => {
  mkdirSync(work(), { recursive: true });
  return createOfficeConverter({
    dataFolder: join(folder, 'data'),
    log: silentLog,
    temporaryFolder: work(),
    ...options,
  });
};
const file = new Uint8Array([1, 2, 3]);

/** The command lines of all processes that name a word. */
const processesNaming = (word: string): string[] =>
  readdirSync('/proc').flatMap((pid) => {
    try {
      const line = /^\d+$/.test(pid) ? readFileSync(`/proc/${pid}/cmdline`, 'latin1') : '';
      return line.includes(word) ? [line.replaceAll('\0', ' ')] : [];
    } catch {
      return [];
    }
  });
/** Expects that every process of the test's folder ends. A signal takes effect a little later. */
const expectAllEnd = async (): Promise<void> => {
  for (let looks = 0; looks < 20_000 && processesNaming(folder).length > 0; looks += 1) await nextTurn();
  expect(processesNaming(folder)).toEqual([]);
};
/** Resolves when a program has created its file `started`. */
const untilStarted = async (): Promise<void> => {
  mkdirSync(work(), { recursive: true });
  for await (const { filename } of watch(work(), { recursive: true })) if (filename?.endsWith('started')) return;
};
/** Runs forever, and so does its child. Both have the folder in their command lines. */
const endless = 'case "$1" in child) while :; do :; done;; esac; "$0" child "$PWD" & touch started; wait';

it('gives LibreOffice a folder and a profile of its own and no secrets, and deletes them', async () => {
  process.env['SECRET_OF_TEST'] = 'a secret';
  const { convert } = converter({
    program: program('{ env; echo "$@"; ls profile/user; cat file.docx; } > file.pdf'),
  });
  const said = Buffer.from((await convert(new TextEncoder().encode('the file'), 'docx')) ?? []).toString();
  expect(said).toMatch(/HOME=\S*lectern-office-/);
  expect(said).toMatch(/UserInstallation=file:\S*\/profile --headless .*--convert-to pdf:writer_pdf_Export/);
  expect(said).toContain('registrymodifications.xcu\nthe file');
  expect(said).not.toContain('a secret');
  expect(readdirSync(work())).toEqual([]);
}, 60_000);

it('shows LibreOffice neither the data folder nor other processes, if the machine permits it', async () => {
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data', 'key'), 'a key of the site');
  const logged: { isEnclosed?: boolean }[] = [];
  const { convert } = converter({
    program: program(`{ cat ${folder}/data/key; cat /proc/${process.pid}/cmdline; } > file.pdf 2>&1; exit 0`),
    log: (_level, _event, fields) => logged.push(fields as { isEnclosed: boolean }),
  });
  const said = Buffer.from((await convert(file, 'docx')) ?? []).toString();
  const isEnclosed = logged[0]?.isEnclosed === true;
  if (!isEnclosed) console.log('Skipped: this machine permits no name spaces (unshare), so LibreOffice is only limited by its settings.');
  expect([said.includes('a key of the site'), said.includes('jest')]).toEqual([!isEnclosed, !isEnclosed]);
}, 60_000);

it.each([
  ['fails', 'echo half > file.pdf; exit 1'],
  ['writes nothing', 'true'],
  ['takes too much memory', `x=$(head -c 400000000 /dev/zero | tr '\\0' a); echo "$x" > file.pdf`],
  ['writes too much', 'head -c 3000000 /dev/zero > file.pdf'],
])(
  'has no PDF if LibreOffice %s',
  async (_, script) => {
    const { convert } = converter({ program: program(script), limits: { fileBytes: 2_000_000, memoryBytes: 200_000_000 } });
    expect(await convert(file, 'pptx')).toBeUndefined();
    expect(readdirSync(work())).toEqual([]);
  },
  60_000,
);

describe('all processes of LibreOffice end', () => {
  it('when it takes too long', async () => {
    const { convert } = converter({ program: program(endless), limits: { seconds: 2 } });
    expect(await convert(file, 'pptx')).toBeUndefined();
    await expectAllEnd();
  }, 60_000);

  it('when the service stops, and none is started after that', async () => {
    const { convert, close } = converter({ program: program(endless) });
    const started = untilStarted();
    const converting = convert(file, 'pptx');
    await started;
    close();
    await expect(converting).rejects.toMatchObject({ name: 'ConversionEndedError' });
    await expect(convert(file, 'pptx')).rejects.toMatchObject({ name: 'ConversionEndedError' });
    await expectAllEnd();
  }, 60_000);

  it('when the service is killed', async () => {
    const own = join(work(), 'one');
    mkdirSync(own, { recursive: true });
    const child = fork(new URL('./convert.process.ts', `file://${__filename}`), [], {
      serialization: 'advanced',
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    const ended = once(child, 'exit');
    const request = { command: [program(endless)], folder: own, hidden: '', limits: conversionLimits };
    const started = untilStarted();
    child.send(request satisfies ConversionRequest);
    await started;
    child.disconnect();
    await ended;
    await expectAllEnd();
  }, 60_000);
});

it('deletes the folders that a crash left, and no others', async () => {
  mkdirSync(work());
  const old = new Date(now - 3_600_000);
  for (const [name, time] of [
    ['lectern-office-old', old],
    ['lectern-office-new', new Date(now)],
    ['another', old],
  ] as const) {
    mkdirSync(join(work(), name));
    utimesSync(join(work(), name), time, time);
  }
  await removeLeftConversions({ log: silentLog, clock: () => new Date(now), temporaryFolder: work() });
  expect(readdirSync(work()).sort()).toEqual(['another', 'lectern-office-new']);
});

const libreOffice = findOffice(undefined, process.env['PATH']);
if (!libreOffice) console.log('Skipped: LibreOffice is missing on this machine, so no deck or Word document is converted.');

(libreOffice ? describe : describe.skip)('LibreOffice', () => {
  const pagesOf = async (bytes: Uint8Array, format: 'pptx' | 'docx'): Promise<DrawnPage[]> => {
    const pdf = await converter({ program: libreOffice ?? '' }).convert(bytes, format);
    const pages: DrawnPage[] = [];
    for await (const page of drawPages(pdf ?? new Uint8Array(), { passages: [] })) if (page.kind === 'drawn') pages.push(page);
    return pages;
  };
  const texts = (pages: readonly DrawnPage[]): string[] => pages.map(({ alt }) => alt);

  it('converts every slide of a deck, also hidden ones', async () => {
    expect(texts(await pagesOf(await officeDeck(['One', 'Two, which is hidden', 'Three'], [2]), 'pptx'))).toEqual([
      'One',
      'Two, which is hidden',
      'Three',
    ]);
  }, 120_000);

  it('converts a Word document, and loads nothing that it links to: no file of the machine, no address', async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests += 1;
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const secret = join(folder, 'secret.txt');
    writeFileSync(secret, 'SECRET');
    // A red square of 100 by 100 pixels.
    const picture = join(folder, 'secret.bmp');
    const header = Buffer.alloc(54);
    header.write('BM');
    for (const [value, at] of [
      [30_054, 2],
      [54, 10],
      [40, 14],
      [100, 18],
      [100, 22],
    ] as const)
      header.writeUInt32LE(value, at);
    header.writeUInt16LE(1, 26);
    header.writeUInt16LE(24, 28);
    writeFileSync(picture, Buffer.concat([header, Buffer.alloc(30_000).map((_, index) => (index % 3 === 2 ? 255 : 0))]));
    const bytes = await officeDocument(['The heart pumps.'], {
      pictures: [pathToFileURL(picture).href, `http://127.0.0.1:${port}/a.png`],
      texts: [secret, pathToFileURL(secret).href],
    });
    const [page] = await pagesOf(bytes, 'docx');
    server.close();
    expect(page?.alt).toBe('The heart pumps. stored stored');
    expect(requests).toBe(0);
    const colours = new Set<number>();
    const { pixels = new Uint8Array() } = page ?? {};
    for (let at = 0; at < pixels.length; at += 4) colours.add((pixels[at] ?? 0) - (pixels[at + 1] ?? 0));
    expect([...colours].filter((difference) => difference > 100)).toEqual([]);
  }, 120_000);
});
