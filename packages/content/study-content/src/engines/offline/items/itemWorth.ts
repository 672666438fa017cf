import type { Fact, Facts } from '../facts/Fact.ts';
import { termKey } from '../facts/terms.ts';
import type { Ask } from './Ask.ts';

/** Share of good items by form, as judged by readers (docs/quality.md). */
const ofForm: Readonly<Record<Fact['type'], number>> = { definition: 0.7, acronym: 0.7, answered: 0.6, list: 0.5, cell: 0.4 };
/** Terms make better keys, because meanings may be guessed from the words of their term. */
const meaningIsKey = -0.2;
/** Gain per point of a term's weight, up to a limit. */
const perWeight = 0.05;
const mostWeight = 8;

/** Scores an item by its form and the prominence of its subject. */
export const itemWorth = ({ origin, about, pool }: Ask, facts: Facts): number =>
  ofForm[origin.type] + (pool?.kind === 'meaning' ? meaningIsKey : 0) + Math.min(mostWeight, facts.weightOf(termKey(about))) * perWeight;
