import { sourceOfText } from '@lectern/documents';
import { citationOf } from '../fixtures/materials.ts';
import { generateCards } from '../generate.ts';
import type { DraftCard, DraftQuestion, StudyContentEngine } from '../StudyContentEngine.ts';
import type { CheckId } from './CheckId.ts';
import { checkCard } from './checkCard.ts';
import { checkQuestion } from './checkQuestion.ts';
import { isVerbatim } from './quotes.ts';

const source = sourceOfText(`# Examples

Warm air holds more vapour than cold air. Rain falls when rising air cools, because the vapour condenses into droplets.

Group O red cells carry neither A nor B antigens. A person of group AB has no antibodies against A or B and can receive red cells of every group.

Cacti open their stomata at night, so that they lose little water by day.

In the long run unemployment returns to its natural rate, whatever inflation is.

Sweat takes heat from the skin and releases vapour into the air.

Cardiopulmonary resuscitation starts with thirty compressions when an adult is not breathing normally. Two breaths follow.

The attribute aria-current marks the link to the current page in a menu. Screen readers say that it stands on the current page.

The state paid 3,000 francs to the builder in 1790 and 12,000 francs in 1801.

The gas equation is p × V = n × R × T, where V is the volume and T the temperature.

The bacterium E. coli lives in the gut and makes vitamin K, while C. tetani lives in soil.

A function of two nested loops over n entries takes O(n^2) time, and one that halves its range takes O(log n) time.

| Acid | Symbol | Amount |
|---|---|---|
| Acetic acid | A | 7 |
| Citric acid | C | 9 |

| Pigment | Absorbs light of a wavelength of about |
|---|---|
| Pigment alpha | 430 nm |
| Pigment beta | 453 nm |`);

const rationale = 'This is what the lecture says of it.';
const question = (
  quote: string,
  asked: string,
  answer: string,
  distractors: string[],
  explanation: string,
  change: Partial<DraftQuestion> = {},
): DraftQuestion => ({
  question: asked,
  answer,
  distractors: distractors.map((text, index) => ({ text, rationale: `${rationale} (${index + 1})` })),
  answerRationale: rationale,
  explanation,
  topic: 'Examples',
  concept: answer,
  source: citationOf(source, quote),
  ...change,
});

interface Example {
  taken: string;
  sound: DraftQuestion;
  /** What makes the sound question a bad one, and the check that then fails. */
  bad: Partial<DraftQuestion>;
  by: CheckId;
}

