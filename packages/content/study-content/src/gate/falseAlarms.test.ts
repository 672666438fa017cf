import { sourceOfText } from '@lectern/documents';
import { citationOf } from '../../testing/materials.ts';
import { generateCards } from '../generateItems.ts';
import type { DraftCard, DraftQuestion, StudyContentEngine } from '../StudyContentEngine.ts';
import type { CheckId } from './Check.ts';
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
  label: string;
  sound: DraftQuestion;
  /** The change that makes the sound question bad, and the check that then fails. */
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
    label: 'an explanation that describes the mechanism in other words',
    sound: rain,
    bad: {
      explanation: 'In the long run unemployment returns to its natural rate, and then firms hire no more people than they did before.',
    },
    by: 'explanation',
  },
  {
    label: '“neither … nor” restated as “no”',
    sound: antigens,
    bad: { answer: 'They have A and B antigens on them all' },
    by: 'no-contradiction',
  },
  {
    label: '“without” for “little”',
    sound: cactus,
    bad: { answer: 'They get carbon while gaining much water by day' },
    by: 'no-contradiction',
  },
  {
    label: '“not linked” for “unlinked”',
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
    label: '“absorbs” next to “releases” of another thing',
    sound: sweat,
    bad: { answer: 'It absorbs vapour from the air' },
    by: 'no-contradiction',
  },
  {
    label: 'a negation in a subordinate clause of the stem',
    sound: breathing,
    bad: { question: 'What is not the first thing that a helper does for an adult?' },
    by: 'positive-stem',
  },
  {
    label: 'the current page of a site',
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
    label: 'wrong numbers that are as round as the right one',
    sound: francs,
    bad: { explanation: 'The state paid 24,000 francs in 1801, four times what the builder had received for his work before.' },
    by: 'names-and-numbers',
  },
  { label: 'a formula as an option', sound: volume, bad: { answer: 'B' }, by: 'one-right-option' },
  { label: 'a value of one letter', sound: symbol, bad: { answer: '(A)' }, by: 'one-right-option' },
  {
    label: 'the abbreviated name of a bacterium',
    sound: coli,
    bad: { answer: 'B. E. coli' },
    by: 'one-right-option',
  },
  { label: 'orders of growth', sound: loops, bad: { answer: 'Quadratic time' }, by: 'one-kind-of-option' },
];

/** Material modelled on faults of a model's guide: limits next to a rise, reasons next to effects, signs and grounds. */
const statutes = sourceOfText(`# Statutes and signs

After 1375 the price of grain fell. Real wages rose, because employers competed for the few workers who were left, even though the statute capped nominal wages.

The law forbade to pay more than the rate of 1346. Real wages nevertheless went up, because food became cheaper.

A vaccine lowers the number of severe cases, even if the number of infections rises.

The rent ordinance of 1351 could not be enforced, because landlords outbid one another for tenants and the justices were landlords themselves.

The Council of Reth fixed rents at the level of 1340 and forbade tenants to leave their farms. It could not carry this out: landlords quietly took less, since empty farms brought them nothing.

The Tenancy Order of Reth was to be enforced in the counties by justices of the peace. It could not be enforced, because whoever judged it gained by breaking it.

The quarantine order was hard to enforce. Captains bribed the harbour guards, and the town had no ships of its own.

The sign ™ marks an unregistered trade mark of goods. The sign SM marks an unregistered mark of services. Only a registered mark may carry the sign ®. The sign © marks a copyright.

| Quantity | Sign |
|---|---|
| Electric resistance | Ω |
| Micro, a millionth | µ |
| Unbounded | ∞ |
| Section of an act | § |

A mark is refused on absolute grounds if it has no distinctive character, describes the goods, is customary in trade, or is contrary to public policy.

Exports of the island fell in 1921 although the currency lost value, since its only buyer had closed the port.

The capacity of a battery shrinks with age, even though its voltage stays constant.

Clerks could not write the dialect of the villagers.

The relative grounds are an earlier identical mark, likelihood of confusion, and the reputation of an earlier mark.

## The Wage Order of 1349

- Pay was fixed at the rate of 1346
- Workers had to accept any work that was offered
- It was hard to apply: lords lured scarce hands with meals and gifts`);
const ofStatutes = (quote: string, asked: string, answer: string, wrong: string[], explanation: string): DraftQuestion =>
  question('Warm air holds more vapour than cold air.', asked, answer, wrong, explanation, { source: citationOf(statutes, quote) });

const realWages =
  'Real wages rose, because employers competed for the few workers who were left, even though the statute capped nominal wages.';
const whyRealWagesRose =
  'Fewer workers were left, so employers competed for them. Real wages rose even though the statute capped nominal wages.';
