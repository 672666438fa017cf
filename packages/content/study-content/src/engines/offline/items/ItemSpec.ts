import type { Citation } from '@lectern/contracts';
import type { Fact, Facts } from '../facts/Fact.ts';
import { termKey } from '../facts/terms.ts';

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

/** A class of options with the same kind and form, such as singular terms or people, so that neither gives the key away. */
export interface OptionClass {
  kind: 'term' | 'meaning' | 'answer';
  form: string;
}

/** One way to turn a fact into a question or card: the stem, the key and the origin of its distractors. */
export interface ItemSpec extends Option {
  origin: Fact;
  question: string;
  /** The sides of the card, if they differ from question and key. */
  front?: string;
  back?: string;
  /** The class of its distractors. Without it and without `own`, the spec only makes a card. */
  optionClass?: OptionClass;
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

export interface Candidate extends Option {
  /** Distance from the key in places, plus a penalty for lack of relatedness. 0 for siblings. */
  distance: number;
  /** Whether it is from the key's list. */
  isSibling: boolean;
  /** Whether it is a sibling, near the key, or of a similar kind. */
  isRelated: boolean;
  /** Whether it is a sibling term, or has the key's head noun with another modifier: "technical skills" and "human skills". */
  isVariant: boolean;
}

/** Share of good items by form, as judged by readers (docs/quality.md). */
const ofForm: Readonly<Record<Fact['type'], number>> = { definition: 0.7, acronym: 0.7, answered: 0.6, list: 0.5, cell: 0.4 };
/** Terms make better keys, because meanings may be guessed from the words of their term. */
const meaningIsKey = -0.2;
/** Gain per point of a term's weight, up to a limit. */
const perWeight = 0.05;
const maxWeight = 8;

/** Scores an item by its form and the prominence of its subject. */
export const itemScore = ({ origin, about, optionClass }: ItemSpec, facts: Facts): number =>
  ofForm[origin.type] +
  (optionClass?.kind === 'meaning' ? meaningIsKey : 0) +
  Math.min(maxWeight, facts.weightOf(termKey(about))) * perWeight;
