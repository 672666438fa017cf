import { sourceOfText } from '@lectern/documents';
import { findFacts } from '../facts/findFacts.ts';
import { loadTagger } from '../languageModel.ts';
import { Alterations } from './Alterations.ts';
import { Kinship } from './Kinship.ts';

const text = `# Kilns

A shuttle kiln is an oven that is loaded through a door. A shuttle kiln is compared with a tunnel kiln. A tunnel kiln is an oven that never cools.

A shuttle kiln gives a rapid rise of the inner temperature. The draught lowers the outer temperature of a tunnel kiln.`;

const alterations = async (): Promise<Alterations> => {
  const tag = await loadTagger();
  const facts = findFacts(sourceOfText(text), tag);
  return new Alterations(facts, new Kinship(facts, tag), tag);
};
const textsOf = async (said: string, subject = 'glaze'): Promise<string[] | undefined> =>
  (await alterations()).of(subject, said, () => 0)?.map((altered) => altered.text);

describe('a statement that is made wrong', () => {
  it('has each of two words either way, so that no statement is more like the others than another', async () => {
    expect(await textsOf('It forms a broad layer on the inner wall')).toEqual([
      'It forms a narrow layer on the inner wall',
      'It forms a broad layer on the outer wall',
      'It forms a narrow layer on the outer wall',
    ]);
  });

  it('tells what the material says, and what stands there instead', async () => {
    const [first, , last] = (await alterations()).of('glaze', 'It forms a broad layer on the inner wall', () => 0) ?? [];
    expect(first).toMatchObject({ right: 'broad', wrong: 'narrow' });
    expect(last).toMatchObject({ right: 'broad” and “inner', wrong: 'narrow” and “outer' });
  });

  it('keeps the article right', async () => {
    expect(await textsOf('It gives an early end at a strong flow')).toContain('It gives a late end at a weak flow');
  });

  it.each([
    ['one word alone can be turned round', 'It forms a broad layer on every wall'],
    ['two directions depend on each other', 'It has a higher strength when it has a lower weight'],
    ['both opposites are told', 'It leads from the inner wall to the outer wall'],
  ])('is not made where %s', async (_, said) => {
    expect(await textsOf(said)).toBeUndefined();
  });

  it('is not made where the material says it of the subject', async () => {
    const told = sourceOfText(`${text}\n\nA glaze forms a narrow layer on the inner wall.`);
    const tag = await loadTagger();
    const facts = findFacts(told, tag);
    const made = new Alterations(facts, new Kinship(facts, tag), tag);
    expect(made.of('glaze', 'It forms a broad layer on the inner wall', () => 0)).toBeUndefined();
  });

  it.each([
    ['a list sets them side by side', 'A clay brick, a glass brick and a stone brick are sold by weight.', true],
    ['one brick may be both', 'A stone brick may be of clay. A glass brick may be of stone.', false],
  ])('puts a term in the place of another where %s: %s', async (_, sentence, isMade) => {
    const bricks = ['Clay', 'Glass', 'Stone'].map((name) => `# ${name} brick\n\nA wall needs a ${name.toLowerCase()} brick.`).join('\n\n');
    const told = sourceOfText(`${bricks}\n\n${sentence}`);
    const tag = await loadTagger();
    const facts = findFacts(told, tag);
    const made = new Alterations(facts, new Kinship(facts, tag), tag).of('chimney', 'It stands on a clay brick of the yard', () => 0);
    const expected = isMade ? ['It stands on a glass brick of the yard', 'It stands on a stone brick of the yard'] : [];
    expect(made?.map((altered) => altered.text).sort() ?? []).toEqual(expected.sort());
  });
});
