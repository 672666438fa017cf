import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@lectern/test-servers';
import { createLogFile } from './createLogFile.ts';

let folder: string;
let file: string;
const said: string[] = [];
let at = 0;
beforeEach(() => {
  folder = temporaryFolder('log-file');
  file = join(folder, 'logs', 'auth.log');
  said.length = 0;
  at = 0;
});
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true, force: true });
});

const make = (bytesMax = 1_000, filesMax = 3) =>
  createLogFile({
    file,
    bytesMax,
    filesMax,
    say: (line) => said.push(line),
    clock: () => new Date('2026-03-05T10:00:00Z'),
    monotonic: () => at,
  });
const text = (line: string) => Buffer.from(line);

describe('a log file', () => {
  it('is rotated by its size, keeps as many as it may, and no line is in two', () => {
    const log = make();
    const print = log.source();
    for (let index = 0; index < 100; index += 1) {
      print(text(`line ${String(index).padStart(4, '0')} ${'x'.repeat(88)}\n`));
    }
    log.close();
    expect(readdirSync(join(folder, 'logs')).sort()).toEqual(['auth.log', 'auth.log.1', 'auth.log.2']);
    const all = ['auth.log.2', 'auth.log.1', 'auth.log'].map((name) => readFileSync(join(folder, 'logs', name), 'utf8'));
    for (const each of all) expect(each.length).toBeLessThanOrEqual(1_000);
    const numbers = all.join('').trim().split('\n');
    expect(numbers.at(-1)).toMatch(/^line 0099 x+$/);
    expect(numbers.map((line) => Number(line.slice(5, 9)))).toEqual(numbers.map((_, index) => 100 - numbers.length + index));
    expect(statSync(file).mode & 0o077).toBe(0);
    // If LOG_FILES_MAX is lowered, the next rotation removes the surplus files.
    const less = make(1_000, 1);
    less.source()(text(`${'y'.repeat(990)}\n`));
    less.close();
    expect(readdirSync(join(folder, 'logs'))).toEqual(['auth.log']);
  });

  it('continues an existing file, and does not mix the lines of two streams', () => {
    mkdirSync(join(folder, 'logs'));
    writeFileSync(file, 'before\n');
    const log = make();
    const [out, err] = [log.source(), log.source()];
    out(text('one, '));
    err(text('a problem\n'));
    out(text('two\nthr'));
    out(text('ee\n'));
    log.close();
    expect(readFileSync(file, 'utf8')).toBe('before\na problem\none, two\nthree\n');
  });

  it('drops and counts lines that cannot be written, says so once, and continues when it can', () => {
    const log = make(100_000);
    const print = log.source();
    print(text('one\n'));
    // Simulates a write error: a folder has the file's name.
    log.close();
    rmSync(file);
    mkdirSync(file);
    for (const line of ['two', 'three', 'four']) {
      print(text(`${line}\n`));
    }
    expect(said).toEqual([`${file} cannot be written (EISDIR): its lines are dropped.`]);
    rmSync(file, { recursive: true });
    // After a failure, writes are retried after one second.
    print(text('five\n'));
    expect(existsSync(file)).toBe(false);
    at += 1_000;
    print(text('six\n'));
    log.close();
    expect(said.at(-1)).toBe(`${file} is written again; 4 lines were dropped.`);
    expect(said).toHaveLength(2);
    expect(readFileSync(file, 'utf8')).toBe(
      '{"time":"2026-03-05T10:00:00.000Z","level":"warn","service":"supervisor","event":"log.dropped","lines":4}\nsix\n',
    );
  });

  it('cuts a line that never ends', () => {
    const log = make(100_000_000);
    const print = log.source();
    for (let index = 0; index < 400; index += 1) print(Buffer.alloc(10_000, 'x'));
    log.close();
    expect(
      Math.max(
        ...readFileSync(file, 'utf8')
          .split('\n')
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(80_000);
  });
});