const rain = question(
  'Rain falls when rising air cools',
  'Why does rain fall where air rises over a mountain?',
  'The vapour in it condenses as it cools',
  ['The droplets in it freeze as it warms', 'The pressure in it grows as it falls'],
  'Higher up the surrounding pressure is lower, so a parcel expands and its temperature drops. What no longer fits in comes out as droplets.',
);
const antigens = question(
  'Group O red cells carry neither A nor B antigens.',
  'What makes red cells of group O safe for any patient?',
  'They have no A or B antigens on them',
  ['They have every known antigen on them', 'They have both kinds of vapour in them'],
  'Antibodies of a patient need antigens to bind to, and group O cells offer neither of the two kinds.',
);
const cactus = question(
  'Cacti open their stomata at night, so that they lose little water by day.',
  'What do cacti gain by opening their stomata at night?',
  'They get carbon without losing much water by day',
  ['They get water without opening a pore by day', 'They get vitamins without any light by day'],
  'The pores have to open at some time. In the cool of the night little water evaporates through the stomata of a cactus.',
);
const sweat = question(
  'Sweat takes heat from the skin and releases vapour into the air.',
  'What does sweat do for the skin?',
  'It absorbs heat from the skin',
  ['It keeps cold off the skin', 'It brings light to the skin'],
  'To become vapour, sweat needs energy. It takes this energy from the skin in the form of heat, and the skin cools.',
);
const breathing = question(
  'Cardiopulmonary resuscitation starts with thirty compressions when an adult is not breathing normally.',
  'What does a helper do first when an adult is not breathing normally?',
  'Give thirty compressions',
  ['Give a hundred breaths', 'Give some warm fluids'],
  'The blood still holds oxygen in the first minutes, so moving it comes first. Resuscitation therefore starts with thirty compressions.',
);
const currentPage = question(
  'The attribute aria-current marks the link to the current page in a menu.',
  'Which attribute tells a screen reader that a visitor is on the current page of a menu?',
  'aria-current',
  ['aria-antigen', 'aria-current-air'],
  'Those who see the menu find the marked link at once. Those who listen to a screen reader need the attribute to be told.',
);
const francs = question(
  'The state paid 3,000 francs to the builder in 1790 and 12,000 francs in 1801.',
  'How much did the state pay to the builder in 1801?',
  '12,000 francs',
  ['3,000 francs', '6,000 francs', '24,000 francs'],
  'The state paid 12,000 francs in 1801, four times the 3,000 francs of 1790. Neither 6,000 nor 24,000 francs were ever paid to the builder.',
);
const volume = question(
  'The gas equation is p × V = n × R × T, where V is the volume and T the temperature.',
  'Which side of the gas equation stands for pressure times volume?',
  'p × V',
  ['n × R × T', 'R × T', 'V'],
  'In the gas equation the volume is written as V, and the pressure that goes with it is the first factor of the left side.',
);
const symbol = question(
  'The gas equation is p × V = n × R × T, where V is the volume and T the temperature.',
  'By which symbol does the gas equation call the volume?',
  'V',
  ['n × R', 'T', 'p'],
  'The volume is the second factor of the left side of the gas equation, behind the pressure.',
);
const coli = question(
  'The bacterium E. coli lives in the gut and makes vitamin K, while C. tetani lives in soil.',
  'Which bacterium lives in the gut?',
  'E. coli',
  ['C. tetani', 'C. alpha'],
  'This bacterium of the gut makes vitamin K there, while its relative needs soil without oxygen.',
);
const loops = question(
  'A function of two nested loops over n entries takes O(n^2) time',
  'How much time do two nested loops over n entries take?',
  'O(n^2)',
  ['O(log n)', 'O(1)', '2n'],
  'For each of the n entries the inner loop visits every entry once more, so that the visits multiply.',
);

const examples: Example[] = [
  {
    taken: 'an explanation with the mechanism in other words for one of another thing',
    sound: rain,
    bad: {
      explanation: 'In the long run unemployment returns to its natural rate, and then firms hire no more people than they did before.',
    },
    by: 'explanation',
  },
  {
    taken: '“neither … nor” and “no” for a reversal',
    sound: antigens,
    bad: { answer: 'They have A and B antigens on them all' },
    by: 'no-contradiction',
  },
  {
    taken: '“without” for a reversal of “little”',
    sound: cactus,
    bad: { answer: 'They get carbon while gaining much water by day' },
    by: 'no-contradiction',
  },
  {
    taken: '“not linked” for a reversal',
    sound: question(
      'In the long run unemployment returns to its natural rate, whatever inflation is.',
      'How does inflation act on unemployment in the long run?',
      'Unemployment is not linked to inflation',
      ['Unemployment doubles with inflation', 'Unemployment is paid by inflation'],
      'In the long run people expect the higher prices, so unemployment returns to its natural rate at any inflation.',
    ),
    bad: { answer: 'Unemployment never returns to its natural rate' },
    by: 'no-contradiction',
  },
  {
    taken: '“absorbs” beside “releases” of another thing for a reversal',
    sound: sweat,
    bad: { answer: 'It absorbs vapour from the air' },
    by: 'no-contradiction',
  },
  {
    taken: 'a negation in a clause for a negative stem',
    sound: breathing,
    bad: { question: 'What is not the first thing that a helper does for an adult?' },
    by: 'positive-stem',
  },
  {
    taken: 'the current page of a site for a thing unseen',
    sound: {
      ...currentPage,
      answer: 'Its mark in the menu',
      distractors: [
        { text: 'Its vapour in the air', rationale },
        { text: 'Its rate in the run', rationale: `${rationale} (2)` },
      ],
      question: 'What does aria-current add to the link that stands on the current page?',
    },
    bad: { question: 'What does aria-current add to the link that is shown on this page?' },
    by: 'self-contained',
  },
  {
    taken: 'wrong numbers that are round like the right one for invented ones',
    sound: francs,
    bad: { explanation: 'The state paid 24,000 francs in 1801, four times what the builder had received for his work before.' },
    by: 'names-and-numbers',
  },
  { taken: 'a formula for an option of another kind', sound: volume, bad: { answer: 'B' }, by: 'one-right-option' },
  { taken: 'a value of one letter for an option letter', sound: symbol, bad: { answer: '(A)' }, by: 'one-right-option' },
  {
    taken: 'the name of a bacterium for a text behind an option letter',
    sound: coli,
    bad: { answer: 'B. E. coli' },
    by: 'one-right-option',
  },
  { taken: 'orders of growth for options of different kinds', sound: loops, bad: { answer: 'Quadratic time' }, by: 'one-kind-of-option' },
];

