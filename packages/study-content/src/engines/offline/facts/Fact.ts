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

interface About extends Place {
  /** The term that the fact is about, without an article: "loop diuretic". */
  subject: string;
  /** The same for facts that stand side by side under one line; they are siblings. */
  group: string;
}

/** The grammatical form of a phrase's start. Options of one question all have the same. */
export type Form = string;

/** "X: a thing that …", "X is a …", "X means …", or X with such a line below it. */
export interface Definition extends About {
  type: 'definition';
  meaning: string;
  form: Form;
  /** The subject and verb of the sentence that defines: "a compliance record", "is". */
  asked?: { subject: string; verb: 'is' | 'are' };
}

/** "X: a description", or X with a line below it, that is no definition. */
export interface Description extends About {
  type: 'description';
  text: string;
  form: Form;
  /** The property that is described, where it is one of the slide's subject: "Function". */
  property?: string;
}

/** A question and its answer. */
export interface Asked {
  question: string;
  answer: string;
}

/** A sentence cut into its subject and what is said of it. */
export interface Clause extends About {
  type: 'clause';
  /** The subject as it stands in the sentence, with its article. */
  named: string;
  /** Empty where only its question can be understood alone. */
  predicate: string;
  /** The predicate as it is said of several things instead of one, or of one instead of several. */
  otherNumber?: string;
  isPlural: boolean;
  /** Whether the verb tells an action, so that "What does X do?" asks for it. */
  isAction: boolean;
  isPast: boolean;
  sentence: string;
  /** The question for what stands behind the verb, where it can be asked for: "What does the pump move?" */
  asked?: Asked;
  /** Whether it speaks of a thing that an earlier sentence named: "the council". */
  isLoose: boolean;
}

/** What one of the points below a heading says of it: "Max Weber", and below it "Developed a theory of authority". */
export interface Entry extends About {
  type: 'entry';
  text: string;
  /** What it begins with: a verb of one, of several or of the past, or else whether it is a sentence. */
  form: 'does' | 'do' | 'did' | 'sentence' | 'phrase';
  /** Whether it is the first point below its heading. */
  isFirst: boolean;
  /** All points below its heading. */
  said: string;
}

/** A sentence with the term that is left out of it. */
export interface Cloze extends About {
  type: 'cloze';
  before: string;
  after: string;
}

/** A sentence with the quantity that is left out of it. */
export interface Quantity extends Place {
  type: 'quantity';
  before: string;
  value: string;
  after: string;
}

/** A question that the material answers: why, what follows, what should be done, what a court held. */
export interface Answered extends Place {
  type: 'answered';
  asks: 'reason' | 'consequence' | 'advice' | 'holding' | 'lecturer';
  question: string;
  answer: string;
  form: Form;
  sentence: string;
  /** Whether its question speaks of a thing that an earlier sentence named, as in a story. */
  isLoose?: boolean;
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
  /** True where an item goes on with the heading's own sentence. */
  completes: boolean;
  items: ListItem[];
  /** True when all points below the heading are items. */
  isWhole: boolean;
  /** True where the items are steps, one after the other. */
  isOrdered: boolean;
}

/** A cell of a table, with the name of its row and its header. */
export interface Cell extends Place {
  type: 'cell';
  table: number;
  header: string;
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

export type Fact = Definition | Description | Clause | Entry | Cloze | Quantity | Answered | List | Cell | Acronym;

/** Everything that was read from a source. */
export interface Facts {
  facts: Fact[];
  statements: Statement[];
  passages: UsablePassage[];
  /** Words that keep their capital inside a sentence. */
  names: ReadonlySet<string>;
  /** A term with the article that the material gives it. */
  withArticle: (term: string) => string;
  /** The cells of each table. */
  cells: ReadonlyMap<number, Cell[]>;
  /** The terms that may be options. */
  terms: Term[];
  /** How much the material makes of a term, by its key. */
  weightOf: (key: string) => number;
}
