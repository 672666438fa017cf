import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@lectern/test-servers';
import { keepFile } from './keepFile.ts';

let folder: string;
beforeEach(() => {
  jest.useFakeTimers();
  folder = temporaryFolder('keep-file');
});
afterEach(() => {
  jest.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

test('a file that cannot be written is written as soon as it can, with the newest content', () => {
  const file = join(folder, 'later', 'pids.json');
  const keep = keepFile(file);
  keep('one');
  keep('two');
  jest.advanceTimersByTime(3_000);
  expect(existsSync(file)).toBe(false);
  mkdirSync(join(folder, 'later'));
  jest.advanceTimersByTime(1_000);
  expect(readFileSync(file, 'utf8')).toBe('two');
  keep('three');
  expect(readFileSync(file, 'utf8')).toBe('three');
  jest.advanceTimersByTime(10_000);
  expect(readFileSync(file, 'utf8')).toBe('three');
  expect(readdirSync(join(folder, 'later'))).toEqual(['pids.json']);
});
