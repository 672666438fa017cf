import { sourceOfText } from '@lectern/documents';
import { findFacts } from '../facts/findFacts.ts';
import { loadTagger } from '../posTagger.ts';
import { phrasesFor } from '../phrases.ts';
import { genusOf, Relatedness, ofOneKind } from './Relatedness.ts';
import { questionsOf } from './questionsOf.ts';

const text = `# Kilns

A kiln is an oven that hardens clay by steady heat.

An updraft kiln is a kiln that leads the hot gases to a chimney at the top. A tunnel kiln is a kiln that moves pots on wagons through zones of heat. An electric kiln is a kiln that heats pots with coils in its brick wall. A muffle kiln is a kiln that keeps the flames away from the pots.`;

const questionsFrom = async (material: string, count = 8) => {
  const tag = await loadTagger();
  const source = sourceOfText(material);
  const facts = findFacts(source, tag);
  return questionsOf(facts, phrasesFor('en'), { count, random: () => 0.4 }, { boost: () => 0 }, tag);
};

it.each([
  ['Item', 'Open kiln', 'Closed kiln', true],
  ['Stage', 'Qualitative', 'Quantitative', true],
  ['Kiln', 'Advantages', 'Disadvantages', false],
  ['Kiln', 'Fuel', 'Use', false],
])('recognises compared columns: %s, %s, %s', async (first, second, third, isCompared) => {
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

it('asks about a term with others of its kind, and offers each of them at most twice', async () => {
  const questions = await questionsFrom(text);
  const [about] = questions.filter(({ answer }) => answer === 'Tunnel kiln');
  expect(about?.question).toBe('Which term means “a kiln that moves pots on wagons through zones of heat”?');
  for (const { distractors } of questions) for (const { text: option } of distractors) expect(option).toMatch(/ kiln$/);
  const offered = questions.flatMap(({ distractors }) => distractors.map(({ text: option }) => option));
  for (const option of offered) expect(offered.filter((other) => other === option).length).toBeLessThanOrEqual(2);
});

it('never offers the genus of the key', async () => {
  for (const { answer, distractors } of await questionsFrom(text))
    if (answer !== 'Kiln') expect(distractors.map(({ text: option }) => option)).not.toContain('Kiln');
});

it('offers people among people, and none among things', async () => {
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

const sides = `# Gas kilns

## Advantages of gas kilns

- Even heat in every corner
- Clean walls after each firing
- Short time of cooling

## Disadvantages of gas kilns

- High price of the burner
- Danger of hidden leaks
- Noise of the strong fans`;

it('asks for an advantage among disadvantages, and names the place of each option', async () => {
  const questions = await questionsFrom(sides);
  const [about] = questions.filter(({ question }) => question === 'Which of these is an advantage of gas kilns?');
  expect(['Even heat in every corner', 'Clean walls after each firing', 'Short time of cooling']).toContain(about?.answer);
  expect(about?.distractors.map(({ rationale }) => rationale)).toEqual(
    about?.distractors.map(({ text: option }) => expect.stringMatching(`^${option}: .*“Disadvantages of gas kilns”`)),
  );
  expect(about?.distractors.length).toBeGreaterThanOrEqual(2);
});

it('asks nothing about a list without a contrasting one', async () => {
  expect(await questionsFrom(sides.slice(0, sides.indexOf('## Dis')))).toEqual([]);
});

describe('relatedness', () => {
  it.each([
    ['an oven that hardens clay by steady heat', 'oven'],
    ['a form of writing used by traders', 'writ'],
    ['a rotating drum which mixes the clay', 'drum'],
  ])('finds the genus in: %s', (meaning, noun) => {
    expect(genusOf(meaning)).toBe(noun);
  });

  it('treats a shared head noun as the same kind, and a kind as part of its genus', async () => {
    const tag = await loadTagger();
    const facts = findFacts(sourceOfText(text), tag);
    const relatedness = new Relatedness(facts, tag);
    const at = (about: string) => ({ about, topic: '', place: 0 });
    expect(relatedness.of(at('updraft kiln'), at('tunnel kiln'), true)).toBeGreaterThanOrEqual(ofOneKind);
    expect(relatedness.of(at('updraft kiln'), at('brick wall'), true)).toBeLessThan(ofOneKind);
    expect(relatedness.isSubordinate('kiln', 'tunnel kiln')).toBe(true);
    expect(relatedness.isSubordinate('updraft kiln', 'tunnel kiln')).toBe(false);
  });
});
