import { cardChecks } from './cardChecks.ts';
import type { Finding } from './check.ts';
import type { EvaluatedDeck } from './evaluateDeck.ts';
import { guideChecks } from './guideChecks.ts';
import { questionChecks } from './questionChecks.ts';
import { goodDeck } from '../testing/goodDeck.ts';
import { truthChecks } from './truthChecks.ts';

/** Cases that look like a fault but are not, each with a similar real fault. */

const checks = [...questionChecks, ...truthChecks, ...guideChecks, ...cardChecks];
const findings = (title: string, change: (deck: EvaluatedDeck) => void): Finding[] => {
  const deck = goodDeck();
  change(deck);
  return checks.find((check) => check.title === title)!.measure([deck], 'offline').findings;
};

const withStem = (title: string, stem: string, options?: [answer: string, ...distractors: string[]]): number =>
  findings(title, (deck) => {
    const { draft } = deck.uniqueQuestions[0]!;
    draft.question = stem;
    if (options) deck.uniqueQuestions[0]!.options = options.map((text, index) => ({ text, isCorrect: index === 0 }));
    if (options) {
      draft.answer = options[0];
      draft.distractors.forEach((distractor, index) => (distractor.text = options[index + 1]!));
    }
  }).length;

const withCard = (title: string, front: string, back: string): number =>
  findings(title, (deck) => Object.assign(deck.cardRounds[0]!.cards[0]!.card, { front, back })).length;

it('reports mixed kinds of options only if a learner could notice', () => {
  const title = 'options of one kind, unit and form; numbers sorted';
  const stem = 'What is done first for the patient?';
  expect(withStem(title, stem, ['To raise the head', 'To give oxygen', 'To call help', 'To weigh him'])).toBe(0);
  expect(withStem(title, stem, ['To raise the head', 'Oxygen by mask', 'A call for help', 'Daily weight'])).toBe(1);
  expect(withStem(title, stem, ['5 mg', '10 mg', '20 mcg', '40 mg'])).toBe(1);
  expect(withStem(title, stem, ['5 mg', 'ten milligrams', '20 mg', '40 mg'])).toBe(1);
  expect(withStem(title, stem, ['It is raised.', 'Oxygen', 'A call', 'Weight'])).toBe(1);
});

it('accepts the definition of another term as a distractor, but not another member of the list', () => {
  const title = 'distractors that are also right, as far as a program sees';
  const definitions = findings(title, (deck) => {
    const { draft } = deck.uniqueQuestions[0]!;
    draft.question = 'What does “nephron” mean?';
    draft.answer = 'The smallest unit of the kidney that filters blood';
    draft.distractors[0] = {
      text: 'A knot of capillaries inside the capsule',
      rationale: 'This is the meaning of “Glomerulus” (slide 2).',
    };
  });
  expect(definitions).toEqual([]);
  const completed = findings(title, (deck) => {
    deck.uniqueQuestions[0]!.draft.question = 'Vasopressin: a hormone that increases the _____ of water';
    deck.uniqueQuestions[0]!.draft.distractors[0] = { text: 'return', rationale: 'No.' };
  });
  expect(completed).toHaveLength(1);
});

it.each([
  ['CC BY lets anyone share the work as long as the author is named', 0],
  ['Copyright protects original works of authorship', 0],
  ['© 2024 The University', 1],
  ['This work is licensed under a Creative Commons license', 1],
  ['12', 1],
])('tells notices from facts: %s', (text, count) => {
  expect(
    findings('items that cite footers, numbers or licence lines', (deck) => {
      deck.source.passages.find(({ pointer }) => pointer.kind === 'slide' && pointer.slide === 2 && pointer.paragraph === 2)!.text = text;
      deck.uniqueQuestions = deck.uniqueQuestions.slice(0, 1);
      deck.cardRounds = [];
    }),
  ).toHaveLength(count);
});

it.each<[string, number]>([
  ['1 million', 0],
  ['4 days', 1],
  ['1,500 hours', 1],
  ['a level of HER2', 1],
  ['found by Henle', 1],
  ['the Posterior Pituitary', 0],
])('finds invented numbers, units and names in an answer: %s', (back, count) => {
  expect(withCard('answers: numbers, units and names not in the source', 'What is it?', back)).toBe(count);
});

it('compares the last state of a table that grows over several slides', () => {
  const title = 'source tables complete';
  const rows = (deck: EvaluatedDeck, table: number, cells: string[][]) =>
    cells.forEach((own, row) =>
      deck.source.passages.push({
        pointer: { kind: 'slide', slide: 9, part: 'table', paragraph: table * 10 + row },
        kind: 'row',
        level: 0,
        text: own.join(' | '),
        cells: own,
        table,
        row,
      }),
    );
  const start = [
    ['Hormone', 'Organ'],
    ['Vasopressin', ''],
  ];
  expect(findings(title, (deck) => rows(deck, 2, start))).toEqual([]);
  expect(findings(title, (deck) => rows(deck, 2, [...start, ['Insulin', 'Pancreas']]))).toHaveLength(1);
});

it('requires references for statements, but not for an empty part or the overview', () => {
  const title = 'guides: statements without a reference and quote';
  const add = (line: string) =>
    findings(title, (deck) => {
      deck.guides[0]!.guide!.markdownContent += `\n${line}\n`;
    });
  expect(add('Nothing in the material belongs here.')).toEqual([]);
  expect(add('Hormones steer it, and dialysis takes its place.')).toEqual([]);
  expect(add('- A kidney has two ends.')).toHaveLength(1);
});

it.each([
  ['What do the tubules of the left kidney give back to the blood of the body?', 0],
  ['What do the tubules of the kidney give back to the blood of the body?', 1],
])('reports similar fronts only if they differ by no word that matters: %s', (front, count) => {
  const found = findings('similar fronts (0.8) with different backs', (deck) => {
    const [one, other] = deck.cardRounds[0]!.cards;
    Object.assign(one!.card, { front: 'What do the tubules of the right kidney give back to the blood of the body?', back: 'Water' });
    Object.assign(other!.card, { front, back: 'Salt' });
  });
  expect(found).toHaveLength(count);
});
