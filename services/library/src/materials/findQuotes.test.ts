import { growthOf } from '@lectern/test-servers';
import { findQuotes } from './findQuotes.ts';

const markdown =
  '# The **heart**\n\n| Valve | Side |\n|---|---|\n| Mitral | left |\n\nSee [the atlas](https://example.org/left-side) ≥ 3.\n\n![Four chambers](picture:abc)';

it.each([
  ['The heart', true],
  ['the  HEART\nValve', true],
  ['Mitral left', true],
  ['See the atlas ≥ 3', true],
  ['ear', true],
  ['≥', true],
  ['≤', false],
  ['The lungs', false],
  ['example.org', false],
  ['Four chambers', false],
  ['chambersx', false],
])('%j: %s', (quote, isThere) => {
  expect(findQuotes({ markdown, quotes: [quote] })).toEqual([isThere]);
});

it('takes time linear in the guide for quotes that nearly match everywhere', async () => {
  const prepare = (size: number) => {
    const search = { markdown: 'a'.repeat(size), quotes: Array.from({ length: 4 }, () => `${'a'.repeat(900)}b${'a'.repeat(900)}`) };
    return () => findQuotes(search);
  };
  expect(await growthOf(prepare, { size: 100_000, harmlessMs: 20, most: 9 })).toBeLessThanOrEqual(9);
});