const rents = ofStatutes(
  'It could not carry this out: landlords quietly took less, since empty farms brought them nothing.',
  'Why could the ordinance of the Council of Reth not be enforced?',
  'An empty farm earned its landlord nothing',
  ['Rents were fixed at the level of 1340', 'Tenants were forbidden to leave their farms'],
  'Empty farms brought landlords nothing, so that they quietly took less than the council had fixed.',
);
const tenancy = ofStatutes(
  'It could not be enforced, because whoever judged it gained by breaking it.',
  'Why could the Tenancy Order of Reth not be enforced in the counties?',
  'Its judges profited from breaches',
  ['Justices of the peace enforced it', 'Counties had other orders'],
  'Whoever judged it gained by breaking it, so nobody who could punish a breach wished to do so.',
);
const wageOrder = ofStatutes(
  'It was hard to apply: lords lured scarce hands with meals and gifts',
  'Why could the Wage Order of 1349 not be enforced?',
  'Lords lured scarce hands with meals and gifts',
  ['Pay was fixed at the rate of 1346', 'Workers had to accept any work'],
  'Hands were scarce, so that lords lured them with meals and gifts, which the Order did not reach.',
);
const ordinance = ofStatutes(
  'The rent ordinance of 1351 could not be enforced, because landlords outbid one another for tenants and the justices were landlords themselves.',
  'Why could the rent ordinance not be enforced?',
  'Those who should apply it competed for tenants',
  ['Tenants outbid one another for land', 'Justices had been tenants themselves'],
  'Landlords outbid one another for tenants, and the justices who should have punished it were landlords.',
);
const policy = (answer: string, wrong: string[]): DraftQuestion =>
  ofStatutes(
    'or is contrary to public policy',
    'On which ground is a mark refused, whoever asks for it?',
    answer,
    wrong,
    'What is contrary to public policy may not be a mark, whoever asks for it and whatever others own.',
  );

