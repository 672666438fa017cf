import type { Citation } from '@lectern/contracts';
import type { Fact } from '../facts/Fact.ts';

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
}

/**
 * Texts that may be options of one question, since neither their kind nor their form tells the key from the others: terms of one number, people,
 * meanings of one form, answers to one kind of question.
 */
export interface Pool {
  kind: 'term' | 'meaning' | 'answer';
  form: string;
}

/** A way to ask for a fact: the stem, the key and where its distractors come from. Questions and cards are made of asks. */
export interface Ask extends Option {
  origin: Fact;
  question: string;
  /** The sides of the card, where they differ from the question and its key. */
  front?: string;
  back?: string;
  /** Where the options of its question come from. Without one, and without options of its own, only a card is made of it. */
  pool?: Pool;
  /** The options of this question alone, such as the other rows of its table. */
  own?: readonly Option[];
  /** What the material says, as the first sentence of the explanation. */
  core: string;
  concept: string;
  source: Citation;
  /** Whether a question and a card can be made of it; one that makes neither is only an option of others. */
  asQuestion?: boolean;
  asCard?: boolean;
}
