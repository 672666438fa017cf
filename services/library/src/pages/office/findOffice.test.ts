import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@lectern/test-servers';
import { findOffice } from './findOffice.ts';

const folder = temporaryFolder('office');
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
const program = (name: string, mode = 0o700): string => {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  const path = join(folder, 'bin', name);
  writeFileSync(path, '#!/bin/sh\n');
  chmodSync(path, mode);
  return path;
};

it('finds LibreOffice on the path, by the setting first, and none', () => {
  const nothing = join(folder, 'empty');
  mkdirSync(nothing);
  expect(findOffice(undefined, nothing)).toBeUndefined();
  const found = program('soffice');
  expect(findOffice(undefined, `${nothing}:relative:${join(folder, 'bin')}`)).toBe(found);
  const other = program('office-25');
  expect(findOffice(other, join(folder, 'bin'))).toBe(other);
  expect(findOffice('off', join(folder, 'bin'))).toBeUndefined();
});
