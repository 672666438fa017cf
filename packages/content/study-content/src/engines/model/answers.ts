import * as z from 'zod';
import type { Source } from '@lectern/contracts';
import type { QuizOptions } from '../../StudyContentEngine.ts';
import { looksApplied } from '../../text/appliedQuestions.ts';

/** The model's citation: a passage number and a verbatim quote. */
export const Cited = z.object({ passage: z.int(), quote: z.string() });
export type Cited = z.infer<typeof Cited>;

const QuestionAnswer = z.object({
  question: z.string(),
  answer: z.string(),
  /** Four if the material allows. `passage` is where the distractor really comes from; 0 for none. */
  distractors: z.array(z.object({ text: z.string(), rationale: z.string(), passage: z.int() })),
  explanation: z.string(),
  topic: z.string(),
  concept: z.string(),
  level: z.enum(['recall', 'case', 'comparison', 'next-step']),
  source: Cited,
});
export type QuestionAnswer = z.infer<typeof QuestionAnswer>;
const CardAnswer = z.object({ front: z.string(), back: z.string(), source: Cited });
export type CardAnswer = z.infer<typeof CardAnswer>;

export const quizShape = {
  name: 'quiz',
  schema: z.object({ questions: z.array(QuestionAnswer) }),
  list: { key: 'questions', element: QuestionAnswer },
};
export const cardsShape = {
  name: 'cards',
  schema: z.object({ cards: z.array(CardAnswer) }),
  list: { key: 'cards', element: CardAnswer },
};

const Statement = z.object({ text: z.string(), form: z.enum(['sentence', 'point', 'subpoint', 'step']), source: Cited });
export type StatementAnswer = z.infer<typeof Statement>;

/** A section as statements with citations. The program renders headings, references and tables. */
export const SectionAnswer = z.object({
  /** Number of the section in the material. */
  section: z.int(),
  heading: z.string(),
  /** Part of the requested style; empty without a style. */
  part: z.string(),
  statements: z.array(Statement),
  terms: z.array(z.object({ term: z.string(), meaning: z.string(), source: Cited })),
  questions: z.array(z.object({ question: z.string(), answer: z.string(), source: Cited })),
});
export type SectionAnswer = z.infer<typeof SectionAnswer>;

/** The text above the sections of a guide. */
const opening = {
  overview: z.string(),
  overviewSources: z.array(Cited),
  /** A sentence about the part of the style preference that could not be met; empty if all was. */
  unmet: z.string(),
};
export const OverviewAnswer = z.object(opening);
export type OverviewAnswer = z.infer<typeof OverviewAnswer>;

const sections = z.array(SectionAnswer);
const list = { key: 'sections', element: SectionAnswer };
/** Shapes of several sections, and of a whole guide. */
export const sectionsShape = { name: 'sections', schema: z.object({ sections }), list };
export const guideShape = { name: 'guide', schema: z.object({ ...opening, sections }), list };

/** Repaired statements, by the number of the refused statement. */
export const RepairedStatements = z.object({ statements: z.array(z.object({ id: z.int(), text: z.string(), source: Cited })) });
export type RepairedStatements = z.infer<typeof RepairedStatements>;

/** Quiz options that may require every question to go beyond recall. */
export interface AppliedOptions extends QuizOptions {
  isAppliedOnly?: boolean;
}

/** Whether a question goes beyond recall: the model says so and, in English, its form does as well. */
export const isApplied = ({ language }: Source, { level, question }: QuestionAnswer): boolean =>
  level !== 'recall' && (!language.startsWith('en') || looksApplied(question));
