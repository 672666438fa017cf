import type { Option } from './Ask.ts';

/** An option that may be offered as wrong. */
export interface Candidate extends Option {
  /** How far it is from the key, in places of the material: by where it stands, and by what it lacks in relatedness. 0 for a sibling. */
  distance: number;
  /** True when it is in the same list as the key. */
  isSibling: boolean;
  /** True when it is a sibling, near the key in the material, or alike in kind. */
  isRelated: boolean;
  /** True for a term in the same list as the key, or of its head noun with another modifier: "technical skills" beside "human skills". */
  isVariant: boolean;
}
