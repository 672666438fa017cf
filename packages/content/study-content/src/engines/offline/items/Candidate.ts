import type { Option } from './Ask.ts';

/** A candidate distractor. */
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
