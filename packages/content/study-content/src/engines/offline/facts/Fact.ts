import type { Citation } from '@lectern/contracts';
import type { Statement, UsablePassage } from '../statements.ts';
import type { Term } from './terms.ts';

export interface Place {
  topic: string;
  /** The slide, or the paragraph of a text. */
  place: number;
  source: Citation;
  /** Passage index in the source. */
  index: number;
}

/** The grammatical form of a phrase. All options of a question share one form. */
export type Form = string;

/** "X: a thing that …", "X is a …", "X means …", or X with such a line below it. */
export interface Definition extends Place {
  type: 'definition';
  /** The term without an article: "loop diuretic". */
  subject: string;
  /** Equal for siblings, that is, terms below the same line. */
  group: string;
  meaning: string;
  /** `does` if the meaning is what the term does: "increases the heart rate". */
  form: Form;
  /** Subject and verb of the defining sentence: "a compliance record", "is". */
  definingClause?: { subject: string; verb: 'is' | 'are' };
}

/** A question that the material answers: the lecturer's own, or one about a court's holding. */
export interface Answered extends Place {
  type: 'answered';
  origin: 'holding' | 'lecturer';
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

/** A heading with the items below it. */
export interface List extends Place {
  type: 'list';
  heading: string;
  /** The question for one of its items; absent if the heading does not stand alone. */
  question?: string;
  items: ListItem[];
  /** Whether all points below the heading are items. */
  isWhole: boolean;
  /** Whether the items are consecutive steps. */
  isOrdered: boolean;
}

/** A table cell with its row name and header. Only suggested to learners, never asked on its own (docs/quality.md). */
export interface Cell extends Place {
  type: 'cell';
  table: number;
  header: string;
  rowHeader: string;
  row: string;
  value: string;
  /** Whether the table compares its columns, so that rows are features. */
  isCompared: boolean;
}

/** "Institutional Review Board (IRB)". */
export interface Acronym extends Place {
  type: 'acronym';
  short: string;
  long: string;
}

export type Fact = Definition | Answered | List | Cell | Acronym;

/** Everything extracted from a source. */
export interface Facts {
  facts: Fact[];
  statements: Statement[];
  passages: UsablePassage[];
  /** Words that stay capitalised within a sentence. */
  names: ReadonlySet<string>;
  /** Adds the article that the material uses with a term. */
  withArticle: (term: string) => string;
  /** By term key. */
  terms: ReadonlyMap<string, Term>;
  /** The prominence of a term, by its key. */
  weightOf: (key: string) => number;
}
