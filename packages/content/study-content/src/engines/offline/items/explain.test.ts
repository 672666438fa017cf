import type { Passage, Source } from '@lectern/contracts';
import { offlineEngine } from '../offlineEngine.ts';

const facts = [
  'A levy is a sum that each member of a guild pays once a year.',
  'A toll is a charge that drivers pay at the gate of a bridge.',
  'A tariff is a duty that merchants pay on goods from another country.',
  'A dowry is a gift that a family hands over on the day of a wedding.',
  'A ransom is a price that captors ask for the life of a hostage.',
];
const slide = 4;
const line = (part: 'body' | 'notes', text: string, at: number): Passage => ({
  kind: part === 'body' ? 'bullet' : 'paragraph',
  level: 0,
  text,
  pointer: { kind: 'slide', slide, part, paragraph: at + 2 },
});
/** A slide whose notes repeat its bullets. */
const source: Source = {
  title: 'Payments',
  language: 'en',
  passages: [
    { kind: 'title', level: 0, text: 'Kinds of payments', pointer: { kind: 'slide', slide, part: 'body', paragraph: 1 } },
    ...facts.map((fact, at) => line('body', fact, at)),
    ...facts.map((fact, at) => line('notes', fact, at)),
  ],
};

it('explains a fact by a sentence other than its own, even if the material repeats it', async () => {
  const { drafts: questions } = await offlineEngine().quiz(source, { count: 5, random: () => 0.4 });
  expect(questions.length).toBeGreaterThanOrEqual(3);
  for (const { explanation } of questions) {
    const sentences = explanation.split(/(?<=\.) /).map((sentence) => sentence.replace(/^.*?: /, ''));
    expect(new Set(sentences).size).toBe(sentences.length);
  }
});
