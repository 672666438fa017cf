import { createHash } from 'node:crypto';
import type { Pointer, Source, Suggestion, SuggestionForm } from '@lectern/contracts/plain';
import type { Acronym, Answered, Cell, Definition, Fact, List } from './engines/offline/facts/Fact.ts';
import { factsOf, taggerFor } from './engines/offline/facts/factsOf.ts';
import type { Tagger } from './engines/offline/posTagger.ts';
import type { Statement } from './engines/offline/statements.ts';
import { Counter } from './text/collections.ts';
import { placeKey, pointerKey } from './text/pointers.ts';
import { containsWords, fold, upperFirst, wordCount } from './text/words.ts';
import { centralTerm, gapTermOf, isNoun, isTerm, labelOf, type Term, type Terms, termsOf, wordKind } from './suggestedTerms.ts';

const maxSuggestions = 1_000;
/** Maximum number of key statements per slide or paragraph. */
const statementsOfPlace = 3;
const siblingsOf = { least: 2, most: 3 } as const;
const sentenceWords = { least: 5, most: 45 } as const;
/** The maximum length of a side of a card. */
const maxStatementLength = 1_000;

/** A suggestion without siblings. */
interface Found {
  index: number;
  term: string;
  statement: string;
  pointer: Pointer;
  section: string;
  form: SuggestionForm;
  /** Terms of one kind are siblings, such as all defined terms or the rows of a table. */
  kind: string;
}

/** The sentence if it contains the term; else the term with its meaning. */
const statementFor = (term: string, sentence: string, meaning: string): string =>
  containsWords(sentence, term) ? sentence : `${upperFirst(term)}: ${meaning}`;

const placed = ({ index, topic, source: { pointer } }: Definition | Acronym | Answered | List | Cell) => ({
  index,
  section: topic,
  pointer,
});

const definitionSuggestion = (fact: Definition): Found => ({
  ...placed(fact),
  term: fact.subject,
  statement: statementFor(fact.subject, fact.source.quote, fact.meaning),
  form: 'definition',
  kind: 'definition',
});

const acronymSuggestion = (fact: Acronym): Found => ({
  ...placed(fact),
  term: fact.short,
  statement: statementFor(fact.short, fact.source.quote, fact.long),
  form: 'acronym',
  kind: 'acronym',
});

const listSuggestion = (fact: List): Found => ({
  ...placed(fact),
  term: fact.heading,
  statement: `${fact.heading}: ${fact.items.map(({ text }) => text).join('; ')}`,
  form: fact.isOrdered ? 'step' : 'list',
  kind: 'list',
});

/** A table row, or a column if the table compares its columns. */
const rowSuggestion = (name: string, cells: readonly Cell[]): Found | undefined => {
  const [first] = cells;
  if (!first) return undefined;
  const parts = cells.map(({ header, row, value, isCompared }) => `${isCompared ? row : header}: ${value}`);
  return {
    ...placed(first),
    term: name,
    statement: `${name}. ${parts.join('; ')}`,
    form: 'row',
    kind: `table ${String(first.table)}`,
  };
};

const rowsOf = (cells: readonly Cell[]): Found[] => {
  const nameOf = ({ isCompared, header, row }: Cell): string => (isCompared ? header : row);
  return [...Map.groupBy(cells, (cell) => `${String(cell.table)}|${nameOf(cell)}`).values()].flatMap((group) => {
    const [first] = group;
    return (first && rowSuggestion(nameOf(first), group)) ?? [];
  });
};

/** Sentences that refer back to earlier text. */
const pointsBack =
  /^(?:this|that|these|those|it|its|they|their|he|she|such|both|here|there|and|but|or|so|also|then|thus|hence|however|therefore|for example|e\.g\.|dies(?:er?|es)|das|es|sie|ce(?:la|tte)?|ces|il|elle|esto|esta|ello)\b/iu;

/** With fewer suggestions, sentences without a known term are offered too. */
const enough = 20;

/** Whether a line is a complete sentence that stands alone. */
const isKeySentence = ({ text, isEnded, isNote }: Statement, tag: Tagger | undefined): boolean => {
  const words = wordCount(text);
  if (words > sentenceWords.most || /[?？:：]$/.test(text) || pointsBack.test(text)) return false;
  // Unspaced scripts are measured in letters.
  if (words < sentenceWords.least && !(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Hangul}]/u.test(text) && text.length >= 12)) return false;
  if (!tag) return isEnded;
  const tokens = tag(text);
  const verb = tokens.findIndex((token) => token.tag === 'AUX' || token.tag === 'VERB');
  // Requires a noun before the verb, so that the sentence has a subject.
  return verb > 0 && tokens.slice(0, verb).some(isNoun) && (isEnded || !isNote);
};

/** A sentence that states a reason or a consequence. */
const cause = /\b(?:because|leads? to|results? in|causes?|due to|in order to|so that|if .* then)\b|^(?:if|when|once) [^,]+, /i;

/** Sentences that contain a term of the material, except those already used by a fact. */
const keyStatements = (
  statements: readonly Statement[],
  taken: ReadonlySet<string>,
  termOf: (sentence: string) => Omit<Term, 'index'> | undefined,
  tag: Tagger | undefined,
): Found[] => {
  const perPlace = new Counter<string>();
  return statements.flatMap((statement): Found[] => {
    const { index, quote, pointer, topic } = statement;
    const label = labelOf(quote);
    if (taken.has(lineKey(statement)) || !(label !== undefined ? wordCount(quote) >= sentenceWords.least : isKeySentence(statement, tag)))
      return [];
    const term = label === undefined ? termOf(quote) : { text: label, kind: 'definition' };
    const place = placeKey(pointer);
    if (!term || perPlace.of(place) >= statementsOfPlace) return [];
    perPlace.add(place);
    const form = cause.test(quote) ? 'cause' : 'statement';
    return [{ index, term: term.text, statement: quote, pointer, section: topic, form, kind: term.kind }];
  });
};

