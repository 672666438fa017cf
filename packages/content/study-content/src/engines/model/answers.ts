import * as z from 'zod';

/** A citation of the model: the number of a passage, and words copied from it. */
export const Cited = z.object({ passage: z.int(), quote: z.string() });
export type Cited = z.infer<typeof Cited>;

const QuestionAnswer = z.object({
  question: z.string(),
  answer: z.string(),
  /** Four where the material gives as many; `passage` is the one that the distractor is really from, 0 for none. */
  distractors: z.array(z.object({ text: z.string(), rationale: z.string(), passage: z.int() })),
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

/**
 * A section of a guide as statements with citations. The program writes headings, references and tables, so that none can be wrong.
 */
export const SectionAnswer = z.object({
  /** The number of the section of the material that it is about. */
  section: z.int(),
  heading: z.string(),
  /** The part of the asked style that it belongs to; empty without one. */
  part: z.string(),
  statements: z.array(Statement),
  terms: z.array(z.object({ term: z.string(), meaning: z.string(), source: Cited })),
  questions: z.array(z.object({ question: z.string(), answer: z.string(), source: Cited })),
});
export type SectionAnswer = z.infer<typeof SectionAnswer>;

/** What stands above the sections of a guide. */
const opening = {
  overview: z.string(),
  overviewSources: z.array(Cited),
  /** What of the style preference could not be done, as a sentence; empty where all was. */
  unmet: z.string(),
};
export const OverviewAnswer = z.object(opening);
export type OverviewAnswer = z.infer<typeof OverviewAnswer>;

const sections = z.array(SectionAnswer);
const list = { key: 'sections', element: SectionAnswer };
/** Some sections of a guide, and a whole guide. */
export const sectionsShape = { name: 'sections', schema: z.object({ sections }), list };
export const guideShape = { name: 'guide', schema: z.object({ ...opening, sections }), list };

/** Mended statements of a guide, each by the number that it was refused under. */
export const MendedStatements = z.object({ statements: z.array(z.object({ id: z.int(), text: z.string(), source: Cited })) });
export type MendedStatements = z.infer<typeof MendedStatements>;
