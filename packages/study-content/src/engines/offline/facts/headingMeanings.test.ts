import { sourceOfText } from '@lectern/documents';
import { loadTagger } from '../posTagger.ts';
import { findFacts } from './findFacts.ts';

const definitionsIn = async (text: string): Promise<string[]> =>
  findFacts(sourceOfText(text), await loadTagger()).facts.flatMap((fact) =>
    fact.type === 'definition' ? [`${fact.subject} = ${fact.meaning}`] : [],
  );

it('reads what stands below a heading without its name as its meaning', async () => {
  expect(
    await definitionsIn(`# Glazing

- The process of coating fired pots with a thin layer of glass.

# Kiln wash

- A powder that keeps pots from sticking to the shelves of the kiln.`),
  ).toEqual([
    'Glazing = The process of coating fired pots with a thin layer of glass',
    'Kiln wash = A powder that keeps pots from sticking to the shelves of the kiln',
  ]);
});

it.each([
  ['a line that goes on below it', '# Glazing\n\n- A set of tools for coating'],
  ['a side of the topic', '# Advantages of glazing\n\n- A surface that keeps water out of the pot'],
  ['a sentence of its own', '# Glazing\n\n- The master states that pots are coated with a thin layer of glass.'],
  [
    'a line far below the heading',
    '# Glazing\n\n- Dip it.\n- Turn it.\n- Wipe it.\n- Dry it.\n- A powder that keeps pots from sticking to the shelves.',
  ],
])('but not %s', async (_case, text) => {
  expect(await definitionsIn(text)).toEqual([]);
});