it.each(examples)('does not take $taken, and refuses its bad twin', ({ sound, bad, by }) => {
  expect(checkQuestion(sound, source)).toEqual([]);
  expect(checkQuestion({ ...sound, ...bad }, source)).toContain(by);
});

const card = (front: string, back: string, quote: string): DraftCard => ({ front, back, source: citationOf(source, quote) });

it('does not take the choices of a person for the options of a question', () => {
  const sound = card(
    'Which heat does sweat take from the skin, among the choices a body has?',
    'Heat from the skin',
    'Sweat takes heat from the skin',
  );
  expect(checkCard(sound, source)).toEqual([]);
  expect(checkCard({ ...sound, front: 'Which heat does sweat take in option B of the skin?' }, source)).toContain('self-contained');
});

it('lets a whole cell be quoted, although it is one character, and no other character', () => {
  const { pointer } = citationOf(source, 'Acetic acid');
  expect(isVerbatim(source, { pointer, quote: '7' })).toBe(true);
  expect(isVerbatim(source, { pointer, quote: 'c' })).toBe(false);
  expect(checkCard({ front: 'Which amount of acetic acid is given?', back: '7', source: { pointer, quote: '7' } }, source)).toEqual([]);
  expect(checkCard({ front: 'Which amount of acetic acid is given?', back: '9', source: { pointer, quote: '7' } }, source)).toContain(
    'names-and-numbers',
  );
});

it('keeps cards whose fronts differ by the one word that matters, and drops those that ask for the same', async () => {
  const alpha = card('Light of about which wavelength in nanometres does the pigment alpha absorb?', '430 nm', '430 nm');
  const beta = card('Light of about which wavelength in nanometres does the pigment beta absorb?', '453 nm', '453 nm');
  const again = card('Light of about what wavelength in nanometres does the pigment alpha absorb?', '430 nm', 'Pigment alpha');
  const engine: StudyContentEngine = {
    name: 'test',
    guide: () => Promise.reject(new Error('No guide was asked for.')),
    quiz: () => Promise.resolve({ questions: [] }),
    cards: () =>
      Promise.resolve({
        cards: [alpha, again, beta, card('What does sweat take from the skin?', 'Heat', 'Sweat takes heat from the skin')],
      }),
  };
  const { cards, refusals } = await generateCards(engine, source, { count: 4 });
  expect(cards.map(({ back }) => back)).toEqual(['430 nm', '453 nm', 'Heat']);
  expect(refusals).toEqual({ 'distinct-cards': [expect.any(String)] });
});
