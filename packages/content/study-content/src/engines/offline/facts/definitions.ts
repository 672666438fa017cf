import { fold, lowerFirst, upperFirst, withoutStop, wordCount } from '../../../text/words.ts';
import { spelledOut } from './acronyms.ts';
import type { Tagger } from '../posTagger.ts';
import { type Statement, withoutFootnotes } from '../statements.ts';
import type { Cell, Definition, Place } from './Fact.ts';
import {
  balanced,
  baseOf,
  emptyHeads,
  isPluralNoun,
  isTermLike,
  isWordTag,
  label,
  leadingVerb,
  nameOfTerm,
  neverNouns,
  pointing,
} from './grammar.ts';
import type { OutlineNode } from './outline.ts';
import {
  isDefining,
  isEnumeration,
  isSubject,
  isUninformative,
  kindNouns,
  maxActionWords,
  maxMeaningWords,
  meaningForm,
  meaningOf,
  plainMeaning,
  sides,
} from './meanings.ts';

type Placed = Pick<Statement, 'topic' | 'place' | 'index' | 'pointer' | 'quote'>;
export const placed = ({ topic, place, index, pointer, quote }: Placed): Place => ({ topic, place, index, source: { pointer, quote } });

interface DefiningLine {
  statement: Placed;
  subject: string;
  text: string;
  group: string;
  tag: Tagger;
  /** Whether a base verb states what the term does, as after a colon. Below the term it would be an instruction. */
  mayAct?: boolean;
}

/** The words before the first restriction of a noun. */
const firstPhrase = (text: string): string =>
  text.split(/\s(?:that|which|who|of|in|for|to|with|by|from|about|outside|between|on|at)\s/)[0] ?? text;

/** Removes a repeated subject: "Systematic sampling: Systematic sampling is a method …". */
const withoutSubject = (line: string, subject: string): string => {
  const rest = line.replace(/^(?:an?|the) /i, '');
  const named = subject.length > 0 && rest.toLowerCase().startsWith(`${subject.toLowerCase()} `) ? rest.slice(subject.length + 1) : line;
  return named === line || /^(?:is|are|means?|refers? to) /i.test(named) ? named.replace(/^(?:is|are) defined as /i, '') : line;
};

/** Removes the end of "A philosophy … is called economic system" below "Economic system". */
const withoutNaming = (line: string, subject: string): string => {
  const match = / (?:is|are) (?:also )?(?:called|known as|termed|referred to as)(?: as)? (?:an? |the )?(.+)$/i.exec(line);
  return match && fold(match[1] ?? '') === fold(subject) ? line.slice(0, match.index) : line;
};

/** Extracts from a line what a term is or does. */
function definitionInLine({ statement, subject, text: line, group, tag, mayAct = false }: DefiningLine): Definition | undefined {
  // "Frequency: refers to the number of …" defines without its verb.
  const text = withoutNaming(withoutSubject(line, subject), subject).replace(
    /^(?:it )?(?:is|are|means|refers? to|(?:is|are) defined as) (?=an?\s|the\s|any\s|when\s|how\s)/i,
    '',
  );
  if (isUninformative(text) || wordCount(text) > maxMeaningWords) return undefined;
  const tokens = tag(text.charAt(0).toLowerCase() + text.slice(1));
  const isPlural = isPluralNoun(subject);
  const about = { type: 'definition' as const, subject, group, ...placed(statement) };
  const verb = leadingVerb(tokens);
  const meaning = plainMeaning(text);
  // In "Trademarks: protects marks", the plural label is one thing.
  const isUsual = /^\p{L}+ly /u.test(text);
  const agrees = isUsual
    ? false
    : isPlural
      ? mayAct && (verb === 'third' || (verb === 'base' && !/[,;]/.test(text.slice(0, 12))))
      : verb === 'third';
  if (agrees && meaning !== undefined && !isEnumeration(text) && wordCount(meaning) >= 3 && wordCount(meaning) <= maxActionWords) {
    const [first = '', ...others] = lowerFirst(meaning).split(' ');
    return { ...about, meaning: [isPlural && verb === 'third' ? baseOf(first) : first, ...others].join(' '), form: 'does' };
  }
  const form = meaningForm(lowerFirst(meaning ?? text));
  // "Mechanical faults: operating temperature outside of …" is an example.
  const isExample =
    isPlural && form === 'noun' && isWordTag(tokens[0]?.tag ?? '') && !kindNouns.test(text) && !isPluralNoun(firstPhrase(text));
  if (meaning === undefined || isExample || (isPlural && /^an?\s/i.test(text))) return undefined;
  return isDefining(meaning, form, tag) ? { ...about, meaning, form } : undefined;
}

/** "X: Y", "X – Y", and "X = a Y". Other equations define nothing. */
const colon = /^([^:–—=]{2,60}?)\s*(?::|：| – |\s?—\s?| - | = (?=(?:an?|the|any) \p{Ll}{2}))\s*(\S.{2,})$/u;

/** In "Float: a number with a decimal point", the tagger takes the single word for a verb. */
const isNounBeforeArticle = (subject: string, text: string, tag: Tagger): boolean => {
  const word = subject.toLowerCase();
  return (
    /^\p{Ll}{3,}$/u.test(word) &&
    /^an? \p{Ll}/u.test(text) &&
    !neverNouns.has(word) &&
    isWordTag(tag(`the ${word} is`)[1]?.tag ?? '') &&
    !emptyHeads.has(word) &&
    !label.test(word)
  );
};

