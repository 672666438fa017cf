import type { Passage, Source } from '@lectern/contracts';
import { loadTagger } from '../posTagger.ts';
import { headingName } from './entries.ts';
import type { Entry, List } from './Fact.ts';
import { findFacts } from './findFacts.ts';

/** A deck after its title page; a line's indentation is its level. */
const deckOf = (slides: Record<string, string[]>): Source => {
  const body = Object.entries(slides).flatMap(([title, lines], at): Passage[] => {
    const pointer = (paragraph: number) => ({ kind: 'slide', slide: at + 2, part: 'body', paragraph }) as const;
    return [
      { kind: 'title', text: title.replace(/ \d$/, ''), level: 0, pointer: pointer(1) },
      ...lines.map((line, index): Passage => ({
        kind: 'bullet',
        text: line.trim(),
        level: line.length - line.trimStart().length,
        pointer: pointer(index + 2),
      })),
    ];
  });
  return {
    title: 'Pottery',
    language: 'en',
    passages: [{ kind: 'title', text: 'Pottery', level: 0, pointer: { kind: 'slide', slide: 1, part: 'body', paragraph: 1 } }, ...body],
  } as Source;
};

const factsOf = async (slides: Record<string, string[]>) => findFacts(deckOf(slides), await loadTagger()).facts;
const entriesOf = async (slides: Record<string, string[]>): Promise<Entry[]> =>
  (await factsOf(slides)).filter((fact): fact is Entry => fact.type === 'entry');

describe('the name of a heading', () => {
  it.each([
    ['2. Pinch pots:', 'Pinch pots'],
    ['MARKETING ECONOMIES', 'Marketing economies'],
    ['Coiling defined', 'Coiling'],
    ['Snowball sampling/ Referral sampling', 'Snowball sampling'],
    ['Slip casting (moulds)', 'Slip casting'],
  ])('%s', (heading, name) => {
    expect(headingName(heading)).toBe(name);
  });
});

describe('what stands below a heading', () => {
  const said = (entries: Entry[]) => entries.map(({ subject, text, form, isFirst }) => [subject, text, form, isFirst]);

  it('is said of the heading: by indentation', async () => {
    const entries = await entriesOf({
      'Ways of shaping': [
        'Slab method',
        ' Developed by the tile makers of the northern coast',
        ' The potter joins flat plates of clay along their edges',
        'Wheel method',
        ' Produces a round wall from a lump that turns',
        ' Clay of an even and plastic body',
      ],
    });
    expect(said(entries)).toEqual([
      ['Slab method', 'Developed by the tile makers of the northern coast', 'sentence', true],
      ['Slab method', 'The potter joins flat plates of clay along their edges', 'sentence', false],
      ['Wheel method', 'Clay of an even and plastic body', 'phrase', false],
    ]);
  });

  it('is said of the heading: below labels of one level, over slides of one title, without the words that name it', async () => {
    const entries = await entriesOf({
      'Ways of shaping': [
        'Slab method:',
        'In this method, the potter joins flat plates along their scored edges.',
        'It is quick to learn.',
      ],
      'Ways of shaping 2': [
        'Wheel method:',
        'In the wheel method, a tall wall is drawn upward from a turning lump.',
        'This method also needs years of daily practice.',
      ],
    });
    expect(said(entries)).toEqual([
      ['Slab method', 'The potter joins flat plates along their scored edges', 'sentence', true],
      ['Wheel method', 'A tall wall is drawn upward from a turning lump', 'sentence', true],
      ['Wheel method', 'Needs years of daily practice', 'does', false],
    ]);
    expect(new Set(entries.map(({ group }) => group)).size).toBe(1);
  });

  it('is said of titles that one list of the material names', async () => {
    const entries = await entriesOf({
      'Kinds of kilns': ['Ash kiln', 'Salt kiln', 'Gas kiln'],
      'Ash kiln': ['The remains of burnt straw melt on the wall of the pot', 'Green and brown'],
      'Salt kiln': ['Vapour settles on the hot walls of every pot', 'Has the skin of an orange'],
      'Gas kiln': ['A poisonous dust dissolves in sour drinks of all kinds', 'Melts at low heat'],
      Firing: ['The oven cools for two days before it is opened'],
    });
    expect(said(entries)).toEqual([
      ['Ash kiln', 'The remains of burnt straw melt on the wall of the pot', 'sentence', true],
      ['Salt kiln', 'Vapour settles on the hot walls of every pot', 'sentence', true],
      ['Gas kiln', 'A poisonous dust dissolves in sour drinks of all kinds', 'sentence', true],
    ]);
  });

  it.each([
    ['points that speak of something else', 'They are used by the potters of this town every day'],
    ['questions', 'Which of the flat plates of clay hold best?'],
    ['examples', 'For example, the roof tiles of the old town hall'],
    ['points that name their heading', 'A slab is cut from the rolled clay with a wire'],
    ['little', 'Cheap and quick'],
  ])('is left out where it is no statement: %s', async (_, line) => {
    const entries = await entriesOf({
      'Ways of shaping': ['Slab method:', line, line, 'Wheel method:', 'A tall wall is drawn upward from a turning lump.', 'And more.'],
    });
    expect(entries.map(({ subject }) => subject)).toEqual(['Wheel method']);
  });

  it('is nothing where no other heading stands beside it, or headings name a side of their topic', async () => {
    const lines = ['The potter joins flat plates along their scored edges', 'A wire cuts the rolled clay into strips of one width'];
    expect(await entriesOf({ 'Ways of shaping': ['Slab method:', ...lines] })).toEqual([]);
    expect(await entriesOf({ 'Ways of shaping': ['Advantages:', ...lines, 'Disadvantages:', ...lines] })).toEqual([]);
  });
});

describe('lists of labels and sides', () => {
  const listsOf = async (slides: Record<string, string[]>): Promise<[string, string | undefined, string[]][]> =>
    (await factsOf(slides))
      .filter((fact): fact is List => fact.type === 'list')
      .map(({ heading, question, items }) => [heading, question, items.map(({ text }) => text)]);

  it('reads the labels below a topic that asks for them', async () => {
    const lists = await listsOf({
      'Factors for the choice of a kiln': ['1. Fuel:', 'Wood is dear in dry lands.', '2. Space:', 'A long kiln needs a hill.'],
      'Factors for the choice of a kiln 2': ['3. Season:', 'Rain cools the walls.'],
    });
    expect(lists).toContainEqual([
      'Factors for the choice of a kiln',
      'Which of these is a factor for the choice of a kiln?',
      ['Fuel', 'Space', 'Season'],
    ]);
  });

  it('reads the lines after "Advantages of …" up to the next such line', async () => {
    const lists = await listsOf({
      'Gas kilns': ['Advantages of gas kilns', 'Even heat', 'Clean walls', 'Disadvantages of gas kilns', 'High price', 'Danger of leaks'],
    });
    expect(lists).toEqual([
      ['Advantages of gas kilns', 'Which of these is an advantage of gas kilns?', ['Even heat', 'Clean walls']],
      ['Disadvantages of gas kilns', 'Which of these is a disadvantage of gas kilns?', ['High price', 'Danger of leaks']],
    ]);
  });

  it('quotes a heading with a clause of its own', async () => {
    const lists = await listsOf({ 'Factors that spoil a glaze': ['Dust in the oven', 'Damp clay', 'Sudden cold'] });
    expect(lists.map(([, question]) => question)).toEqual(['“Factors that spoil a glaze”: which of these is one of them?']);
  });
});
