import { sourceOfText } from '@lectern/documents';
import { factsKept } from './factsKept.ts';

const source = sourceOfText(`# Heart failure

Digoxin immune fab is the antidote for digoxin toxicity.

- Report a gain of more than 3 pounds in one day

## References

Miller, A. (2019). The failing heart and its treatment.`);

it('finds each statement that teaches, in one block of the guide or in two neighbouring ones', () => {
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

it('misses a statement of which less than three quarters stand together', () => {
  const { lost } = factsKept('# Heart failure\n\nDigoxin has an antidote.\n\nFab.\n\nReport a gain of 3 pounds in one day.\n', source);
  expect(lost.map(({ text }) => text)).toEqual(['Digoxin immune fab is the antidote for digoxin toxicity.']);
});
