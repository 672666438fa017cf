import * as z from 'zod';

/** A citation of the model: the number of a passage, and words copied from it. */
export const Cited = z.object({ passage: z.int(), quote: z.string() });
export type Cited = z.infer<typeof Cited>;

const QuestionAnswer = z.object({
  question: z.string(),
  answer: z.string(),
  distractors: z.array(z.object({ text: z.string(), rationale: z.string() })),
  answerRationale: z.string(),
  explanation: z.string(),
  topic: z.string(),
  concept: z.string(),
  /** How far the question goes beyond recall. */
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
const Section = z.object({
  heading: z.string(),
  /** The part of the asked style that it belongs to; empty without one. */
  part: z.string(),
  statements: z.array(Statement),
});
export type SectionAnswer = z.infer<typeof Section>;

/** A guide as statements with citations. The program writes headings, references and tables, so that none can be wrong. */
export const GuideAnswer = z.object({
  title: z.string(),
  overview: z.string(),
  overviewSources: z.array(Cited),
  keyTerms: z.array(z.object({ term: z.string(), meaning: z.string(), source: Cited })),
  sections: z.array(Section),
  reviewQuestions: z.array(z.object({ question: z.string(), answer: z.string(), source: Cited })),
  /** What of the style preference could not be done, as a sentence; empty where all was. */
  unmet: z.string(),
});
export type GuideAnswer = z.infer<typeof GuideAnswer>;

/** Mended statements of a guide, each by the number that it was refused under. */
export const MendedStatements = z.object({ statements: z.array(z.object({ id: z.int(), text: z.string(), source: Cited })) });
export type MendedStatements = z.infer<typeof MendedStatements>;

/** Title and overview of the whole guide, from those of its parts. */
export const OverviewAnswer = z.object({ title: z.string(), overview: z.string() });
export type OverviewAnswer = z.infer<typeof OverviewAnswer>;
