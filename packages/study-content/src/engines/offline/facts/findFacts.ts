import type { Source } from '@lectern/contracts';
import { fold, plainCase, wordCount } from '../../../text/words.ts';
import { articlesOf } from '../articles.ts';
import type { Tagger } from '../languageModel.ts';
import { statementsOf, usablePassages, type Statement } from '../statements.ts';
import { acronymsOf } from './acronyms.ts';
import { cellsOf } from './cells.ts';
import { calledDefinitionOf, colonFactOf, copulaDefinitionOf, describedBelow, repeatedLabels } from './descriptions.ts';
import type { Fact, Facts } from './Fact.ts';
import { nameOfTerm } from './grammar.ts';
import { namedInPassing } from './namedInPassing.ts';
import { lecturerAnswersOf } from './lecturerAnswers.ts';
import { listsOf } from './lists.ts';
import { outlineOf, type OutlineNode } from './outline.ts';
import { answerOf, clauseOf, clozeOf, quantityOf } from './sentences.ts';
import { isStrong, mentionsIn, termKey, termsOf, weightOfTerm, type Term } from './terms.ts';

/** Words that stand with a capital in the middle of a sentence: names, which keep it. */
function namesOf(source: Source): Set<string> {
  const names = new Set<string>();
  const lower = new Set<string>();
  for (const { text, kind } of source.passages) {
    // In a heading every word has a capital.
    if (kind === 'title' || (wordCount(text) > 1 && !/(?<![\p{L}])\p{Ll}{4,}/u.test(text))) continue;
    for (const match of text.matchAll(/(?<=[\p{Ll},;] )\p{Lu}[\p{Ll}’'-]+/gu)) names.add(match[0].replace(/[’']s$/, ''));
    for (const match of text.matchAll(/(?:^|\s)(\p{Ll}[\p{Ll}-]+)/gu)) if (match[1] !== undefined) lower.add(match[1]);
  }
  // "Addison's disease" at the start of a line: a name, unless the word stands elsewhere as an ordinary one.
  for (const { text } of source.passages)
    for (const match of text.matchAll(/(?<![\p{L}])(\p{Lu}\p{Ll}+)[’']s\b/gu)) if (match[1] !== undefined) names.add(match[1]);
  for (const name of names) if (lower.has(name.toLowerCase())) names.delete(name);
  return names;
}

/** The facts of lines by their form: "X: Y", "X is a …", and X with a line below it. */
function termFactsOf(source: Source, statements: readonly Statement[], nodes: readonly OutlineNode[], tag: Tagger | undefined): Fact[] {
  const headings = new Set(source.passages.flatMap(({ kind, text }) => (kind === 'title' ? [fold(text), fold(nameOfTerm(text))] : [])));
  const isHeading = (term: string): boolean => headings.has(fold(term)) || headings.has(fold(nameOfTerm(term)));
  const groups = new Map(nodes.map((node) => [node.one.index, node.group]));
  const isRepeated = repeatedLabels(statements);
  const ofLines = statements.flatMap((statement): Fact[] => {
    const group = groups.get(statement.index) ?? '';
    const fact =
      colonFactOf(statement, group, tag, isRepeated) ??
      (tag &&
        (copulaDefinitionOf(statement, group, tag, isHeading) ??
          calledDefinitionOf(statement, group, tag) ??
          namedInPassing(statement, group, tag)));
    return fact ? [fact] : [];
  });
  if (!tag) return ofLines;
  const byPassage = Map.groupBy(statements, ({ index }) => index);
  return [...ofLines, ...nodes.flatMap((node) => (node.children.length > 0 ? describedBelow(node, byPassage, tag) : []))];
}

/** Of several facts of one line the first counts, and of two definitions of one term. */
function once(facts: readonly Fact[]): Fact[] {
  const seen = new Set<string>();
  return facts.filter((fact) => {
    const keys = [`${fact.index}|${fact.source.quote}`, ...(fact.type === 'definition' ? [`=${termKey(fact.subject)}`] : [])];
    const isRepeated = fact.type !== 'list' && fact.type !== 'cell' && fact.type !== 'acronym' && keys.some((key) => seen.has(key));
    // What defines a term once more is not asked for in another way.
    for (const key of keys) seen.add(key);
    return !isRepeated;
  });
}

/** Topics that tell of one case: what holds in it is nothing to be known. */
const example =
  /\b(examples?|case stud(y|ies)|scenarios?|real life|story|stories|anecdotes?|practice problems?|problems? \d|true or false|t or f|mcqs?)\b/i;

/** Finds every fact of a source. Without a tagger, for languages other than English, only the forms of lines are used. */
export function findFacts(source: Source, tag: Tagger | undefined): Facts {
  const passages = usablePassages(source);
  const statements = statementsOf(passages);
  const names = namesOf(source);
  const nodes = outlineOf(passages);
  const groups = new Map(nodes.map((node) => [node.one.index, node.group]));
  const ofTerms = termFactsOf(source, statements, nodes, tag);
  const terms = tag ? termsOf(source, statements, names, tag) : new Map<string, Term>();
  const defined = new Set(ofTerms.flatMap((fact) => ('subject' in fact ? [termKey(fact.subject)] : [])));
  const weightOf = (key: string): number => weightOfTerm(terms.get(key), defined);
  const subjects = new Set(tag ? mentionsIn(plainCase(source.title, names), tag).map(({ key }) => key) : []);
  const ofSentences = tag
    ? statements.flatMap((statement, at): Fact[] => {
        if (example.test(statement.topic)) return [];
        const group = groups.get(statement.index) ?? '';
        const fact =
          answerOf(statement, statements[at - 1], weightOf, tag, names) ??
          quantityOf(statement, tag) ??
          clauseOf(statement, group, weightOf, tag, names) ??
          clozeOf(statement, group, { weightOf, subjects }, tag);
        return fact ? [fact] : [];
      })
    : [];
  const cells = cellsOf(passages);
  const facts = once([
    ...ofTerms,
    ...(tag ? lecturerAnswersOf(source, tag) : []),
    ...ofSentences,
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
    cells: Map.groupBy(cells, ({ table }) => table),
    terms: [...terms.values()].filter(({ key, text }) => isStrong(key, weightOf(key)) && !/\d/.test(text)),
    weightOf,
  };
}
