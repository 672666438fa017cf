import type { Source } from '@lectern/contracts';
import { contentStems, fold, shared, withoutStop, wordCount } from '../../text/words.ts';
import { articlesOf } from './articles.ts';
import type { Advice, Clause, Fact, Facts, Label } from './facts.ts';
import { acronymsOf } from './extractors/acronyms.ts';
import { askedReasonOf, clauseOf, dutyOf, reasonOf, ruleOf } from './extractors/clauses.ts';
import { contrastOf } from './extractors/contrasts.ts';
import { exchangesOf } from './extractors/exchanges.ts';
import { isTermLike, leadingVerb, nameOfTerm, pointing } from './extractors/grammar.ts';
import { holdingsOf } from './extractors/holdings.ts';
import { listsOf } from './extractors/lists.ts';
import { outlineOf, type OutlineNode } from './extractors/outline.ts';
import { quantityOf } from './extractors/quantities.ts';
import { tablesOf } from './extractors/tables.ts';
import { colonFactOf, copulaDefinitionOf, labelOf, saidOf, type TermFact } from './extractors/terms.ts';
import type { Tagger } from './languageModel.ts';
import type { Statement } from './statements.ts';
import { statementsOf, usablePassages, withoutFootnotes } from './statements.ts';

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

/** How often each stem occurs in the material, and which stems occur in titles. Both show which words are terms of the subject. */
function weightsOf(source: Source): { counts: Map<string, number>; titles: Set<string> } {
  const counts = new Map<string, number>();
  const titles = new Set<string>();
  for (const { text, kind } of source.passages)
    for (const word of contentStems(text)) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
      if (kind === 'title') titles.add(word);
    }
  return { counts, titles };
}

/** A term with one line below it that describes it: "Privacy", and under it "Protects access to individuals". */
function describedBelow(node: OutlineNode, statements: Map<number, Statement[]>, tag: Tagger): TermFact | undefined {
  const child = node.children[0];
  const said = child && statements.get(child.one.index)?.[0];
  const term = nameOfTerm(withoutFootnotes(node.one.passage.text));
  if (!child || !said || statements.get(child.one.index)?.length !== 1 || /[:：?.]$/.test(node.one.passage.text)) return undefined;
  if (!isTermLike(term, tag(term)) || wordCount(term) > 5 || wordCount(said.text) > 26 || /[:?]/.test(said.text)) return undefined;
  const fact = saidOf(said, term, said.text.replace(/[.;]$/, ''), node.group, tag);
  // Only a sentence without its subject, or a plain definition, is surely about the term: other lines below it may be examples or parts.
  return fact?.type === 'clause' || (fact?.type === 'definition' && node.children.length === 1 && /^(an?|the|any)\s/i.test(fact.meaning))
    ? fact
    : undefined;
}

/** Finds labels that repeat under three or more terms. Such a label is a property of each term: "Function" under every hormone. */
function repeatedLabels(statements: Statement[]): (term: string) => boolean {
  const topics = new Map<string, Set<string>>();
  for (const statement of statements) {
    const name = labelOf(statement);
    if (name !== undefined) topics.set(fold(name), (topics.get(fold(name)) ?? new Set()).add(fold(statement.topic)));
  }
  return (term) => (topics.get(fold(term))?.size ?? 0) >= 3;
}

const isSalient = (
  clause: Clause,
  counts: Map<string, number>,
  titles: Set<string>,
  headings: Set<string>,
  terms: Set<string>,
): boolean => {
  const words = [...contentStems(clause.subject)];
  const isTerm = terms.has(fold(nameOfTerm(clause.subject)));
  const inTitle = words.some((word) => titles.has(word));
  const known = isTerm || inTitle || words.some((word) => (counts.get(word) ?? 0) >= 2);
  // Only terms of the deck are worth asking about: a single word must be a term, be in a title, or occur three times.
  const single = words.length > 1 || isTerm || inTitle || words.some((word) => (counts.get(word) ?? 0) >= 3);
  // "An enzyme" is one of many, so its action is not unique.
  if (/^an?\s/i.test(clause.subject) && words.length < 2) return false;
  // "The cycle" refers to the slide; without the slide the question would be unclear.
  const isWhole = headings.has(fold(nameOfTerm(clause.subject)));
  const definite = single && (!/^the\s/i.test(clause.subject) || words.length > 1 || isWhole);
  return (
    known &&
    definite &&
    (wordCount(clause.predicate) >= 4 || clause.sentence.includes(':')) &&
    shared(contentStems(clause.predicate), new Set(words)) === 0
  );
};

/** Points that begin with what to do: "Give oxygen as prescribed". */
const adviceOf = (statements: Statement[], tag: Tagger): Advice[] =>
  statements.flatMap(({ text, kind, place, pointer, quote }): Advice[] => {
    const said = withoutStop(text);
    if (kind !== 'bullet' || wordCount(said) < 4 || wordCount(said) > 16 || /[:;?]/.test(said) || pointing.test(said)) return [];
    return leadingVerb(tag(said.charAt(0).toLowerCase() + said.slice(1))) === 'base'
      ? [{ text: said, place, source: { pointer, quote } }]
      : [];
  });