/** Suggestions from the lecturer's own questions and from holdings. The term is taken from the sentence. */
const answerSuggestions = (fact: Answered, terms: Terms): Found[] => {
  const term = centralTerm(fact.sentence, terms);
  return term ? [{ ...placed(fact), term: term.text, statement: fact.source.quote, form: 'statement', kind: term.kind }] : [];
};

/** Whether one term contains the other. */
const overlap = (one: string, other: string): boolean => containsWords(one, other) || containsWords(other, one);

/** The nearest terms of the same kind that the statement does not contain. */
const siblingsFor = ({ term, statement, index }: Found, sameKind: readonly Term[]): string[] => {
  const near = sameKind
    .filter(({ text }) => !overlap(text, term) && !containsWords(statement, text))
    .sort((left, right) => Math.abs(left.index - index) - Math.abs(right.index - index));
  const chosen: string[] = [];
  for (const { text } of near) {
    if (chosen.length === siblingsOf.most) break;
    if (!chosen.some((other) => overlap(other, text))) chosen.push(text);
  }
  return chosen.length < siblingsOf.least ? [] : chosen;
};

const idOf = ({ pointer, form, term, statement }: Found): string =>
  createHash('sha256')
    .update([pointerKey(pointer), form, fold(term), fold(statement)].join('\n'))
    .digest('base64url')
    .slice(0, 22);

const isOf =
  <Type extends Fact['type']>(type: Type) =>
  (fact: Fact): fact is Extract<Fact, { type: Type }> =>
    fact.type === type;

/** Suggestions from definitions, acronyms, lists and table cells. */
const factsIn = (facts: readonly Fact[]): Found[] => [
  ...facts.filter(isOf('definition')).map(definitionSuggestion),
  ...facts.filter(isOf('acronym')).map(acronymSuggestion),
  ...facts.filter(isOf('list')).map(listSuggestion),
  ...rowsOf(facts.filter(isOf('cell'))),
];

const termsByKind = (found: readonly Found[], terms: Terms): Map<string, Term[]> => {
  const all = [...found.map(({ term: text, kind, index }) => ({ text, kind, index })), ...terms.values()];
  const once = new Map<string, Term>();
  for (const term of all) if (!once.has(`${term.kind}|${fold(term.text)}`)) once.set(`${term.kind}|${fold(term.text)}`, term);
  return Map.groupBy(once.values(), ({ kind }) => kind);
};

/** Identifies a line of the material. */
const lineKey = ({ index, quote }: { index: number; quote: string }): string => `${String(index)}|${quote}`;

/** The terms and key statements of a source, in order. In languages without a tagger, only the form of lines is used. */
export async function suggestionsOf(source: Source): Promise<Suggestion[]> {
  const tag = await taggerFor(source);
  const { facts, statements } = await factsOf(source);
  const factSuggestions = factsIn(facts).filter(({ term, statement }) => isTerm(term) && statement.length <= maxStatementLength);
  const terms = termsOf(source, factSuggestions, statements, tag);
  const answered = facts.filter(isOf('answered'));
  const taken = new Set(
    [...facts.filter(isOf('definition')), ...facts.filter(isOf('acronym')), ...answered].map(({ index, source: { quote } }) =>
      lineKey({ index, quote }),
    ),
  );
  const named = [
    ...factSuggestions,
    ...answered.flatMap((fact) => answerSuggestions(fact, terms)),
    ...keyStatements(statements, taken, (sentence) => centralTerm(sentence, terms), tag),
  ];
  const offered = new Set([...taken, ...named.map(({ index, statement }) => lineKey({ index, quote: statement }))]);
  const others = named.length < enough ? keyStatements(statements, offered, (sentence) => gapTermOf(sentence, tag), tag) : [];
  const found = [...named, ...others];
  const sameKind = termsByKind(found, terms);
  // Repetitions on later slides are dropped.
  const once = new Map(
    found
      .filter(({ statement }) => statement.length <= maxStatementLength)
      .sort((left, right) => right.index - left.index)
      .map((one) => [`${fold(one.term)}|${fold(one.statement)}`, one] as const),
  );
  const inOrder = [...once.values()].sort((left, right) => left.index - right.index);
  return inOrder.slice(0, maxSuggestions).map((one) => {
    const _id = idOf(one);
    const { term, statement, pointer, section, form, kind } = one;
    return {
      _id,
      term: upperFirst(term),
      statement,
      pointer,
      section,
      form,
      siblings: kind === wordKind ? [] : siblingsFor(one, sameKind.get(kind) ?? []),
    };
  });
}

/** Looks up the form of an item's fact: that of the suggestion from the same line, else from the same passage. */
export function formsOf(
  suggestions: readonly Suggestion[],
): (item: { source: { pointer: Pointer; quote: string } }) => SuggestionForm | undefined {
  const byPlace = Map.groupBy(suggestions, ({ pointer }) => pointerKey(pointer));
  return ({ source: { pointer, quote } }) => {
    const near = byPlace.get(pointerKey(pointer)) ?? [];
    return (near.find(({ statement }) => statement.includes(quote) || quote.includes(statement)) ?? near[0])?.form;
  };
}
