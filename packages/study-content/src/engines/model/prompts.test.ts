import { sourceOfText } from '@lectern/documents';
import { guideStyles } from '../../styles/guideStyles.ts';
import { partsOf } from './material.ts';
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
  guide: guidePrompt(source, {}, 300),
  statements: repairGuidePrompt(source, {}),
};

it.each(Object.entries(prompts))('the prompt of %s asks for nothing that another rule forbids', (_, prompt) => {
  // Outside knowledge, numbers of wrong options, and places have one rule each.
  expect(prompt).not.toMatch(/say only what the passages say|something beyond|exactly so\.|round alike/i);
  expect(prompt).not.toMatch(/\bNOT\b|EXCEPT|one in twenty/);
  expect(prompt).not.toMatch(/a third|nine tenths|\b\d+ characters/);
  expect(prompt).toContain('Facts that you know from elsewhere stay out');
});

it('lets wrong numbers be others than those of the passages, and places stand in rationales alone', () => {
  expect(prompts.quiz).toContain('The wrong numbers need not stand there');
  expect(prompts.quiz).toContain('Only there\n  are places named.');
});

it('gives ranges of words', () => {
  expect(prompts.guide).toContain('have 180 to 290 words');
  expect(prompts.quiz).toContain('15 to 60 words');
  expect(prompts.cards).toContain('1 to 12 words');
});

it.each(guideStyles)('tells a model what belongs in the parts of $name, and nothing of other styles', ({ name, prompt }) => {
  const asked = guidePrompt(source, { stylePreference: name }, 300);
  expect(guideStyles.filter((style) => asked.includes(style.prompt)).map((style) => style.prompt)).toEqual([prompt]);
});

it('tells a model of no style without a preference', () => {
  expect(guideStyles.filter((style) => prompts.guide.includes(style.prompt))).toEqual([]);
});

it('asks for 40 % above recall where the learner wishes for it', () => {
  expect(prompts.applied).toContain('At least 7 of the 17 questions are above recall');
  expect(prompts.quiz).not.toContain('above recall:');
});

it('shows a table as one passage, and leaves out symbols and repeats', () => {
  const [part] = partsOf(source, 10_000);
  const lines = part?.lines.map((line) => JSON.parse(line) as { n?: number; text?: string; rows?: { n: number; cells: string[] }[] }) ?? [];
  expect(lines.map(({ text, rows }) => text ?? rows?.length)).toEqual([
    'Pigments',
    'Leaves look green because chlorophyll reflects green light.',
    3,
    'Carotenoids protect the leaf.',
  ]);
  const row = lines[2]?.rows?.[1];
  expect(row?.cells).toEqual(['Chlorophyll a', '430 and 662 nm']);
  expect(source.passages[(row?.n ?? 0) - 1]?.cells).toEqual(row?.cells);
});

it('shows places as the learner knows them', () => {
  const [first] = source.passages;
  if (!first) throw new Error('The source has no passage.');
  const passages = [
    { ...first, text: 'One.', pointer: { kind: 'page' as const, page: 12, paragraph: 3, place: 61 } },
    { ...first, text: 'Two.', pointer: { kind: 'text' as const, paragraph: 1, place: 62, document: 'two.md' } },
  ];
  const [part] = partsOf({ ...source, passages }, 10_000);
  expect(part?.lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ page: 12 }),
    expect.objectContaining({ paragraph: 1 }),
  ]);
  expect(part?.places).toEqual([61, 62]);
});

it('a deck has a difficulty in its prompt only when one was chosen', () => {
  expect(prompts.cards).not.toContain('Difficulty');
  expect(cardsPrompt(source, { count: 25, difficultyLevel: 'hard' }, 28)).toContain('Difficulty hard. Ask for fine differences, causes');
});
