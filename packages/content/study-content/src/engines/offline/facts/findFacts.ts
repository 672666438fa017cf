import type { Source } from '@lectern/contracts';
import { fold, wordCount } from '../../../text/words.ts';
import { articlesOf } from '../articles.ts';
import type { Tagger } from '../posTagger.ts';
import { type Statement, statementsOf, usablePassages } from '../statements.ts';
import { acronymsOf } from './acronyms.ts';
import { cellsOf } from './cells.ts';
import { calledDefinitionOf, copulaDefinitionOf, lawOf } from './sentenceDefinitions.ts';
import { colonFactOf, definedBelow, definedInRow, headingName, repeatedLabels } from './definitions.ts';
import type { Definition, Fact, Facts } from './Fact.ts';
import { nameOfTerm } from './grammar.ts';
import { holdingOf, lecturerAnswersOf } from './answeredFacts.ts';
import { listsOf } from './lists.ts';
import { plainStatement } from './plainStatement.ts';
import { type OutlineNode, outlineOf } from './outline.ts';
import { type Term, termKey, termsOf, weightOfTerm } from './terms.ts';

/** Words that stay capitalised within a sentence: those that occur so in the text, or that the tagger knows as names. */
function namesOf(source: Source, tag: Tagger | undefined): Set<string> {
  const names = new Set<string>();
  const lower = new Set<string>();
  for (const { text, kind } of source.passages) {
    // Headings may capitalise every word.
    if (kind === 'title' || (wordCount(text) > 1 && !/(?<![\p{L}])\p{Ll}{4,}/u.test(text))) continue;
    for (const match of text.matchAll(/(?<=[\p{Ll},;] )\p{Lu}[\p{Ll}’'-]+/gu)) names.add(match[0].replace(/[’']s$/, ''));
    // "Mao Zedong" at the start of a sentence.
    for (const match of text.matchAll(/(?<=(?:^|[.!?] )\p{Lu}\p{Ll}+ )\p{Lu}\p{Ll}+/gu)) names.add(match[0]);
    // "Norway has …" at the start of its only sentence.
    const [first = ''] = /^\p{Lu}\p{Ll}+(?= \p{Ll})/u.exec(text) ?? [];
    if (tag && /[.!?]$/.test(text) && first !== '' && tag(first.toLowerCase())[0]?.tag === 'PROPN') names.add(first);
    for (const match of text.matchAll(/(?:^|\s)(\p{Ll}[\p{Ll}-]+)/gu)) if (match[1] !== undefined) lower.add(match[1]);
  }
  // "Addison's disease" at the start of a line, unless the word also occurs in lower case.
  for (const { text } of source.passages)
    for (const match of text.matchAll(/(?<![\p{L}])(\p{Lu}\p{Ll}+)[’']s\b/gu)) if (match[1] !== undefined) names.add(match[1]);
  for (const name of names) if (lower.has(name.toLowerCase())) names.delete(name);
  // "Newton's second law", although a newton is a unit.
  for (const { text } of source.passages)
    for (const match of text.matchAll(
      /(?<![\p{L}])(\p{Lu}\p{Ll}+)[’']s (?:\p{Ll}+ )?(?:laws?|theorem|principle|rule|equation|disease|syndrome)\b/gu,
    ))
      if (match[1] !== undefined) names.add(match[1]);
  return names;
}

/** Extracts definitions from "X: Y", "X is a …", and X with a line below it. */
function definitionsOf(
  source: Source,
  statements: readonly Statement[],
  nodes: readonly OutlineNode[],
  tag: Tagger | undefined,
): Definition[] {
  const headings = new Set(source.passages.flatMap(({ kind, text }) => (kind === 'title' ? [fold(text), fold(nameOfTerm(text))] : [])));
  const isHeading = (term: string): boolean => headings.has(fold(term)) || headings.has(fold(nameOfTerm(term)));
  const groups = new Map(nodes.map((node) => [node.one.index, node.family]));
  const isRepeated = repeatedLabels(statements);
  const ofLines = statements.flatMap((statement): Definition[] => {
    const group = groups.get(statement.index) ?? '';
    // "Research is an approach in which the inquirer:" continues in a list.
    const isOpen = statement.text.endsWith(':');
    const fact =
      colonFactOf(statement, group, tag, isRepeated) ??
      (tag &&
        !isOpen &&
        (copulaDefinitionOf({ ...statement, text: plainStatement(statement, tag) }, group, tag, isHeading) ??
          copulaDefinitionOf(statement, group, tag, isHeading) ??
          calledDefinitionOf(statement, group, tag) ??
          lawOf(statement, group, tag)));
    return fact ? [fact] : [];
  });
  if (!tag) return ofLines;
  const byPassage = Map.groupBy(statements, ({ index }) => index);
  // A repeated heading, such as "Steps", names a part of each slide, not a term.
  const heads = nodes.filter(({ children }) => children.length > 0);
  const counts = Map.groupBy(heads, ({ one }) => fold(headingName(one.passage.text)));
  const isOnce = ({ one }: OutlineNode): boolean => (counts.get(fold(headingName(one.passage.text)))?.length ?? 0) < 2;
  return [...ofLines, ...heads.filter(isOnce).flatMap((node) => definedBelow(node, byPassage, tag))];
}

/** Keeps the first fact per line and the first definition per term. */
function once(facts: readonly Fact[]): Fact[] {
  const seen = new Set<string>();
  return facts.filter((fact) => {
    const line = `${fact.index}|${fact.source.quote}`;
    const term = fact.type === 'definition' ? `=${termKey(fact.subject)}` : '';
    // Lists, cells and acronyms may repeat a term.
    const isRepeated = fact.type !== 'list' && fact.type !== 'cell' && fact.type !== 'acronym' && (seen.has(line) || seen.has(term));
    if (!isRepeated) for (const key of [line, term]) if (key !== '') seen.add(key);
    return !isRepeated;
  });
}

/** Extracts the facts of a source. Without a tagger, for languages other than English, only the form of lines is used. */
export function findFacts(source: Source, tag: Tagger | undefined): Facts {
  const passages = usablePassages(source);
  const statements = statementsOf(passages);
  const names = namesOf(source, tag);
  const nodes = outlineOf(passages);
  const cells = cellsOf(passages);
  const ofTerms = [
    ...definitionsOf(source, statements, nodes, tag),
    ...(tag ? cells.flatMap((cell) => definedInRow(cell, tag) ?? []) : []),
  ];
  const terms = tag ? termsOf(source, statements, names, tag) : new Map<string, Term>();
  const defined = new Set(ofTerms.map(({ subject }) => termKey(subject)));
  const weightOf = (key: string): number => weightOfTerm(terms.get(key), defined);
  const facts = once([
    ...ofTerms,
    ...(tag ? lecturerAnswersOf(source, tag) : []),
    ...(tag ? statements.flatMap((statement, at) => holdingOf(statement, statements[at - 1], tag) ?? []) : []),
    ...listsOf(nodes, names, tag),
    ...cells,
    ...acronymsOf(passages),
  ]);
  return {
    facts: facts.sort((left, right) => left.index - right.index),
    statements,
    passages,
    names,
    withArticle: articlesOf(source),
    terms,
    weightOf,
  };
}
