import type { Option } from './Ask.ts';

/** An option that may be offered as wrong. */
export interface Candidate extends Option {
  /** True when it is in the same list as the key. Siblings are preferred. */
  isSibling: boolean;
  /** True when it is near the key in the material, or alike in kind. Near candidates are preferred to far ones. */
  isClose: boolean;
  /** True for a term in the same list as the key, or of its head noun with another modifier: "technical skills" beside "human skills". */
  isVariant: boolean;
  /** True for a term that the material defines. */
  isDefined: boolean;
}

/** A candidate that fits the key, with what it is compared by. */
export interface FittingCandidate {
  candidate: Candidate;
  words: ReadonlySet<string>;
}

/** A fitting candidate of one try. */
export interface TriedCandidate extends FittingCandidate {
  distance: number;
}
