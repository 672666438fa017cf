import { growthOf } from '@lectern/test-servers';
import { foldText } from './foldText.ts';

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
