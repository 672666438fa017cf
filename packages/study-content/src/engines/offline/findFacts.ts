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

/** How often each stem stands in the material, and which stand in its titles: what makes a word a term of the subject. */
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

/** Names that return under three things or more are a property of each: "Function" under every hormone. */
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
  // Something of the deck's own is worth asking about; a word that falls once out of the blue is not.
  const single = words.length > 1 || isTerm || inTitle || words.some((word) => (counts.get(word) ?? 0) >= 3);
  // "An enzyme" is any of many: there is no one thing that it does.
  if (/^an?\s/i.test(clause.subject) && words.length < 2) return false;
  // "The cycle" is one of which the slide has told more than the question would.
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

/** Finds every fact of a source; `tag` is there for English only, the other languages have patterns alone. */
export function findFacts(source: Source, tag: Tagger | undefined): Facts {
  const passages = usablePassages(source);
  const statements = statementsOf(passages);
  const names = namesOf(source);
  const { counts, titles } = weightsOf(source);
  const headings = new Set(source.passages.flatMap(({ kind, text }) => (kind === 'title' ? [fold(text), fold(nameOfTerm(text))] : [])));
  const nodes = outlineOf(passages);
  const groups = new Map(nodes.map((node) => [node.one.index, node.group]));
  const byPassage = Map.groupBy(statements, ({ index }) => index);

  const facts: Fact[] = [
    ...listsOf(nodes, names, tag),
    ...tablesOf(passages),
    ...acronymsOf(passages),
    ...(tag ? exchangesOf(source, tag) : []),
  ];
  const terms = new Set<string>();
  const labels: Label[] = [];
  const clauses: Clause[] = [];
  const take = (fact: TermFact): void => {
    if (fact.type === 'label') labels.push(fact);
    else if (fact.type === 'clause') clauses.push(fact);
    else if (fact.type === 'attribute' || !terms.has(fold(fact.term))) facts.push(fact);
    if (fact.type !== 'attribute') terms.add(fold(fact.type === 'clause' ? fact.subject : fact.term));
  };
  const holdings = holdingsOf(statements);
  const isRepeated = repeatedLabels(statements);
  for (const [at, statement] of statements.entries()) {
    const holding = holdings.get(statement);
    if (holding) {
      facts.push(holding);
      continue;
    }
    const found = quantityOf(statement, tag);
    if (found) facts.push(found);
    const named =
      colonFactOf(statement, groups.get(statement.index) ?? '', tag, isRepeated) ??
      (tag && copulaDefinitionOf(statement, tag, (term) => headings.has(fold(term)) || headings.has(fold(nameOfTerm(term)))));
    if (named) {
      take(named);
      continue;
    }
    if (!tag) continue;
    const reason = reasonOf(statement, tag, names) ?? askedReasonOf(statement, statements[at - 1]);
    if (reason) facts.push(reason);
    const rule = ruleOf(statement, tag);
    if (rule) facts.push(rule);
    const contrast = contrastOf(statement, tag);
    if (contrast) facts.push(contrast);
    const clause = rule || reason || contrast ? undefined : clauseOf(statement, tag);
    const duty = dutyOf(statement, clause);
    if (duty) facts.push(duty);
    const group = groups.get(statement.index);
    if (clause && !found && !duty) clauses.push({ ...clause, ...(group !== undefined && { group }) });
  }
  if (tag)
    for (const node of nodes) {
      const fact = node.children.length > 0 ? describedBelow(node, byPassage, tag) : undefined;
      if (fact) take(fact);
    }
  facts.push(...labels, ...clauses.filter((clause) => isSalient(clause, counts, titles, headings, terms)));
  facts.sort((left, right) => left.index - right.index);
  const statementsAt = Map.groupBy(statements, ({ place }) => place);
  return {
    facts,
    statements,
    statementsAt,
    passages,
    names,
    withArticle: articlesOf(source),
    advice: tag ? adviceOf(statements, tag) : [],
  };
}
