import { sourceOfText } from '@lectern/documents';
import { factsKept } from './factsKept.ts';

const source = sourceOfText(`# Heart failure

Digoxin immune fab is the antidote for digoxin toxicity.

- Report a gain of more than 3 pounds in one day

## References

Miller, A. (2019). The failing heart and its treatment.`);

it('finds each statement in one block of the guide or in two consecutive ones', () => {
  const { all, lost } = factsKept(
    '# Heart failure\n\nThe antidote for digoxin toxicity: [¶2](#paragraph-2)\n\n- Digoxin immune fab\n\nReport a gain of 3 pounds or more in one day.\n',
    source,
  );
  expect(all.map(({ text }) => text)).toEqual([
    'Digoxin immune fab is the antidote for digoxin toxicity.',
    'Report a gain of more than 3 pounds in one day',
  ]);
  expect(lost).toEqual([]);
});

it('misses a statement with less than three quarters of its words together', () => {
  const { lost } = factsKept('# Heart failure\n\nDigoxin has an antidote.\n\nFab.\n\nReport a gain of 3 pounds in one day.\n', source);
  expect(lost.map(({ text }) => text)).toEqual(['Digoxin immune fab is the antidote for digoxin toxicity.']);
});

it('finds a rewording in a block that cites the place, unless it is reversed', () => {
  const lecture = sourceOfText('# Medicines\n\nDigoxin slows the failing heart and strengthens its contraction before meals.');
  const lostWith = (sentence: string): number => factsKept(`# Medicines\n\n${sentence}\n`, lecture).lost.length;
  const guide = 'Before meals digoxin makes a weak heart beat slowly but contract with force.';
  expect(lostWith(`${guide} [¶2](#paragraph-2)`)).toBe(0);
  expect(lostWith(guide)).toBe(1);
  expect(lostWith(`${guide.replace('Before', 'After')} [¶2](#paragraph-2)`)).toBe(1);
});

it('finds a prose sentence in a summary of its paragraph, with its numbers', () => {
  const lecture = sourceOfText(
    '# Kidneys\n\nCreatinine is a late sign: it needs time to build up in the blood, and it may not rise for 24 to 48 hours after the kidney was harmed.',
  );
  const lostWith = (sentence: string): number => factsKept(`# Kidneys\n\n${sentence} [¶2](#paragraph-2)\n`, lecture).lost.length;
  expect(lostWith('Creatinine is a late sign that must build up and may not rise for 24 to 48 hours.')).toBe(0);
  expect(lostWith('Creatinine is a late sign that must build up and may not rise for 24 hours.')).toBe(1);
  expect(lostWith('Creatinine is a late sign that must build up and may rise for 24 to 48 hours.')).toBe(1);
});
