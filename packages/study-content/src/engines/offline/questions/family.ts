import { fold, stem, wordsOf } from '../../../text/words.ts';
import type { Place } from '../facts.ts';

const agents =
  /(?<![\p{L}\p{N}_])(developers?|engineers?|researchers?|scientists?|teachers?|learners?|students?|users?|owners?|holders?|authors?|buyers?|sellers?|lawyers?|managers?|providers?|customers?|partners?|vendors?|teams?|committees?|courts?|compan(y|ies)|agenc(y|ies)|institutions?|governments?|universit(y|ies)|nurses?|patients?|people|part(y|ies)|boards?|staff|funders?|sponsors?|judges?|jurors?|physicians?|doctors?|communit(y|ies)|individuals?|persons?|organi[sz]ations?|households?|firms?|banks?|\p{L}+(?:ologist|ician|economist|philosopher))$/iu;

const headOf = (term: string): string => term.replace(/(?<!\s)\s*\([^()]*\)$/, '').replace(/\s(of|in|for|to|by|with|at|on|from)\s.*/is, '');

/** Whether a noun phrase names people or an organisation. Options of one question are all agents, or all things. */
export const isAgent = (term: string): boolean => agents.test(headOf(term));

/** Whether a noun phrase is a proper name of the material's, such as "Niels Bohr". */
export const isName = (term: string, names: ReadonlySet<string>): boolean => {
  const words = term.replace(/^(the|an?)\s+/i, '').split(/\s+/);
  return words.every((word) => /^\p{Lu}\p{Ll}/u.test(word)) && words.every((word) => names.has(word.replace(/[’']s$/, '')));
};

/** Whether two noun phrases are of one kind: agents, proper names, or things. */
export const areOfOneKind = (one: string, other: string, names: ReadonlySet<string>): boolean =>
  isAgent(one) === isAgent(other) && isName(one, names) === isName(other, names);

/** The noun that a phrase is about, as its stem. */
export const headNoun = (term: string): string => stem(wordsOf(headOf(term)).at(-1) ?? '');

/** The largest distance of two facts that count as near each other, in slides or in paragraphs. */
const slidesNear = 2;
const paragraphsNear = 8;

interface Told extends Place {
  group?: string;
}

/**
 * Whether two facts are near each other: in one list, on neighbouring slides, under one topic, or about terms with the same head noun.
 * With distractors from elsewhere, only the key would fit the question's subject.
 */
export const isFamily = (one: Told, other: Told, name: string, otherName: string): boolean =>
  (one.group !== undefined && one.group === other.group) ||
  Math.abs(one.place - other.place) <= (one.source.pointer.kind === 'slide' ? slidesNear : paragraphsNear) ||
  fold(one.topic) === fold(other.topic) ||
  (name !== '' && headNoun(name) === headNoun(otherName));