/** Collects facts. Labels and clauses are kept apart: whether a clause is worth asking about depends on all terms. */
class FactCollection {
  readonly facts: Fact[] = [];
  readonly labels: Label[] = [];
  readonly clauses: Clause[] = [];
  /** The terms that have a fact, folded. */
  readonly terms = new Set<string>();

  /** Adds a fact about a term; of two definitions of one term the first counts. */
  addTerm(fact: TermFact): void {
    if (fact.type === 'label') this.labels.push(fact);
    else if (fact.type === 'clause') this.clauses.push(fact);
    else if (fact.type === 'attribute' || !this.terms.has(fold(fact.term))) this.facts.push(fact);
    if (fact.type !== 'attribute') this.terms.add(fold(fact.type === 'clause' ? fact.subject : fact.term));
  }

  add(...facts: readonly (Fact | undefined)[]): void {
    this.facts.push(...facts.filter((fact) => fact !== undefined));
  }
}

/** The input that all extractors of sentences share. */
interface Context {
  tag: Tagger | undefined;
  names: ReadonlySet<string>;
  /** The titles of the source, folded. */
  headings: ReadonlySet<string>;
  /** The list that a passage stands in, by the passage's index. */
  groups: ReadonlyMap<number, string>;
  isRepeated: (term: string) => boolean;
}

/** Adds what an English sentence says beside definitions: reasons, rules, contrasts, duties, and what something does. */
function addSentenceFacts(found: FactCollection, statement: Statement, before: Statement | undefined, tag: Tagger, context: Context): void {
  const reason = reasonOf(statement, tag, context.names) ?? askedReasonOf(statement, before);
  const rule = ruleOf(statement, tag);
  const contrast = contrastOf(statement, tag);
  const clause = rule || reason || contrast ? undefined : clauseOf(statement, tag);
  const duty = dutyOf(statement, clause);
  found.add(reason, rule, contrast, duty);
  const hasQuantity = quantityOf(statement, tag) !== undefined;
  const group = context.groups.get(statement.index);
  if (clause && !hasQuantity && !duty) found.clauses.push({ ...clause, ...(group !== undefined && { group }) });
}

function addStatementFacts(found: FactCollection, statement: Statement, before: Statement | undefined, context: Context): void {
  const { tag, headings, groups, isRepeated } = context;
  const isHeading = (term: string): boolean => headings.has(fold(term)) || headings.has(fold(nameOfTerm(term)));
  found.add(quantityOf(statement, tag));
  const named =
    colonFactOf(statement, groups.get(statement.index) ?? '', tag, isRepeated) ?? (tag && copulaDefinitionOf(statement, tag, isHeading));
  if (named) found.addTerm(named);
  else if (tag) addSentenceFacts(found, statement, before, tag, context);
}

/** Finds every fact of a source. Without a tagger, for languages other than English, only patterns are used. */
export function findFacts(source: Source, tag: Tagger | undefined): Facts {
  const passages = usablePassages(source);
  const statements = statementsOf(passages);
  const names = namesOf(source);
  const { counts, titles } = weightsOf(source);
  const headings = new Set(source.passages.flatMap(({ kind, text }) => (kind === 'title' ? [fold(text), fold(nameOfTerm(text))] : [])));
  const nodes = outlineOf(passages);
  const groups = new Map(nodes.map((node) => [node.one.index, node.group]));
  const byPassage = Map.groupBy(statements, ({ index }) => index);
  const holdings = holdingsOf(statements);
  const context: Context = { tag, names, headings, groups, isRepeated: repeatedLabels(statements) };

  const found = new FactCollection();
  found.add(...listsOf(nodes, names, tag), ...tablesOf(passages), ...acronymsOf(passages), ...(tag ? exchangesOf(source, tag) : []));
  for (const [at, statement] of statements.entries()) {
    const holding = holdings.get(statement);
    if (holding) found.add(holding);
    else addStatementFacts(found, statement, statements[at - 1], context);
  }
  for (const node of tag ? nodes.filter(({ children }) => children.length > 0) : []) {
    const fact = tag && describedBelow(node, byPassage, tag);
    if (fact) found.addTerm(fact);
  }
  const salient = found.clauses.filter((clause) => isSalient(clause, counts, titles, headings, found.terms));
  return {
    facts: [...found.facts, ...found.labels, ...salient].sort((left, right) => left.index - right.index),
    statements,
    statementsAt: Map.groupBy(statements, ({ place }) => place),
    passages,
    names,
    withArticle: articlesOf(source),
    advice: tag ? adviceOf(statements, tag) : [],
  };
}
