import { sourceOfText } from '@lectern/documents';
import type { Source } from '@lectern/contracts';
import { wholeTextOf } from './continuedPassages.ts';

const wholeTexts = (text: string): string[] => {
  const source: Source = sourceOfText(text);
  return source.passages.map((passage) => wholeTextOf(source, passage));
};

it('joins passages that share a sentence, but not list items', () => {
  const [title, ...whole] = wholeTexts('# Tides\n\nIt is not true that\n\nspring tides rise in spring.\n\nNeap tides are low.');
  expect(title).toBe('Tides');
  expect(whole).toEqual([
    'It is not true that spring tides rise in spring.',
    'It is not true that spring tides rise in spring.',
    'Neap tides are low.',
  ]);
  expect(wholeTexts('# Tides\n\n- spring\n- neap\n\nThey come:\n\nfrom the moon')).toEqual([
    'Tides',
    'spring',
    'neap',
    'They come:',
    'from the moon',
  ]);
});
