import type { Citation } from '@lectern/contracts';
import type { Fact } from '../facts/Fact.ts';

/** Facts that tell what a term is. */
export const tellsTerm: ReadonlySet<Fact['type']> = new Set(['definition', 'description', 'entry']);

/** What an option is. Options of one question are of one kind. */
export type OptionKind =
  | 'acronym'
  | 'answer'
  | 'cell'
  | 'cloze'
  | 'entry'
  | 'item'
  | 'list'
  | 'meaning'
  | 'property'
  | 'step'
  | 'term'
  | 'text'
  | 'told'
  | 'value';

/** Texts that may be options of one question, since neither their kind nor their form tells the key from the others. */
export interface Pool {
  kind: OptionKind;
  /** The number of a term or statement, the grammatical form, what a question asks for, a list: whatever a learner would see without knowing the answer. */
  form?: string;
}

/** A text that may be an option of a question, and what it is right for. */
export interface Option {
  text: string;
  /** What it is about. An option about the thing that is asked for may be right, too. */
  about: string;
  /** Why it is wrong where it is offered for something else; it names the option's own fact and place. */
  rationale: string;
  /** The option's own fact as a sentence that names the option; it can be added to an explanation. */
  fact: string;
  place: number;
  topic: string;
  group?: string | undefined;
  /** The distance that is added where options are compared: for terms that the material makes little of. */
  penalty?: number;
}

/** A way to ask for a fact: the stem, the key and where its distractors come from. Questions and cards are made of asks. */
export interface Ask extends Option {
  origin: Fact;
  question: string;
  /** Other wordings of the question, for a quiz that has one like it. */
  wordings?: readonly string[];
  /** The front of the card, where the question speaks of options or is long. */
  front?: string;
  /** What its answer is, and so where the options of its question come from. Without one, only a card is made of it. */
  pool: Pool | undefined;
  /** The options of this question alone, such as the other rows of its table. They replace those of its pool. */
  own?: readonly Option[];
  /** What the material says, as the first sentence of the explanation. */
  core: string;
  concept: string;
  source: Citation;
  /** Whether a question and a card can be made of it; one that makes neither is only an option of others. */
  asQuestion?: boolean;
  asCard?: boolean;
}