const examplesOfStatutes: Example[] = [
  {
    label: 'a rise despite a cap',
    sound: ofStatutes(
      realWages,
      'A mason in 1380 is paid the same pence as in 1349. A loaf costs him half as much. What happened to his real wage?',
      'It rose although his nominal wage did not',
      ['It fell although his nominal wage did not', 'It stayed equal to his nominal wage'],
      whyRealWagesRose,
    ),
    bad: { answer: 'Real wages fell although nominal wages were capped' },
    by: 'no-contradiction',
  },
  {
    label: 'a rise despite a prohibition',
    sound: ofStatutes(
      'The law forbade to pay more than the rate of 1346. Real wages nevertheless went up',
      'A thatcher is paid by law what his father was paid. Beer costs less than in his father’s days. What is true of his real wage?',
      'It went up, although he may not be paid more',
      ['It went down, as he may not be paid more', 'It is fixed by the law of 1346'],
      'The law capped the nominal wage alone. Food became cheaper, so real wages went up under the same rate.',
    ),
    bad: { answer: 'Real wages went down, although he may not be paid more' },
    by: 'no-contradiction',
  },
  {
    label: 'opposite directions of two things',
    sound: ofStatutes(
      'A vaccine lowers the number of severe cases, even if the number of infections rises.',
      'A town vaccinates everyone over sixty. More people than last year test positive. What happens to severe cases?',
      'They fall even while infections rise',
      ['They rise as infections rise', 'They stay as they were'],
      'A vaccine lowers the number of severe cases. This holds even if the number of infections rises in the town.',
    ),
    bad: { answer: 'The number of severe cases is not lowered, even if infections rise' },
    by: 'no-contradiction',
  },
  {
    label: 'a fall despite a reason to rise',
    sound: ofStatutes(
      'Exports of the island fell in 1921 although the currency lost value, since its only buyer had closed the port.',
      'The currency of an island loses value, and its only buyer closes his port. What happens to its exports?',
      'They fall despite the weaker currency',
      ['They rise because of the weaker currency', 'They stay the same despite the weaker currency'],
      'A weaker currency makes exports cheaper, but with the only buyer gone nobody bought them, so exports fell.',
    ),
    bad: { answer: 'Exports of the island rise despite the weaker currency' },
    by: 'no-contradiction',
  },
  {
    label: 'a concession about another thing',
    sound: ofStatutes(
      'The capacity of a battery shrinks with age, even though its voltage stays constant.',
      'A phone is old. Its battery shows the same voltage as when it was new. What is true of its capacity?',
      'It has shrunk although the voltage has not changed',
      ['It has grown although the voltage has not changed', 'It has stayed constant as the voltage has'],
      'Capacity shrinks with age. The constant voltage of the battery tells nothing of this loss.',
    ),
    bad: { answer: 'Nobody knows it', distractors: ['It shrinks with age', 'It is measured in salt'].map((text) => ({ text, rationale })) },
    by: 'unambiguous',
  },
  {
    label: 'a reason with its own negation',
    sound: ofStatutes(
      'Clerks could not write the dialect of the villagers.',
      'Why could answers of villagers not be recorded?',
      'Clerks could not write the dialect of the villagers',
      ['Clerks had no ink in the villages', 'Villagers had no numbers in their dialect'],
      'The clerks could not write what the villagers said in their dialect, so it was lost.',
    ),
    bad: { question: 'What could clerks of the villagers do?', answer: 'Clerks could write the dialect of the villagers' },
    by: 'no-contradiction',
  },
  {
    label: '“without … not” in an explanation',
    sound: ofStatutes(
      'Captains bribed the harbour guards, and the town had no ships of its own.',
      'Why could the town not stop the captains?',
      'It had no ships of its own',
      ['It had no harbour of its own', 'It had no laws of its own'],
      'Without ships of its own the town could not follow a captain, and the harbour guards took bribes from the captains.',
    ),
    bad: { explanation: 'The town had ships of its own, and captains bribed the harbour guards.' },
    by: 'no-contradiction',
  },
  {
    label: 'a statement next to “could not carry this out”',
    sound: rents,
    bad: {
      answer: 'Nobody there could read',
      distractors: ['Landlords quietly took less', 'Rents were paid in salt'].map((text) => ({ text, rationale })),
    },
    by: 'unambiguous',
  },
  {
    label: 'a distractor about who was to enforce an order',
    sound: tenancy,
    bad: {
      answer: 'Nobody there could read',
      distractors: [
        { text: 'Whoever judged it gained by breaking it', rationale },
        { text: 'Justices enforced it', rationale },
      ],
    },
    by: 'unambiguous',
  },
  {
    label: 'other items of an order that could not be enforced',
    sound: wageOrder,
    bad: { question: 'Which of these belongs to the Wage Order of 1349?' },
    by: 'unambiguous',
  },
  {
    label: 'a distractor with the material’s words in another order',
    sound: ordinance,
    bad: {
      answer: 'Those who could read it competed for tenants',
      distractors: [
        { text: 'Landlords outbid one another', rationale },
        { text: 'Justices had no tenants', rationale: `${rationale} (2)` },
      ],
    },
    by: 'unambiguous',
  },
  {
    label: 'a sign as an option',
    sound: ofStatutes(
      'Only a registered mark may carry the sign ®.',
      'Which sign may only a registered mark carry?',
      '®',
      ['™', 'SM', '©'],
      'A mark has to be registered before it carries this sign. The other signs need no registration.',
    ),
    bad: { answer: '™', distractors: ['®', 'SM', '©'].map((text) => ({ text, rationale: `${rationale} ${text}` })) },
    by: 'supported-by-source',
  },
  {
    label: 'letters among signs',
    sound: ofStatutes(
      'The sign SM marks an unregistered mark of services.',
      'A cleaning firm has not registered its name. Which sign may stand behind it?',
      'SM',
      ['®', '™', '©'],
      'Cleaning is a service, and the mark is unregistered, so it takes the sign of an unregistered mark of services.',
    ),
    bad: { distractors: ['the sign ®', 'goods', '©'].map((text) => ({ text, rationale: `${rationale} ${text}` })) },
    by: 'one-kind-of-option',
  },
  {
    label: 'a letter of another alphabet among signs',
    sound: ofStatutes(
      'Ω',
      'Which sign stands for electric resistance?',
      'Ω',
      ['µ', '∞', '§'],
      'The table gives a sign for each quantity, and electric resistance has the Greek letter omega.',
    ),
    bad: { distractors: ['µ', '—', '§'].map((text) => ({ text, rationale: `${rationale} ${text}` })) },
    by: 'no-filler',
  },
  {
    label: 'signs from a table',
    sound: ofStatutes(
      '∞',
      'Which sign stands for what is unbounded?',
      '∞',
      ['µ', 'Ω', '§'],
      'The table gives a sign for each quantity. What is unbounded has the lying eight.',
    ),
    bad: { question: 'Which sign stands for what is unbounded, namely ∞?' },
    by: 'no-stem-cue',
  },
  {
    label: 'a ground in another grammatical form: an adjective among prepositions',
    sound: policy('Contrary to public policy', [
      'In conflict with an earlier mark',
      'For a reputation of its owner',
      'In conflict with a trade name',
    ]),
    bad: { question: 'How does a mark behave that is contrary to public policy?' },
    by: 'one-kind-of-option',
  },
  {
    label: 'a ground in another grammatical form: a preposition among nouns',
    sound: policy('Against public policy', ['Likely confusion', 'Earlier identical mark', 'Earlier reputation']),
    bad: { distractors: ['1346', '1351', '1375'].map((text) => ({ text, rationale: `${rationale} ${text}` })) },
    by: 'one-kind-of-option',
  },
  {
    label: 'a ground in another grammatical form: a noun among infinitives',
    sound: ofStatutes(
      'an earlier identical mark, likelihood of confusion',
      'Which of these is NOT an absolute ground for refusal?',
      'An earlier identical mark',
      ['To describe the goods', 'To be customary in trade', 'To be contrary to public policy'],
      'An earlier mark belongs to somebody who has to object, so it is a relative ground and no absolute one.',
    ),
    bad: { question: 'Which of these is NOT done by a mark that is refused?' },
    by: 'one-kind-of-option',
  },
];

