import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@lectern/test-servers';
import { keepBuildCache } from './keepBuildCache.ts';

it('deletes what is older than two weeks, and nothing else', () => {
  const folder = temporaryFolder('builds');
  const now = Date.UTC(2026, 10, 26);
  for (const [name, days] of [
    ['old', 15],
    ['young', 13],
  ] as const) {
    writeFileSync(join(folder, name), '');
    utimesSync(join(folder, name), now / 1_000, now / 1_000 - days * 86_400);
  }
  keepBuildCache(folder, now);
  expect(readdirSync(folder)).toEqual(['young']);
});

it('does nothing where there is no cache yet', () => {
  expect(() => keepBuildCache(join(temporaryFolder('builds'), 'absent'), 0)).not.toThrow();
});
