import { sourceOfText } from '@lectern/documents';
import { guideStyles } from '../../styles/guideStyles.ts';
import * as z from 'zod';
import { cardsShape, guideShape, quizShape } from './answers.ts';
import { partsOf, textOf } from './material.ts';
import { cardsPrompt, guidePrompt, quizPrompt, repairGuidePrompt, repairQuizPrompt } from './prompts.ts';

const source = sourceOfText(`# Pigments

→

Leaves look green because chlorophyll reflects green light.

| Pigment | Absorbs most at |
|---|---|
| Chlorophyll a | 430 and 662 nm |
| Chlorophyll b | 453 and 642 nm |

Leaves look green because chlorophyll reflects green light.

Carotenoids protect the leaf.`);
const options = { count: 15, random: () => 0.5 };
const prompts = {
  quiz: quizPrompt(source, options, 17),
  applied: quizPrompt(source, { ...options, stylePreference: 'NCLEX-style' }, 17),
  repair: repairQuizPrompt(source, options, 3),
  cards: cardsPrompt(source, { count: 25 }, 28),
  guide: guidePrompt(source, {}, true),
  statements: repairGuidePrompt(source, {}),
};

it.each(Object.entries(prompts))('has no contradictory rules in the prompt of %s', (_, prompt) => {
  // Outside knowledge, numbers of wrong options, and places have one rule each.
  expect(prompt).not.toMatch(/say only what the passages say|something beyond|exactly so\.|round alike/i);
  expect(prompt).not.toMatch(/\bNOT\b|EXCEPT|one in twenty/);
  expect(prompt).not.toMatch(/a third|nine tenths|\b\d+ characters/);
  expect(prompt).toMatch(/Facts that you know from\s+elsewhere stay out/);
});

it('names each field as in its schema', () => {
  for (const [prompt, schema] of [
    [prompts.quiz, quizShape.schema],
    [prompts.cards, cardsShape.schema],
    [prompts.guide, guideShape.schema],
  ] as const) {
    const [, list] = /"properties":\{"(\w+)"/.exec(JSON.stringify(z.toJSONSchema(schema))) ?? [];
    const fields = [...JSON.stringify(z.toJSONSchema(schema)).matchAll(/"(\w+)":\{"(?:type|enum|additionalProperties)/g)].map(
      ([, field]) => field ?? '',
    );
    for (const field of fields) if (field !== list && field !== 'items') expect(prompt).toContain(`"${field}"`);
  }
});

it('gives word ranges', () => {
  expect(prompts.guide).toMatch(/40 to\s+70 % of its words/);
  expect(prompts.quiz).toContain('15 to 50 words');
  expect(prompts.cards).toContain('1 to 12 words');
});

it.each(guideStyles)('describes the parts of $name, and no other style', ({ name, prompt }) => {
  const asked = guidePrompt(source, { stylePreference: name }, false);
  expect(guideStyles.filter((style) => asked.includes(style.prompt)).map((style) => style.prompt)).toEqual([prompt]);
});

it('describes no style without a preference', () => {
  expect(guideStyles.filter((style) => prompts.guide.includes(style.prompt))).toEqual([]);
});

it('requests 40 % above recall unless the learner prefers recall', () => {
  for (const prompt of [prompts.quiz, prompts.applied]) expect(prompt).toContain('At least 7 of the 17 are above recall');
  expect(quizPrompt(source, { ...options, difficultyLevel: 'easy' }, 17)).not.toContain('are above recall:');
  expect(quizPrompt(source, { ...options, stylePreference: 'definitions only' }, 17)).not.toContain('are above recall:');
});

it('shows table rows cell by cell, and leaves out symbols and repetitions', () => {
  const [part] = partsOf(source, 10_000);
  expect(part && textOf(part)).toBe(`[1] Pigments
[3] Leaves look green because chlorophyll reflects green light.
-- table
[4] Pigment | Absorbs most at
[5] Chlorophyll a | 430 and 662 nm
[6] Chlorophyll b | 453 and 642 nm
[8] Carotenoids protect the leaf.`);
});

it('numbers slides and pages as the learner sees them', () => {
  const [first] = source.passages;
  if (!first) throw new Error('The source has no passage.');
  const passages = [
    { ...first, text: 'One.', pointer: { kind: 'page' as const, page: 12, paragraph: 3, place: 61 } },
    { ...first, text: 'Two.', pointer: { kind: 'slide' as const, slide: 3, part: 'notes' as const, paragraph: 1 } },
    { ...first, text: 'Three.', pointer: { kind: 'slide' as const, slide: 3, part: 'notes' as const, paragraph: 2 } },
  ];
  const [part] = partsOf({ ...source, passages }, 10_000);
  expect(part && textOf(part)).toBe('-- page 12\n[1] One.\n-- slide 3, notes\n[2] Two.\n[3] Three.');
});

it('mentions a difficulty for cards only if one was chosen', () => {
  expect(prompts.cards).not.toContain('Difficulty');
  expect(cardsPrompt(source, { count: 25, difficultyLevel: 'hard' }, 28)).toContain('Difficulty hard. Ask for fine differences, causes');
});