/** For languages without a tagger: labels of examples and notes, and Korean sentences. */
const noTerm = /(?:니다|[한된이]다|예|예시|참고)$|^(?:Beispiele?|z\. ?B\.|Hinweise?|exemples?|remarques?|ejemplos?|notas?)(?![\p{L}])/iu;

/** Extracts a definition from "X: Y". */
export function colonFactOf(
  statement: Statement,
  group: string,
  tag: Tagger | undefined,
  isRepeated: (term: string) => boolean,
): Definition | undefined {
  const match = colon.exec(statement.text);
  const subject = nameOfTerm(match?.[1] ?? '');
  const text = meaningOf(match?.[2] ?? '');
  // A long form is not a definition.
  if (!match || spelledOut(statement.text) || label.test(subject) || /\b(examples?|includes?|are|is)$/i.test(subject)) return undefined;
  if (!tag)
    return !isTermLike(subject, undefined) ||
      noTerm.test(subject) ||
      text.length < 10 ||
      /[:?]/.test(text) ||
      !balanced(text) ||
      wordCount(text) > maxMeaningWords
      ? undefined
      : { type: 'definition', subject, group, meaning: text, form: 'noun', ...placed(statement) };
  if (/^(definition|meaning)$/i.test(subject)) return ownDefinitionOf(statement, text, group, tag);
  return !isRepeated(subject) && !sides.test(subject) && (isSubject(subject, tag) || isNounBeforeArticle(subject, text, tag))
    ? definitionInLine({ statement, subject, text, group, tag, mayAct: true })
    : undefined;
}

/** The name before a colon or dash. */
const labelOf = ({ text }: Pick<Statement, 'text'>): string | undefined => {
  const name = colon.exec(text)?.[1];
  return name === undefined ? undefined : nameOfTerm(name);
};

/** "Definition: closeness to the true value" on a slide about accuracy. */
function ownDefinitionOf(statement: Statement, meaning: string, group: string, tag: Tagger): Definition | undefined {
  const subject = nameOfTerm(statement.topic);
  if (!isSubject(subject, tag) || wordCount(subject) > 4 || wordCount(meaning) < 3 || pointing.test(meaning)) return undefined;
  return { type: 'definition', subject, group, meaning, form: meaningForm(meaning), ...placed(statement) };
}

/** Headers of a glossary table. */
const ofTerms = /^(?:(?:key )?(?:terms?|words?|concepts?)|vocabulary|expressions?|names?)$/i;
const ofMeanings = /^(?:description|definition|meaning|explanation|(?:one-sentence )?definition in (?:one|a) sentence)$/i;

/** Extracts a definition from a glossary row: "Float | a number with a decimal point" below "Term | Meaning". */
export function definedInRow(
  { rowHeader, header, row, value, table, topic, place, index, source }: Cell,
  tag: Tagger,
): Definition | undefined {
  const subject = nameOfTerm(row);
  if (!ofTerms.test(rowHeader) || !ofMeanings.test(header) || sides.test(subject)) return undefined;
  if (!isSubject(subject, tag) && !isNounBeforeArticle(subject, value, tag)) return undefined;
  return definitionInLine({
    statement: { topic, place, index, ...source },
    subject,
    text: value,
    group: `table ${table}`,
    tag,
    mayAct: true,
  });
}

/** Lines to read below a term. */
const maxLines = 6;

/** Extracts definitions from the lines below a term: "Individuals who manage the work of …" below "Middle managers". */
export function definedBelow(node: OutlineNode, statements: ReadonlyMap<number, Statement[]>, tag: Tagger): Definition[] {
  const raw = node.one.passage.text;
  const subject = headingName(raw);
  if (/[.?,;]$/.test(raw) || !isSubject(subject, tag) || sides.test(subject)) return [];
  return node.children.slice(0, maxLines).flatMap((child): Definition[] => {
    const [statement, ...others] = statements.get(child.one.index) ?? [];
    // A line that ends in a colon introduces others.
    if (!statement || others.length > 0 || /[:：]$|^(?:e\.?g|for e\.?g|(?:for )?examples?|note)\b/i.test(statement.text)) return [];
    if (statement.isNote !== (node.one.passage.pointer.kind === 'slide' && node.one.passage.pointer.part === 'notes')) return [];
    const text = withoutStop(statement.text).replace(/^[“"]([^“”"]+)[”"]$/, '$1');
    const found = definitionInLine({ statement, subject, text, group: node.family, tag });
    return found ? [found] : [];
  });
}

/** The name in a heading: "2. Quota sampling:" is "Quota sampling". */
export function headingName(text: string): string {
  const plain = nameOfTerm(
    withoutFootnotes(text)
      .replace(/(?<!\s)\s*[:：]$/, '')
      .replace(/(?<!\s)\s+defined$/i, '')
      .replace(/(?<!\s)\s*\([^()]*\)$/, '')
      .split(/[/|]/)[0] ?? '',
  );
  // Titles in capitals are converted to normal case.
  return plain.length > 5 && plain === plain.toUpperCase() ? upperFirst(plain.toLowerCase()) : plain;
}

/** Recognises labels that repeat under several topics. Such a label is an aspect of each, like "Function" under every hormone. */
export function repeatedLabels(statements: readonly Statement[]): (term: string) => boolean {
  const topics = new Map<string, Set<string>>();
  for (const statement of statements) {
    const name = labelOf(statement);
    if (name !== undefined) topics.set(fold(name), (topics.get(fold(name)) ?? new Set()).add(fold(statement.topic)));
  }
  return (term) => (topics.get(fold(term))?.size ?? 0) >= 2;
}
