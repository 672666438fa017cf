import { sourceOfText } from '@lectern/documents';
import { findFacts } from '../facts/findFacts.ts';
import { loadTagger } from '../languageModel.ts';
import { alterationsOf } from './alterationsOf.ts';

const altered = async (said: string, material = 'A kiln is an oven.') =>
  alterationsOf(findFacts(sourceOfText(material), await loadTagger()), 'glaze', said);
const textsOf = async (said: string): Promise<string[] | undefined> => (await altered(said))?.map(({ text }) => text);

describe('a statement that is made wrong', () => {
  it('has each of two words either way, so that no statement is more like the others than another', async () => {
    expect(await textsOf('It forms a broad layer on the inner wall')).toEqual([
      'It forms a narrow layer on the inner wall',
      'It forms a broad layer on the outer wall',
      'It forms a narrow layer on the outer wall',
    ]);
  });

  it('tells what the material says, and what stands there instead', async () => {
    const [first, , last] = (await altered('It forms a broad layer on the inner wall')) ?? [];
    expect(first).toMatchObject({ right: 'broad', wrong: 'narrow' });
    expect(last).toMatchObject({ right: 'broad” and “inner', wrong: 'narrow” and “outer' });
  });

  it('keeps the article right', async () => {
    expect(await textsOf('It gives an early end at a strong flow')).toContain('It gives a late end at a weak flow');
  });

  it.each([
    ['one word alone can be turned round', 'It forms a broad layer on every wall'],
    ['two directions depend on each other', 'It has a higher strength when it has a lower weight'],
    ['two words have one opposite', 'It slows a rapid flow in a rapid stream'],
    ['both opposites are told', 'It leads from the inner wall to the outer wall'],
  ])('is not made where %s', async (_, said) => {
    expect(await textsOf(said)).toBeUndefined();
  });

  it('is not made where the material says it of the subject', async () => {
    expect(await altered('It forms a broad layer on the inner wall', 'A glaze forms a narrow layer on the inner wall.')).toBeUndefined();
  });
});
