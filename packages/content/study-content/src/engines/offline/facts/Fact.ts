import type { Citation } from '@lectern/contracts';
import type { Statement, UsablePassage } from '../statements.ts';
import type { Term } from './terms.ts';

/** Where a fact stands. */
export interface Place {
  topic: string;
  /** The slide, or the paragraph of a text. */
  place: number;
  source: Citation;
  /** Position in the source, for order and neighbours. */
  index: number;
}

/** The grammatical form of a phrase's start. Options of one question all have the same. */
export type Form = string;

/** "X: a thing that …", "X is a …", "X means …", or X with such a line below it. */
export interface Definition extends Place {
  type: 'definition';
  /** The term, without an article: "loop diuretic". */
  subject: string;
  /** The same for terms that stand side by side under one line; they are siblings. */
  group: string;
  meaning: string;
  /** `does` where the meaning is what the term does: "increases the heart rate". */
  form: Form;
  /** The subject and verb of the sentence that defines: "a compliance record", "is". */
  asked?: { subject: string; verb: 'is' | 'are' };
}

/** A question that the material answers: the lecturer's own, or what a court held. */
export interface Answered extends Place {
  type: 'answered';
  asks: 'holding' | 'lecturer';
  question: string;
  answer: string;
  form: Form;
  sentence: string;
}

export interface ListItem {
  text: string;
  source: Citation;
  form: Form;
}

/** A heading and what stands below it. */
export interface List extends Place {
  type: 'list';
  heading: string;
  /** The question for one of its items; absent when the heading gives none that can be understood alone. */
  question?: string;
  items: ListItem[];
  /** True when all points below the heading are items. */
  isWhole: boolean;
  /** True where the items are steps, one after the other. */
  isOrdered: boolean;
}

/** A cell of a table, with the name of its row and its header. Learners may pick it; nothing is asked of it unasked (docs/quality.md). */
export interface Cell extends Place {
  type: 'cell';
  /** The number of its table. */
  table: number;
  header: string;
  /** What stands over the names of the rows. */
  rowHeader: string;
  row: string;
  value: string;
  /** Whether the columns are things that the table compares, and its rows the features. */
  isCompared: boolean;
}

/** "Institutional Review Board (IRB)". */
export interface Acronym extends Place {
  type: 'acronym';
  short: string;
  long: string;
}

export type Fact = Definition | Answered | List | Cell | Acronym;

/** Everything that was read from a source. */
export interface Facts {
  facts: Fact[];
  statements: Statement[];
  passages: UsablePassage[];
  /** Words that keep their capital inside a sentence. */
  names: ReadonlySet<string>;
  /** A term with the article that the material gives it. */
  withArticle: (term: string) => string;
  /** The terms of the material, by their key. */
  terms: ReadonlyMap<string, Term>;
  /** How much the material makes of a term, by its key. */
  weightOf: (key: string) => number;
}
