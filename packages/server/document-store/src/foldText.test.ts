import { growthOf } from '@lectern/test-servers';
import { foldInPieces, foldText } from './foldText.ts';

it.each([
  ['Ärzte  und\tÄrztinnen', 'arzte und arztinnen'],
  ['STRASSE', 'strasse'],
  ['Straße', 'strasse'],
  ['ﬁbre', 'fibre'],
  ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
  ['กำลัง', 'กําลัง'],
])('%s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

it.each([
  ['accents', '\u0301\u0316'],
  ['marks of another script', '\u05b0\u05bc\u05b4'],
  ['marks that are written as letters', '\uff9e\u0316'],
])('takes time linear in the length for many %s on one letter', async (_name, marks) => {
  const prepare = (size: number) => {
    const text = `a${marks.repeat(size / marks.length)}`;
    return () => foldText(text);
  };
  expect(await growthOf(prepare, { size: 12_000, harmlessMs: 60, most: 9 })).toBeLessThanOrEqual(9);
});

it('folds in pieces as in one piece', async () => {
  const signs = [...'aÄ\u00e4Σς ß\n\u3000\u00a8\u0301\u0316ﬁ😀\uff9e\uff76한\u1112\u1161\u11ab\uffa1ก\u0e4d\u0e32Ｚ\ud800\u05b0İıŉ'];
  let state = 7;
  const random = (most: number): number => (state = (state * 48_271) % 2_147_483_647) % most;
  for (let round = 0; round < 500; round += 1) {
    const text = Array.from({ length: random(60) }, () => signs[random(signs.length)]).join('');
    expect(await foldInPieces(text, 1 + random(9))).toBe(foldText(text));
  }
});
