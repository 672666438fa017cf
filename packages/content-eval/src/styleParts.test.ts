import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { guideStyles } from '@lectern/study-content';
import { styleParts } from './styleParts.ts';

it('has the parts that the engine gives to each named style', () => {
  expect(styleParts).toEqual(Object.fromEntries(guideStyles.map(({ name, parts }) => [name, parts])));
});

it('has each style that the screen offers, but for the outline, which has no parts', () => {
  const screen = readFileSync(join(__dirname, '../../../mf-library/src/guides/StyleField.tsx'), 'utf8');
  const offered = /const styles = \[([^\]]*)\]/.exec(screen)?.[1]?.match(/(?<=')[^',]+(?=')/g);
  expect(offered).toEqual([...Object.keys(styleParts), 'Outline']);
});
