import type { Source } from '@lectern/contracts';
import { fold, wordCount } from '../../../text/words.ts';
import { articlesOf } from '../articles.ts';
import type { Tagger } from '../posTagger.ts';
import { statementsOf, usablePassages, type Statement } from '../statements.ts';
import { acronymsOf } from './acronyms.ts';
import { cellsOf } from './cells.ts';
import { calledDefinitionOf, colonFactOf, copulaDefinitionOf, describedBelow, repeatedLabels } from './descriptions.ts';
import { entriesOf } from './entries.ts';
import type { Clause, Fact, Facts } from './Fact.ts';
import { nameOfTerm } from './grammar.ts';
import { clozeOf } from './clozes.ts';
import { headingMeanings } from './headingMeanings.ts';
import { namedInPassing } from './namedInPassing.ts';
import { lecturerAnswersOf } from './lecturerAnswers.ts';
import { listsOf } from './lists.ts';
import { outlineOf, type OutlineNode } from './outline.ts';
import { clauseOf, mainText, type Reading } from './clauses.ts';
import { answerOf, quantityOf } from './sentences.ts';
import { isStrong, termKey, termsOf, weightOfTerm, type Term } from './terms.ts';

/** Words that stand with a capital in the middle of a sentence, or that the tagger knows as names: they keep it. */
function namesOf(source: Source, tag: Tagger | undefined): Set<string> {
  const names = new Set<string>();
  const lower = new Set<string>();
  for (const { text, kind } of source.passages) {
    // In a heading every word has a capital.
    if (kind === 'title' || (wordCount(text) > 1 && !/(?<![\p{L}])\p{Ll}{4,}/u.test(text))) continue;
    for (const match of text.matchAll(/(?<=[\p{Ll},;] )\p{Lu}[\p{Ll}’'-]+/gu)) names.add(match[0].replace(/[’']s$/, ''));
    // "Mao Zedong" at the start of a sentence.
    for (const match of text.matchAll(/(?<=(?:^|[.!?] )\p{Lu}\p{Ll}+ )\p{Lu}\p{Ll}+/gu)) names.add(match[0]);
    // "Norway has …" at the start of its only sentence.
    const [first = ''] = /^\p{Lu}\p{Ll}+(?= \p{Ll})/u.exec(text) ?? [];
    if (tag && /[.!?]$/.test(text) && first !== '' && tag(first.toLowerCase())[0]?.tag === 'PROPN') names.add(first);
    for (const match of text.matchAll(/(?:^|\s)(\p{Ll}[\p{Ll}-]+)/gu)) if (match[1] !== undefined) lower.add(match[1]);
  }
  // "Addison's disease" at the start of a line: a name, unless the word stands elsewhere as an ordinary one.
  for (const { text } of source.passages)
    for (const match of text.matchAll(/(?<![\p{L}])(\p{Lu}\p{Ll}+)[’']s\b/gu)) if (match[1] !== undefined) names.add(match[1]);
  for (const name of names) if (lower.has(name.toLowerCase())) names.delete(name);
  return names;
}

/** A sentence without what stands around its statement: "An out-group, conversely, is …", "A small group is typically one where …". */
const plainStatement = (statement: Statement, tag: Tagger): string =>
  mainText(statement, tag)
    .replace(/, (?:conversely|by contrast|in short|simply put|in other words),? (?=is |are )/i, ' ')
    .replace(/ (is|are) (?:typically|usually|generally|basically|simply|essentially|commonly) (?=an? |the |one )/i, ' $1 ');

/** The facts of lines by their form: "X: Y", "X is a …", and X with a line below it. */
function termFactsOf(source: Source, statements: readonly Statement[], nodes: readonly OutlineNode[], tag: Tagger | undefined): Fact[] {
  const headings = new Set(source.passages.flatMap(({ kind, text }) => (kind === 'title' ? [fold(text), fold(nameOfTerm(text))] : [])));
  const isHeading = (term: string): boolean => headings.has(fold(term)) || headings.has(fold(nameOfTerm(term)));
  const groups = new Map(nodes.map((node) => [node.one.index, node.family]));
  const isRepeated = repeatedLabels(statements);
  const ofLines = statements.flatMap((statement): Fact[] => {
    const group = groups.get(statement.index) ?? '';
    // "Research is an approach in which the inquirer:" goes on in a list.
    const isOpen = statement.text.endsWith(':');
    const fact =
      colonFactOf(statement, group, tag, isRepeated) ??
      (tag &&
        !isOpen &&
        (copulaDefinitionOf(statement, group, tag, isHeading) ??
          copulaDefinitionOf({ ...statement, text: plainStatement(statement, tag) }, group, tag, isHeading) ??
          calledDefinitionOf(statement, group, tag) ??
          namedInPassing(statement, group, tag)));
    return fact ? [fact] : [];
  });
  if (!tag) return ofLines;
  const byPassage = Map.groupBy(statements, ({ index }) => index);
  return [
    ...ofLines,
    ...nodes.flatMap((node) => (node.children.length > 0 ? describedBelow(node, byPassage, tag) : [])),
    ...headingMeanings(nodes, byPassage, tag),
  ];
}

/** Of several facts of one line the first counts, and of two definitions of one term. */
function once(facts: readonly Fact[]): Fact[] {
  const seen = new Set<string>();
  return facts.filter((fact) => {
    const line = `${fact.index}|${fact.source.quote}`;
    const term = fact.type === 'definition' ? `=${termKey(fact.subject)}` : '';
    // What defines a term once more may still be told of it.
    const isRepeated = fact.type !== 'list' && fact.type !== 'cell' && fact.type !== 'acronym' && (seen.has(line) || seen.has(term));
    if (!isRepeated) for (const key of [line, term]) if (key !== '') seen.add(key);
    return !isRepeated;
  });
}

/** Topics that tell of one case: what holds in it is nothing to be known. */
const example =
  /\b(examples?|case stud(y|ies)|scenarios?|real life|story|stories|anecdotes?|practice problems?|problems? \d|true or false|t or f|mcqs?|class activit(?:y|ies)|solutions? \d)\b/i;

/** Sentences of a worked example: what they say of "the bond" is true of that bond alone. */
const ofExample =
  /\b(?:example (?:problem|question)s?|calculate|compute|assume|suppose|interpolate|(?:ABC|XYZ|PQR|PC) (?:company|corp|inc|ltd)|solution:)\b|\bwhat (?:is|will be|should be|would be) the (?:\p{L}+ ){0,4}(?:value|price|rate|yield|cost|return|amount|npv|probability)\b/iu;

/** The facts of sentences: questions that they answer, quantities, and what they say of their subject. */
function sentenceFactsOf(statements: readonly Statement[], groupOf: (index: number) => string, reading: Reading): Fact[] {
  let last: Clause | undefined;
  const examples = new Set(statements.filter(({ text }) => ofExample.test(text)).map(({ place }) => place));
  return statements.flatMap((statement, at): Fact[] => {
    if (example.test(statement.topic)) return [];
    const isExample = examples.has(statement.place);
    const clause = clauseOf(statement, groupOf(statement.index), last, reading);
    last = clause;
    const fact = answerOf(statement, statements[at - 1], reading) ?? (isExample ? undefined : quantityOf(statement, reading.tag));
    const tells = clause && (clause.predicate !== '' || clause.asked) && !(isExample && /^the /i.test(clause.named));
    return [...(fact ? [fact] : []), ...(tells ? [clause] : [])];
  });
}

/** The most that statements about a term add to its weight, and what a weighty head noun adds. */
const mostOfStatements = 2;
const weightyHead = 4;
/** The weight of a phrase of several words that stands in two places. */
const namedTwice = 2;

/** The weight of terms with what the material says of them: a term that is often a subject, and a kind of a weighty one that is named more than once. */
function weightWithStatements(basic: (key: string) => number, facts: readonly Fact[]): (key: string) => number {
  const told = new Map<string, number>();
  for (const fact of facts) if (fact.type === 'clause') told.set(termKey(fact.subject), (told.get(termKey(fact.subject)) ?? 0) + 1);
  return (key) =>
    basic(key) +
    Math.min(mostOfStatements, (told.get(key) ?? 0) - 1 > 0 ? (told.get(key) ?? 0) - 1 : 0) +
    (key.includes(' ') && basic(key) >= namedTwice && basic(key.split(' ').at(-1) ?? '') >= weightyHead ? 1 : 0);
}

/** Finds every fact of a source. Without a tagger, for languages other than English, only the forms of lines are used. */
export function findFacts(source: Source, tag: Tagger | undefined): Facts {
  const passages = usablePassages(source);
  const statements = statementsOf(passages);
  const names = namesOf(source, tag);
  const nodes = outlineOf(passages);
  const groups = new Map(nodes.map((node) => [node.one.index, node.family]));
  const ofTerms = termFactsOf(source, statements, nodes, tag);
  const lines = new Set(ofTerms.map(({ index, source: { quote } }) => `${index}|${quote}`));
  const isTaken = ({ index, quote }: Statement): boolean => lines.has(`${index}|${quote}`);
  const terms = tag ? termsOf(source, statements, names, tag) : new Map<string, Term>();
  const defined = new Set(ofTerms.flatMap((fact) => ('subject' in fact ? [termKey(fact.subject)] : [])));
  const basic = (key: string): number => weightOfTerm(terms.get(key), defined);
  const ofSentences = tag ? sentenceFactsOf(statements, (index) => groups.get(index) ?? '', { tag, names, weightOf: basic }) : [];
  const weightOf = weightWithStatements(basic, ofSentences);
  const cells = cellsOf(passages);
  const clozes = tag ? statements.flatMap((statement) => clozeOf(statement, { tag, names, weightOf }) ?? []) : [];
  const facts = once([
    ...ofTerms,
    ...(tag ? entriesOf(nodes, statements, tag, isTaken) : []).filter(({ topic }) => !example.test(topic)),
    ...(tag ? lecturerAnswersOf(source, tag) : []),
    ...ofSentences,
    ...listsOf(nodes, names, tag),
    ...cells,
    ...acronymsOf(passages),
    ...clozes.filter(({ topic }) => !example.test(topic)),
  ]);
  return {
    facts: facts.sort((left, right) => left.index - right.index),
    statements,
    passages,
    names,
    withArticle: articlesOf(source),
    cells: Map.groupBy(cells, ({ table }) => table),
    terms: [...terms.values()].filter(({ key, text }) => isStrong(key, weightOf(key)) && !/[\d.]/.test(text)),
    weightOf,
  };
}
