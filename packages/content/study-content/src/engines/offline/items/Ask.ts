import type { Citation } from '@lectern/contracts';
import type { Fact } from '../facts/Fact.ts';

/** A possible option of a question. */
export interface Option {
  text: string;
  /** Its subject. An option about the subject of the question may be right, too. */
  about: string;
  /** Why it is wrong as a distractor; names its own fact and place. */
  rationale: string;
  /** Its own fact, as a sentence that can be added to an explanation. */
  fact: string;
  place: number;
  topic: string;
  group?: string | undefined;
}

/**
 * A class of options that neither kind nor form tells apart: terms of one number, people, meanings of one form, answers to one kind of
 * question.
 */
export interface Pool {
  kind: 'term' | 'meaning' | 'answer';
  form: string;
}

/** One way to turn a fact into a question or card: the stem, the key and the origin of its distractors. */
export interface Ask extends Option {
  origin: Fact;
  question: string;
  /** The sides of the card, if they differ from question and key. */
  front?: string;
  back?: string;
  /** The class of its distractors. Without it and without `own`, the spec only makes a card. */
  pool?: Pool;
  /** Distractors for this question only, such as the other steps of a list. */
  own?: readonly Option[];
  /** The statement of the material, used as the first sentence of the explanation. */
  core: string;
  concept: string;
  source: Citation;
  /** Whether it can become a question or a card. If neither, it only serves as a distractor. */
  asQuestion?: boolean;
  asCard?: boolean;
}
