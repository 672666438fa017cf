import { Counter } from './text/collections.ts';
import { createHash } from 'node:crypto';
import type { Pointer, Source, Suggestion, SuggestionForm } from '@lectern/contracts/plain';
import type { Acronym, Answered, Cell, Definition, Fact, List } from './engines/offline/facts/Fact.ts';
import { findFacts } from './engines/offline/facts/findFacts.ts';
import { loadTagger, type Tagger, type Token } from './engines/offline/posTagger.ts';
import { statementsOf, usablePassages, type Statement } from './engines/offline/statements.ts';
import { placeKey, pointerKey } from './text/pointers.ts';
import { containsWords, fold, upperFirst, wordCount, wordsOf, withoutStop } from './text/words.ts';

const maxSuggestions = 1_000;
/** Maximum number of key statements per slide or paragraph. */
const statementsOfPlace = 3;
const siblingsOf = { least: 2, most: 3 } as const;
const sentenceWords = { least: 5, most: 45 } as const;
/** In characters, limited by the size of a card side and an option. */
const longest = { statement: 1_000, term: 120 } as const;

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

/** Whether a text is short enough to be a term. */
const isTerm = (text: string): boolean =>
  /\p{L}{2}/u.test(text) && text.length <= longest.term && wordCount(text) <= 8 && !/[?!]/.test(text);

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

/** A term with its kind and the passage of its first mention. */
interface Term {
  text: string;
  kind: string;
  index: number;
}
type Terms = ReadonlyMap<string, Term>;

/** The longest known term in a sentence. */
const centralTerm = (sentence: string, terms: Terms): Term | undefined => {
  const words = wordsOf(sentence);
  for (let length = 6; length > 0; length -= 1)
    for (let start = 0; start + length <= words.length; start += 1) {
      const found = terms.get(words.slice(start, start + length).join(' '));
      if (found) return found;
    }
  return undefined;
};

const isNoun = ({ tag }: Token): boolean => tag === 'NOUN' || tag === 'PROPN';

/** Noun phrases of two to four words. */
const phrasesIn = (sentence: string, tag: Tagger): string[] => {
  const phrases: string[] = [];
  let run: Token[] = [];
  for (const token of [...tag(sentence), undefined]) {
    if (token && (isNoun(token) || (token.tag === 'ADJ' && run.length === 0)) && /^[\p{L}-]+$/u.test(token.text)) run.push(token);
    else {
      const last = run.at(-1);
      if (last && isNoun(last) && run.length >= 2 && run.length <= 4) phrases.push(run.map(({ text }) => text).join(' '));
      run = [];
    }
  }
  return phrases;
};

/** Without a tagger: long words, since short ones are mostly function words. */
const longWordsIn = (sentence: string): string[] => [...sentence.matchAll(/\p{L}{6,}/gu)].map(([word]) => word);

const repeatedTimes = 3;

/** Phrases that the material repeats. One that occurs nearly everywhere says nothing about a sentence. */
const repeatedTerms = (statements: readonly Statement[], tag: Tagger | undefined): Term[] => {
  const counts = new Map<string, Term & { count: number }>();
  for (const { text, index } of statements)
    for (const phrase of new Set(tag ? phrasesIn(text, tag) : longWordsIn(text))) {
      const known = counts.get(fold(phrase));
      if (known) known.count += 1;
      else counts.set(fold(phrase), { text: phrase, kind: 'phrase', index, count: 1 });
    }
  const most = Math.max(repeatedTimes, statements.length / 4);
  return [...counts.values()].filter(({ count }) => count >= repeatedTimes && count <= most);
};

/** Titles that are questions or address the audience do not name a thing. */
const noName =
  /^(?:what|why|how|when|where|who|which|if|is|are|the|an?|your?|our|some|more|other|was|wie|warum|qu['’]|que|comment|cómo)\b/i;

/** A short label with its meaning: "Revocation: a withdrawal of the offer". */
const labelled = /^(\p{L}[^:.;,!?]{1,50}): \S/u;
/** Labels that introduce a remark rather than a term. */
const remark = /^(?:notes?|tips?|examples?|e\.g\.|remember|important|hints?|questions?|answers?|summary|definition|figure|table|source)\b/i;

const labelOf = (text: string): string | undefined => {
  const label = labelled.exec(text)?.[1];
  return label !== undefined && isTerm(label) && wordCount(label) <= 5 && !remark.test(label) ? label : undefined;
};

/** The terms that sentences may be about. Facts come first, so that a defined term stays a sibling of defined terms. */
const termsOf = (source: Source, found: readonly Found[], statements: readonly Statement[], tag: Tagger | undefined): Terms => {
  const titles = source.passages.flatMap(({ kind, text }, index): Term[] =>
    kind === 'title' && wordCount(text) <= 4 && !noName.test(text) ? [{ text: withoutStop(text), kind: 'title', index }] : [],
  );
  const ofFacts = found.flatMap(({ term: text, kind, index, form }): Term[] =>
    form === 'list' || form === 'step' ? [] : [{ text, kind, index }],
  );
  const terms = new Map<string, Term>();
  const labels = statements.flatMap(({ quote, index }): Term[] => {
    const text = labelOf(quote);
    return text === undefined ? [] : [{ text, kind: 'definition', index }];
  });
  for (const term of [...ofFacts, ...labels, ...titles, ...repeatedTerms(statements, tag)])
    if (isTerm(term.text) && !terms.has(fold(term.text))) terms.set(fold(term.text), term);
  return terms;
};

/** Sentences that refer back to earlier text. */
const pointsBack =
  /^(?:this|that|these|those|it|its|they|their|he|she|such|both|here|there|and|but|or|so|also|then|thus|hence|however|therefore|for example|e\.g\.|dies(?:er?|es)|das|es|sie|ce(?:la|tte)?|ces|il|elle|esto|esta|ello)\b/iu;

/** With fewer suggestions, sentences without a known term are offered too. */
const enough = 20;

/** The gap of a sentence without a known term: its longest noun, or its longest word without a tagger. */
const gapTermOf = (sentence: string, tag: Tagger | undefined): Omit<Term, 'index'> | undefined => {
  const words = tag
    ? tag(sentence)
        .filter(isNoun)
        .map(({ text }) => text)
    : [...sentence.matchAll(/[\p{L}\p{M}]+/gu)].map(([word]) => word);
  const [text] = words.filter(isTerm).sort((left, right) => right.length - left.length);
  return text === undefined ? undefined : { text, kind: wordKind };
};
/** Words of this kind have nothing in common, so they are never siblings. */
const wordKind = 'word';

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
  const tag = source.language === 'en' ? await loadTagger() : undefined;
  const { facts } = findFacts(source, tag);
  const statements = statementsOf(usablePassages(source));
  const factSuggestions = factsIn(facts).filter(({ term, statement }) => isTerm(term) && statement.length <= longest.statement);
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
      .filter(({ statement }) => statement.length <= longest.statement)
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
