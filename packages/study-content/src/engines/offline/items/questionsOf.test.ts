import { sourceOfText } from '@lectern/documents';
import { findFacts } from '../facts/findFacts.ts';
import { loadTagger } from '../posTagger.ts';
import { phrasesFor } from '../phrases.ts';
import { genusOf, Relatedness, ofOneKind } from './Relatedness.ts';
import { questionsOf } from './questionsOf.ts';

const text = `# Kilns

A kiln is an oven that hardens clay by steady heat. Kilns are compared by their fuel.

An updraft kiln leads the hot gases from the bottom to a chimney at the top. An updraft kiln loses much of its heat through the roof.

A downdraft kiln sends the hot gases down through the stacked pots and out at the floor.

A tunnel kiln moves the pots on wagons through zones of rising and falling temperature.

An electric kiln heats the pots with coils that are set into grooves of the brick wall.`;

const kilns = async () => {
  const tag = await loadTagger();
  const source = sourceOfText(text);
  const facts = findFacts(source, tag);
  return { tag, source, facts };
};

describe('a question which statement is true of a term', () => {
  it('offers statements about other terms of its kind, and names the term that each is true of', async () => {
    const { tag, source, facts } = await kilns();
    const questions = questionsOf(source, facts, phrasesFor('en'), { count: 5, random: () => 0.4 }, { boost: () => 0 }, tag);
    const [about] = questions.filter(({ question }) => question.includes('downdraft kiln'));
    expect(about?.answer).toBe('It sends the hot gases down through the stacked pots and out at the floor');
    for (const { text: option, rationale } of about?.distractors ?? []) {
      expect(option).toMatch(/^It /);
      expect(rationale).toMatch(/^This is said of an? (?:updraft|tunnel|electric) kiln \(paragraph \d\)\.$/);
    }
  });

  it('offers nothing that is said of the asked term itself', async () => {
    const { tag, source, facts } = await kilns();
    const questions = questionsOf(source, facts, phrasesFor('en'), { count: 5, random: () => 0.4 }, { boost: () => 0 }, tag);
    for (const { distractors } of questions.filter(({ question }) => question.includes('updraft kiln')))
      expect(distractors.map(({ rationale }) => rationale).join(' ')).not.toContain('updraft kiln');
  });
});

const questionsFrom = async (material: string, count = 8) => {
  const tag = await loadTagger();
  const source = sourceOfText(material);
  const facts = findFacts(source, tag);
  return questionsOf(source, facts, phrasesFor('en'), { count, random: () => 0.4 }, { boost: () => 0 }, tag);
};

it('asks what holds for one of the things that a table compares, beside what holds for the other in other features', async () => {
  const questions = await questionsFrom(`# Kilns

| Feature | Updraft kiln | Tunnel kiln |
| --- | --- | --- |
| Loading | Pots are stacked by hand | Pots ride on wagons |
| Heat | Lost through the roof | Kept between the zones |
| Firing | In batches with pauses | Without any pause |
| Fuel | Split wood or coal | Natural gas alone |`);
  const [about] = questions.filter(({ question }) => question.startsWith('Which of these describes'));
  const ofUpdraft = /^(?:Loading: pots are|Heat: lost|Firing: in batches|Fuel: split wood)/;
  const isOfUpdraft = about?.question === 'Which of these describes updraft kiln, in contrast to tunnel kiln?';
  expect(ofUpdraft.test(about?.answer ?? '')).toBe(isOfUpdraft);
  expect(about?.distractors.length).toBeGreaterThanOrEqual(2);
  for (const { text: option } of about?.distractors ?? []) expect(ofUpdraft.test(option)).toBe(!isOfUpdraft);
  expect(about?.distractors.map(({ text: option }) => option.split(':')[0])).not.toContain(about?.answer.split(':')[0]);
});

it.each([
  ['Item', 'Open kiln', 'Closed kiln', true],
  ['Stage', 'Qualitative', 'Quantitative', true],
  ['Kiln', 'Advantages', 'Disadvantages', false],
  ['Kiln', 'Fuel', 'Use', false],
])('takes the columns of a table for things that it compares: %s, %s, %s', async (first, second, third, isCompared) => {
  const tag = await loadTagger();
  const { facts } = findFacts(
    sourceOfText(`# Kilns

| ${first} | ${second} | ${third} |
| --- | --- | --- |
| Loading | Pots stacked by hand | Pots on wagons |
| Heat | Lost through the roof | Kept between zones |`),
    tag,
  );
  expect(facts.filter((fact) => fact.type === 'cell').map((fact) => fact.isCompared)).toEqual(Array.from({ length: 4 }, () => isCompared));
});

const terms = `# Terms of surveys

- Bias: a third cause distorts what was found
- Strength: larger links are less likely by chance
- Coherence: what was found agrees with other knowledge
- Analogy: similar causes lead to similar findings`;

it('asks which of the terms of one list a line describes, although it is a sentence', async () => {
  const questions = await questionsFrom(terms);
  const [about] = questions.filter(
    ({ question }) => question === 'Which of these is described by “similar causes lead to similar findings”?',
  );
  expect(about?.answer).toBe('Analogy');
  for (const { text: option } of about?.distractors ?? []) expect(['Bias', 'Strength', 'Coherence']).toContain(option);
});

