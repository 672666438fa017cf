import type { Citation } from '@lectern/contracts';
import type { Statement, UsablePassage } from './statements.ts';

/** Where a fact stands. */
export interface Place {
  topic: string;
  place: number;
  source: Citation;
  /** Position in the source, for order and neighbours. */
  index: number;
}

export type DefinitionForm = 'article' | 'noun' | 'activity' | 'clause';

/** "X: a thing that …", "X is a …", "X means …". */
export interface Definition extends Place {
  type: 'definition';
  term: string;
  meaning: string;
  /** How the meaning begins. Options of one question have definitions of the same form. */
  form: DefinitionForm;
  /** The sentence's own subject and verb, where one gives it: "a compliance record", "is". */
  subject?: { text: string; verb: 'is' | 'are' };
}

/** "X: a description" that is no definition. Labels of one list are siblings. */
export interface Label extends Place {
  type: 'label';
  term: string;
  text: string;
  /** The form of the text's start: options of one question all have the same. */
  form: string;
  /** The same for all labels that stand side by side. */
  group: string;
}

/** A property that several terms have: "Function: …" under each hormone. */
export interface Attribute extends Place {
  type: 'attribute';
  name: string;
  owner: string;
  value: string;
  form: string;
}

export interface ListItem {
  text: string;
  source: Citation;
  form: string;
}

/** How a list's heading asks for its items. */
export interface ListQuestion {
  question: string;
  /** True where an item goes on with the heading's own sentence. */
  completes: boolean;
}

/** A heading and what stands below it. */
export interface List extends Place {
  type: 'list';
  heading: string;
  /** Absent when the heading gives no question that can be understood alone. */
  asks?: ListQuestion;
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
}

/** A chart's or a table column's highest value. */
export interface Highest extends Place {
  type: 'highest';
  caption: string;
  measure: string;
  winner: string;
  others: { text: string; value: string }[];
  value: string;
}

/** A sentence cut into its subject and what is said of it. */
export interface Clause extends Place {
  type: 'clause';
  subject: string;
  predicate: string;
  isPlural: boolean;
  /** Whether the verb tells an action, so that "What does X do?" asks for it. */
  isAction: boolean;
  sentence: string;
  /** The same for all that stand side by side. */
  group?: string;
}

/** "X should …": what somebody has to, may or can do. */
export interface Duty extends Place {
  type: 'duty';
  subject: string;
  modal: string;
  action: string;
}

/** "A because B", with the question that it answers. */
export interface Reason extends Place {
  type: 'reason';
  question: string;
  reason: string;
  subject: string;
  sentence: string;
}

/** "A does this, whereas B does that." */
export interface Contrast extends Place {
  type: 'contrast';
  one: string;
  other: string;
  sentence: string;
}

/** "If A, B" and "Do B when A". */
export interface Rule extends Place {
  type: 'rule';
  condition: string;
  consequence: string;
  /** True where the consequence tells somebody what to do. */
  isAdvice: boolean;
}

/** A sentence with one quantity. */
export interface Quantity extends Place {
  type: 'quantity';
  before: string;
  value: string;
  after: string;
}

/** "In A v B, the court held that …". */
export interface Holding extends Place {
  type: 'holding';
  name: string;
  held: string;
}

/** "Institutional Review Board (IRB)". */
export interface Acronym extends Place {
  type: 'acronym';
  short: string;
  long: string;
}

/** A question that the lecturer asks, with the lecturer's own answer. */
export interface Exchange extends Place {
  type: 'exchange';
  question: string;
  answer: string;
  /** The form of the answer's start: options of one question all have the same. */
  form: string;
}

export type Fact =
  | Definition
  | Label
  | Attribute
  | List
  | Cell
  | Highest
  | Clause
  | Duty
  | Reason
  | Contrast
  | Rule
  | Quantity
  | Holding
  | Acronym
  | Exchange;

/** "Raise the head of the bed": a point that tells somebody what to do. */
export interface Advice {
  text: string;
  place: number;
  source: Citation;
}

/** Everything that the extractors took from a source. */
export interface Facts {
  facts: Fact[];
  statements: Statement[];
  /** The statements by slide, or by paragraph of a text. */
  statementsAt: ReadonlyMap<number, Statement[]>;
  passages: UsablePassage[];
  /** Words that keep their capital inside a sentence. */
  names: ReadonlySet<string>;
  /** A term with the article that the material gives it. */
  withArticle: (term: string) => string;
  /** Points that tell somebody what to do. */
  advice: Advice[];
}
