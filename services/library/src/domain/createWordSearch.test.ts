import { createWordSearch } from './createWordSearch.ts';

const has = createWordSearch(
  '# The **heart**\n\n| Valve | Side |\n|---|---|\n| Mitral | left |\n\nSee [the atlas](https://example.org/left-side) ≥ 3.\n\n![Four chambers](picture:abc)',
);

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
])('%j: %s', (quote, isThere) => {
  expect(has(quote)).toBe(isThere);
});
