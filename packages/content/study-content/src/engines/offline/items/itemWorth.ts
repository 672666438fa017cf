import type { Fact, Facts } from '../facts/Fact.ts';
import { termKey } from '../facts/terms.ts';
import type { Ask } from './Ask.ts';

/** How often readers found the items of a form good (docs/quality.md), from 0 to 1. */
const ofForm: Readonly<Record<Fact['type'], number>> = { definition: 0.7, acronym: 0.7, answered: 0.6, list: 0.5, cell: 0.4 };
/** A term is easier to ask for by its meaning than the other way round: its meaning may be told by its words. */
const meaningIsKey = -0.2;
/** What each point of a term's weight adds, up to a limit. */
const perWeight = 0.05;
const mostWeight = 8;

/** How much an item is worth its place in a quiz or deck: by its form, and by how much the material makes of what it is about. */
export const itemWorth = ({ origin, about, pool }: Ask, facts: Facts): number =>
  ofForm[origin.type] + (pool?.kind === 'meaning' ? meaningIsKey : 0) + Math.min(mostWeight, facts.weightOf(termKey(about))) * perWeight;
