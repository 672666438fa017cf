import { sharedModuleList } from '@lectern/contracts/shared-modules';
import { satisfy } from './shortRanges.js';

describe('satisfy', () => {
  test.each([
    ['19.2.0', '^19.0.0', true],
    ['19.0.0', '^19.0.0', true],
    ['18.3.1', '^19.0.0', false],
    ['20.0.0', '^19.0.0', false],
    ['19.1.9', '^19.2.0', false],
    ['19.2.0', '<=19.2.0', true],
    ['19.1.12', '<=19.2.0', true],
    ['19.10.0', '<=19.2.0', false],
    ['0.0.0', '<=0.0.0', true],
    ['20.0.0-rc.1', '<=19.2.0', false],
  ])('%s in %s: %s', (version, range, expected) => {
    expect(satisfy(version, range)).toBe(expected);
  });

  test('remotes ask for no other kind of range', () => {
    for (const { range } of sharedModuleList) if (range !== false) expect(range).toMatch(/^\^[1-9]\d*\.\d+\.\d+$/);
  });
});