it('offers people beside people, and none beside things', async () => {
  const questions = await questionsFrom(`# Penicillin

- Alexander Fleming: a Scottish physician who discovered penicillin
- Howard Florey: an Australian pathologist who made a drug of it
- Robert Koch: a German physician who found the bacterium of tuberculosis
- Penicillin: a drug that stops bacteria from building their wall
- Vancomycin: a drug that is given for bacteria that resist others
- Half-life: the time in which the body clears half of a drug
- Acidosis: a state in which the blood has too much acid`);
  const isOfPerson = (option: string): boolean => /Fleming|Florey|Koch|physician|pathologist/.test(option);
  expect(questions.some(({ answer }) => isOfPerson(answer))).toBe(true);
  expect(questions.some(({ answer }) => !isOfPerson(answer))).toBe(true);
  for (const { answer, distractors } of questions)
    expect(distractors.map(({ text: option }) => isOfPerson(option))).toEqual(distractors.map(() => isOfPerson(answer)));
});

it('offers nothing that only may be so, or is not so, beside what is so', async () => {
  const questions = await questionsFrom(
    `${text}\n\nA muffle kiln may crack after years of use in a damp place.\n\nA gas kiln was built from the bricks of an old church.`,
    12,
  );
  const asked = questions.filter(({ question, answer }) => / kiln/.test(question) && /^It (?!may|was)/.test(answer));
  expect(asked.length).toBeGreaterThan(0);
  for (const { distractors } of asked) for (const { text: option } of distractors) expect(option).not.toMatch(/\bmay\b|\bwas\b/);
});

it('offers nothing that says what a thing is beside what a thing does', async () => {
  const questions = await questionsFrom(`${text}\n\nA gas kiln is the main oven of the potters on the coast.`, 12);
  const options = questions
    .filter(({ question, answer }) => / kiln/.test(question) && /^It (?!is)/.test(answer))
    .flatMap(({ distractors }) => distractors.map(({ text: option }) => option));
  expect(options.length).toBeGreaterThan(2);
  expect(options).not.toContain('It is the main oven of the potters on the coast');
});

const sides = `# Gas kilns

## Advantages of gas kilns

- Even heat in every corner
- Clean walls after each firing
- Short time of cooling

## Disadvantages of gas kilns

- High price of the burner
- Danger of hidden leaks
- Noise of the strong fans`;

it('asks for an advantage beside disadvantages, and names in each rationale where the option stands', async () => {
  const questions = await questionsFrom(sides);
  const [about] = questions.filter(({ question }) => question === 'Which of these is an advantage of gas kilns?');
  expect(['Even heat in every corner', 'Clean walls after each firing', 'Short time of cooling']).toContain(about?.answer);
  expect(about?.distractors.map(({ rationale }) => rationale)).toEqual(
    about?.distractors.map(({ text: option }) => expect.stringMatching(`^${option}: .*“Disadvantages of gas kilns”`)),
  );
  expect(about?.distractors.length).toBeGreaterThanOrEqual(2);
});

it('asks for both sides in words that differ', async () => {
  const questions = (await questionsFrom(sides)).map(({ question }) => question);
  expect(questions.filter((question) => question.includes('gas kilns'))).toHaveLength(2);
});

const ways = `# Ways of shaping

Slab method:

- The potter joins flat plates along scored edges
- Boxes and tiles come from it

Wheel method:

- A tall wall is drawn upward from a turning lump
- Bowls and jars come from it

Mould method:

- Liquid clay dries on the inner side of plaster
- Cups of one shape come from it`;

it('asks which heading a point stands below, beside the other headings', async () => {
  const questions = await questionsFrom(ways);
  const [about] = questions.filter(({ question }) => question.includes('drawn upward'));
  expect(about?.question).toBe('Which of these is described by “a tall wall is drawn upward from a turning lump”?');
  expect([about?.answer, ...(about?.distractors ?? []).map(({ text: option }) => option)].sort()).toEqual([
    'Mould method',
    'Slab method',
    'Wheel method',
  ]);
});

describe('relatedness', () => {
  it.each([
    ['an oven that hardens clay by steady heat', 'oven'],
    ['a form of writing used by traders', 'writ'],
    ['a rotating drum which mixes the clay', 'drum'],
  ])('reads the noun of: %s', (meaning, noun) => {
    expect(genusOf(meaning)).toBe(noun);
  });

  it('counts things with the same head noun as of one kind, and a kind as part of its genus', async () => {
    const { tag, facts } = await kilns();
    const relatedness = new Relatedness(facts, tag);
    const at = (about: string) => ({ about, topic: '', place: 0 });
    expect(relatedness.of(at('updraft kiln'), at('tunnel kiln'), true)).toBeGreaterThanOrEqual(ofOneKind);
    expect(relatedness.of(at('updraft kiln'), at('brick wall'), true)).toBeLessThan(ofOneKind);
    expect(relatedness.isSubordinate('kiln', 'tunnel kiln')).toBe(true);
    expect(relatedness.isSubordinate('updraft kiln', 'tunnel kiln')).toBe(false);
  });
});
