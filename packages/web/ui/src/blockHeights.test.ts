import { blockHeightOf, keepBlockHeight, mostHeights } from './blockHeights';

test('a bounded number of heights is kept, and the oldest go', () => {
  const height = { height: 900, cards: 12, windowWidth: 360 };
  for (let block = 0; block < mostHeights; block += 1) keepBlockHeight(`g${String(block)}`, height);
  keepBlockHeight('g0', { ...height, height: 800 });
  keepBlockHeight('further', height);
  expect(blockHeightOf('g0')).toEqual({ ...height, height: 800 });
  expect(blockHeightOf('g1')).toBeUndefined();
  expect(blockHeightOf('g2')).toEqual(height);
  expect(blockHeightOf('further')).toEqual(height);
});