it.each(examplesOfStatutes)('accepts $label, and refuses its bad twin', ({ sound, bad, by }) => {
  expect(checkQuestion(sound, statutes)).toEqual([]);
  expect(checkQuestion({ ...sound, ...bad }, statutes)).toContain(by);
});

it.each([
  ['Which sign may only a registered mark carry?', '®', 'Only a registered mark may carry the sign ®.'],
  ['Which sign marks an unregistered mark of goods?', '™', 'The sign ™ marks an unregistered trade mark of goods.'],
  ['Which sign marks a copyright?', '©', 'The sign © marks a copyright.'],
  ['Which sign stands for the unbounded?', '∞', '∞'],
  ['Which sign stands before a section of an act?', '§', '§'],
])('accepts a sign as the back of a card: %s', (front, back, quote) => {
  const sound: DraftCard = { front, back, source: citationOf(statutes, quote) };
  expect(checkCard(sound, statutes)).toEqual([]);
  for (const blank of ['—', '□', '•', '___']) expect(checkCard({ ...sound, back: blank }, statutes)).toContain('both-sides');
  expect(checkCard({ ...sound, back: '†' }, statutes)).toContain('supported-by-source');
  expect(checkCard({ ...sound, front: `${front} ${back}` }, statutes)).toContain('answer-not-in-front');
});

it.each(examples)('accepts $label, and refuses its bad twin', ({ sound, bad, by }) => {
  expect(checkQuestion(sound, source)).toEqual([]);
  expect(checkQuestion({ ...sound, ...bad }, source)).toContain(by);
});

const card = (front: string, back: string, quote: string): DraftCard => ({ front, back, source: citationOf(source, quote) });

it('does not confuse the choices of a person with options', () => {
  const sound = card(
    'Which heat does sweat take from the skin, among the choices a body has?',
    'Heat from the skin',
    'Sweat takes heat from the skin',
  );
  expect(checkCard(sound, source)).toEqual([]);
  expect(checkCard({ ...sound, front: 'Which heat does sweat take in option B of the skin?' }, source)).toContain('self-contained');
});

it('accepts a cell of one character as a quote, but no other character', () => {
  const { pointer } = citationOf(source, 'Acetic acid');
  expect(isVerbatim(source, { pointer, quote: '7' })).toBe(true);
  expect(isVerbatim(source, { pointer, quote: 'c' })).toBe(false);
  expect(checkCard({ front: 'Which amount of acetic acid is given?', back: '7', source: { pointer, quote: '7' } }, source)).toEqual([]);
  expect(checkCard({ front: 'Which amount of acetic acid is given?', back: '9', source: { pointer, quote: '7' } }, source)).toContain(
    'names-and-numbers',
  );
});

it('keeps cards whose fronts differ in a word that matters, and drops those that ask the same', async () => {
  const alpha = card('Light of about which wavelength in nanometres does the pigment alpha absorb?', '430 nm', '430 nm');
  const beta = card('Light of about which wavelength in nanometres does the pigment beta absorb?', '453 nm', '453 nm');
  const again = card('Light of about what wavelength in nanometres does the pigment alpha absorb?', '430 nm', 'Pigment alpha');
  const engine: StudyContentEngine = {
    name: 'test',
    guide: () => Promise.reject(new Error('No guide was asked for.')),
    quiz: () => Promise.resolve({ drafts: [] }),
    cards: () =>
      Promise.resolve({
        drafts: [alpha, again, beta, card('What does sweat take from the skin?', 'Heat', 'Sweat takes heat from the skin')],
      }),
  };
  const { cards, refusals } = await generateCards(engine, source, { count: 4 });
  expect(cards.map(({ back }) => back)).toEqual(['430 nm', '453 nm', 'Heat']);
  expect(refusals).toEqual({ 'distinct-cards': [expect.any(String)] });
});
