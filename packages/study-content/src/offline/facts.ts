import type { Citation, Pointer, Source } from '@lectern/contracts';
import { placeOf } from '../pointers.ts';
import { contentStems, fold, lowerFirst, shared, wordCount, withoutStop } from '../words.ts';
import type { Tagger, Token } from './languageModel.ts';
import type { Statement, UsablePassage } from './statements.ts';
import { statementsOf, usablePassages, withoutFootnotes } from './statements.ts';

interface Place {
  topic: string;
  place: number;
  source: Citation;
  /** Position in the source, for order and neighbours. */
  index: number;
}

/** "X: a thing that …", "X is a …", "X means …". */
export interface Definition extends Place {
  type: 'definition';
  term: string;
  meaning: string;
  /** True where the meaning is a noun phrase: only these are asked by meaning. */
  isNominal: boolean;
}

/** A line that ends in a colon and what stands below it. */
export interface List extends Place {
  type: 'list';
  heading: string;
  items: { text: string; source: Citation; form: string }[];
}

/** What a table says about a row under a header. */
export interface Cell extends Place {
  type: 'cell';
  table: number;
  header: string;
  row: string;
  value: string;
}

/** A chart's or a table column's highest value. */
export interface Highest extends Place {
  type: 'highest';
  caption: string;
  measure: string;
  winner: string;
  others: { text: string; value: string }[];
  value: string;
}

/** A sentence cut into its subject and what is said of it. */
export interface Clause extends Place {
  type: 'clause';
  subject: string;
  predicate: string;
  isPlural: boolean;
  /** Whether the verb tells an action, so that "What does X do?" asks for it. */
  isAction: boolean;
  isDefiniteSubject: boolean;
  sentence: string;
}

/** "X should …": what somebody has to, may or can do. */
export interface Duty extends Place {
  type: 'duty';
  subject: string;
  modal: string;
  action: string;
}

/** A sentence with one quantity. */
export interface Quantity extends Place {
  type: 'quantity';
  before: string;
  value: string;
  after: string;
}

/** "In A v B, the court held that …". */
export interface Holding extends Place {
  type: 'holding';
  name: string;
  held: string;
}

export type Fact = Definition | List | Cell | Highest | Clause | Duty | Quantity | Holding;

/** Everything that the finders took from a source. */
export interface Facts {
  facts: Fact[];
  statements: Statement[];
  passages: UsablePassage[];
  /** Words that keep their capital inside a sentence. */
  names: ReadonlySet<string>;
}

const label =
  /^(note|notes|example|examples|other examples|e\.?g\.?|tip|hint|warning|caution|remember|important|question|answer|q|a|source|sources|basic rule|rule of thumb|step ?\d*|slide ?\d*|figure ?\d*|table ?\d*|learn more( at)?|see|see also|goal|goals|aim|summary|conclusion|reference|references|photo|image|part ?\d*|chapter ?\d*|lesson ?\d*|week ?\d*|day ?\d*|time|date|title|author|instructor|url|website|email|contact|objective|purpose|reason|result|solution|problem|case|exception|참고|예|예시|주의|beispiel|hinweis|exemple|remarque|ejemplo|nota)$/i;
const pointing =
  /\b(this|these|those|that one|such|above|below|following|here|it|they|them|he|she|his|her|we|us|our|you|your|my|i|former|latter|same|another|cont[’']d)\b/i;
const startsPointing =
  /^(this|these|those|that|it|its|they|their|he|she|his|her|we|our|you|your|such|here|there|both|some|many|most|one|other|others|another|each|every|all|any|no|none|either|neither|if|when|while|although|because|since|as|also|however|therefore|thus|then|so|but|and|or|in|on|at|for|to|from|with|by|of|what|who|which|how|why|where|note|please|first|second|third|several|certain|various|different|finally|next|without|until|before|after)\b/i;
const emptyHeads = new Set(
  'slide slides chapter lesson example examples number numbers thing things way ways case cases student students answer answers reader idea point result results others total number people book books someone anyone everybody company lecture section figure table'.split(
    ' ',
  ),
);
const copulas = new Set(
  'be is are was were am been being have has had do does did will would can could may might shall should must need'.split(' '),
);

const isWordTag = (tag: string): boolean => tag === 'NOUN' || tag === 'PROPN';
const balanced = (text: string): boolean =>
  (text.match(/[([]/g)?.length ?? 0) === (text.match(/[)\]]/g)?.length ?? 0) && (text.match(/["“”]/g)?.length ?? 0) % 2 === 0;

const nameOfTerm = (text: string): string =>
  withoutStop(text)
    .replace(/^["“‘']|["”’']$/g, '')
    .replace(/^(a|an|the)\s+/i, '')
    .trim();

/** Whether a term reads as more than one. */
export const isPluralNoun = (term: string): boolean =>
  /s$/i.test(term.replace(/\s(of|in|for|to|by|with)\s.*$/i, '')) &&
  !/(ss|us|is)$/i.test(term.replace(/\s(of|in|for|to|by|with)\s.*$/i, ''));

function placed(statement: Statement): Place {
  return {
    topic: statement.topic,
    place: statement.place,
    index: statement.index,
    source: { pointer: statement.pointer, quote: statement.quote },
  };
}

/** Words that stand with a capital in the middle of a sentence: names, which keep it. */
function namesOf(source: Source): Set<string> {
  const names = new Set<string>();
  const lower = new Set<string>();
  for (const { text, kind } of source.passages) {
    if (kind === 'title') continue;
    for (const match of text.matchAll(/(?<=[\p{Ll},;] )\p{Lu}[\p{Ll}’'-]+/gu)) names.add(match[0].replace(/[’']s$/, ''));
    for (const match of text.matchAll(/(?:^|\s)(\p{Ll}[\p{Ll}-]+)/gu)) if (match[1] !== undefined) lower.add(match[1]);
  }
  for (const name of names) if (lower.has(name.toLowerCase())) names.delete(name);
  return names;
}

function isTermLike(term: string, tokens: Token[] | undefined): boolean {
  const words = wordCount(term);
  if (term.length < 2 || words > 6 || label.test(term) || !/\p{L}/u.test(term) || /[?!,;]/.test(term) || !balanced(term)) return false;
  if (!tokens) return words <= 5;
  if (startsPointing.test(term)) return false;
  if (tokens.length === 1) return !copulas.has(term.toLowerCase());
  return (
    tokens.some(({ tag }) => isWordTag(tag)) &&
    !tokens.some(
      ({ tag, lemma, text }, index) =>
        tag === 'AUX' || tag === 'PRON' || (tag === 'VERB' && index === 0 && !/(ing|ed)$/i.test(text) && lemma !== ''),
    )
  );
}

/** The form of a phrase's start: options of one question all have the same. */
function formOf(text: string, tag: Tagger | undefined): string {
  if (!tag) return 'any';
  const tokens = tag(lowerFirst(text)).filter((token) => token.tag !== 'PUNCT');
  const first = tokens[0];
  if (!first) return 'none';
  if (first.tag === 'VERB') return /ing$/.test(first.text) ? 'ing' : first.text.toLowerCase() === first.lemma ? 'base' : 'verb';
  if (first.tag === 'ADV' && tokens[1]?.tag === 'VERB') return tokens[1].text.toLowerCase() === tokens[1].lemma ? 'base' : 'verb';
  if (['NOUN', 'PROPN', 'DET', 'ADJ', 'NUM'].includes(first.tag)) {
    if (
      tokens.some(
        (token, index) =>
          index > 0 &&
          (token.tag === 'AUX' ||
            (token.tag === 'VERB' && /s$/.test(token.text) && token.lemma !== token.text && isWordTag(tokens[index - 1]?.tag ?? ''))),
      )
    )
      return 'clause';
    return 'noun';
  }
  return first.tag.toLowerCase();
}

/** "Copyright: protects works of authors" is a sentence with its subject set apart. */
function labelledClauseOf(statement: Statement, tag: Tagger): Clause | undefined {
  const match = /^([^:]{3,40}): (\p{Ll}\S+s\s.{8,140})$/u.exec(withoutStop(statement.text));
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  const subject = nameOfTerm(match[1]);
  const verb = tag(match[2])[0];
  if (
    !isTermLike(subject, tag(subject)) ||
    isPluralNoun(subject) ||
    verb?.tag !== 'VERB' ||
    verb.text === verb.lemma ||
    pointing.test(match[2]) ||
    /[:;?]/.test(match[2]) ||
    !balanced(match[2])
  )
    return undefined;
  return {
    type: 'clause',
    subject,
    predicate: match[2],
    isPlural: false,
    isAction: true,
    isDefiniteSubject: true,
    sentence: statement.text,
    ...placed(statement),
  };
}

function definitionOf(statement: Statement, tag: Tagger | undefined): Definition | undefined {
  const text = statement.text;
  const colon = /^([^:–—]{2,60}?)\s*(?::|：| – | — | - )\s*(\S.{9,})$/.exec(text);
  if (colon?.[1] !== undefined && colon[2] !== undefined) {
    const term = nameOfTerm(colon[1]);
    const meaning = withoutStop(colon[2]);
    if (
      !isTermLike(term, tag?.(term)) ||
      /[:?]/.test(meaning) ||
      pointing.test(meaning.split(' ').slice(0, 3).join(' ')) ||
      !balanced(meaning) ||
      /^(an?|the)\s+\p{L}+\s+(is|are|was|were)\b/iu.test(meaning) ||
      /\bexamples?$/i.test(term) ||
      wordCount(meaning) > 34
    )
      return undefined;
    if (!tag) return { type: 'definition', term, meaning, isNominal: true, ...placed(statement) };
    if (wordCount(meaning) < 3) return undefined;
    const tokens = tag(meaning);
    const first = tokens[0]?.tag ?? '';
    const opening = meaning.split(/\s(?:that|which|who|whose|when|where|in which)\s/)[0] ?? meaning;
    const isNominal =
      (/^(an?|the)\s/i.test(meaning) || (['NOUN', 'PROPN', 'ADJ'].includes(first) && formOf(opening, tag) === 'noun')) &&
      tokens.some(({ tag: one }) => isWordTag(one));
    // A single word that the tagger does not take for a noun is a term only where a plain definition follows.
    if (wordCount(term) === 1 && !isWordTag(tag(term)[0]?.tag ?? '') && !/^(an?|the)\s/i.test(meaning)) return undefined;
    if (!isNominal || /^(the|a|an)?\s*(one|others?)\b/i.test(meaning)) return undefined;
    // "Minors: persons under 18" defines; "Roles: developers, lawyers, managers" lists.
    if ((meaning.match(/,/g)?.length ?? 0) > 2 && wordCount(meaning) / ((meaning.match(/,/g)?.length ?? 0) + 1) < 3) return undefined;
    return { type: 'definition', term, meaning: meaning.replace(/\s*\([^)]*\)$/, ''), isNominal, ...placed(statement) };
  }
  if (!tag) return undefined;
  const copula =
    /^((?:An?|The)?\s?["“]?[\p{L}\d][\p{L}\d\s/()&’'-]{1,50}["”]?)\s+(is|are|means|refers to|is defined as|is the name (?:of|for)|is the term for|is known as)\s+((?:an?|the|any)\s+\S.*|\S.*)$/u.exec(
      text,
    );
  if (copula?.[1] === undefined || copula[3] === undefined || !statement.isEnded) return undefined;
  const connector = copula[2] ?? '';
  const meaning = withoutStop(copula[3]);
  if ((connector === 'is' || connector === 'are') && !(/^an?\s/i.test(meaning) || /^the\s+\p{L}+\s+(of|that|to|by|in)\b/u.test(meaning)))
    return undefined;
  if (
    /^(an?|the)\s+(good|bad|important|common|great|most|best|same|only|key|main|example|part|number|lot|result|reason|few|little|first|last|matter|question|way)\b/i.test(
      meaning,
    )
  )
    return undefined;
  // "The expected outcome for fluid volume is …" describes one case; it is no term.
  if (/^the\s/i.test(copula[1]) && (connector === 'is' || connector === 'are') && wordCount(copula[1]) > 3) return undefined;
  const term = nameOfTerm(copula[1]);
  if (
    !isTermLike(term, tag(term)) ||
    startsPointing.test(copula[1].trim()) ||
    pointing.test(meaning) ||
    !balanced(meaning) ||
    wordCount(meaning) < 4 ||
    wordCount(meaning) > 30 ||
    /\b(not|but)\b/i.test(meaning)
  )
    return undefined;
  return { type: 'definition', term, meaning, isNominal: true, ...placed(statement) };
}

function listsOf(passages: UsablePassage[], tag: Tagger | undefined): List[] {
  return passages.flatMap(({ passage, topic, index }, at): List[] => {
    const heading = withoutFootnotes(passage.text);
    if (passage.kind === 'row' || !/[:：]$/.test(heading) || wordCount(heading) > 22) return [];
    const items: List['items'] = [];
    for (const { passage: below } of passages.slice(at + 1, at + 13)) {
      const samePart =
        below.pointer.kind === passage.pointer.kind &&
        (below.pointer.kind === 'text' ||
          (passage.pointer.kind === 'slide' &&
            below.pointer.slide === passage.pointer.slide &&
            below.pointer.part === passage.pointer.part));
      const isBelow =
        below.level > passage.level || (below.level === passage.level && below.kind === 'bullet' && passage.kind === 'paragraph');
      if (!samePart || !isBelow || /[:：]$/.test(below.text)) break;
      const first = items.length === 0 ? below.level : undefined;
      if (first === undefined && below.level > (items.length > 0 ? passage.level + 1 : below.level)) continue;
      const text = withoutStop(withoutFootnotes(below.text))
        .replace(/\s+(and|or)$/, '')
        .replace(/;$/, '');
      if (wordCount(text) > 18 || text === '' || /[?]$/.test(text) || /^(you|nobody|none|etc|others?)$/i.test(text)) continue;
      items.push({
        text,
        source: { pointer: below.pointer, quote: below.text },
        form:
          /(?<!regard|respect|due|according|related|limited|subject|equal|similar|attached|compared|prior|access|refer|refers) to$/i.test(
            heading.replace(/\s*[:：]$/, '').replace(/\s*\(?cont[’']?d\)?$/i, ''),
          ) && tag
            ? 'base'
            : formOf(text, tag),
      });
    }
    if (items.length < 2) return [];
    return [
      {
        type: 'list',
        heading: heading.replace(/\s*[:：]$/, '').replace(/\s*\(?cont[’']?d\)?$/i, ''),
        items,
        topic,
        place: placeOf(passage.pointer),
        index,
        source: { pointer: passage.pointer, quote: passage.text },
      },
    ];
  });
}

/** A slide that asks a question and answers it in short points is a list with that question as its heading. */
function askedListsOf(passages: UsablePassage[], tag: Tagger | undefined): List[] {
  const slides = new Map<number, UsablePassage[]>();
  for (const one of passages) {
    const { pointer, level, kind } = one.passage;
    if (pointer.kind !== 'slide' || pointer.part !== 'body' || level > 0 || kind !== 'bullet') continue;
    if (/^(what|who|which|why|when|where)\b.*[?]$/i.test(one.topic)) slides.set(pointer.slide, [...(slides.get(pointer.slide) ?? []), one]);
  }
  return [...slides.values()].flatMap((points): List[] => {
    const first = points[0];
    if (
      !first ||
      points.length < 3 ||
      points.length > 9 ||
      points.some(({ passage }) => wordCount(passage.text) > 10 || /[:?]/.test(passage.text))
    )
      return [];
    const items = points
      .filter(({ passage }) => !/^(you|nobody|none|etc|other|others)[.]?$/i.test(passage.text))
      .map(({ passage }) => {
        const text = withoutStop(withoutFootnotes(passage.text));
        return { text, source: { pointer: passage.pointer, quote: passage.text }, form: formOf(text, tag) };
      });
    return [
      {
        type: 'list',
        heading: first.topic,
        items,
        topic: first.topic,
        place: placeOf(first.passage.pointer),
        index: first.index,
        source: { pointer: first.passage.pointer, quote: first.passage.text },
      },
    ];
  });
}

function tablesOf(passages: UsablePassage[]): (Cell | Highest)[] {
  const tables = new Map<number, UsablePassage[]>();
  for (const one of passages)
    if (one.passage.kind === 'row' && one.passage.table !== undefined)
      tables.set(one.passage.table, [...(tables.get(one.passage.table) ?? []), one]);
  return [...tables.entries()].flatMap(([number, rows]): (Cell | Highest)[] => {
    const header = rows.find(({ passage }) => passage.row === 0);
    const body = rows.filter(({ passage }) => passage.row !== 0 && passage.cells?.[0]);
    const headers = header?.passage.cells ?? [];
    if (!header || body.length < 2 || headers.length < 2) return [];
    const isChart = header.passage.pointer.kind === 'slide' && header.passage.pointer.part === 'chart';
    const common = (one: UsablePassage): Place => ({
      topic: one.topic,
      place: placeOf(one.passage.pointer),
      index: one.index,
      source: { pointer: one.passage.pointer, quote: one.passage.text },
    });
    if (isChart) {
      const values = body.map((one) => ({
        one,
        text: one.passage.cells?.[0] ?? '',
        value: one.passage.cells?.[1] ?? '',
        size: Number.parseFloat(one.passage.cells?.[1] ?? ''),
      }));
      const best = values.reduce((left, right) => (right.size > left.size ? right : left));
      const others = values.filter(({ text }) => text !== best.text);
      const caption = passages.find(
        ({ passage, index }) =>
          passage.kind === 'caption' && index < header.index && placeOf(passage.pointer) === placeOf(header.passage.pointer),
      )?.passage.text;
      if (
        headers.length !== 2 ||
        others.length < 2 ||
        others.some(({ size }) => !(size < best.size)) ||
        values.some(({ text }) => /^\d+$/.test(text))
      )
        return [];
      return [
        {
          type: 'highest',
          caption: caption ?? header.topic,
          measure: headers[1] ?? '',
          winner: best.text,
          value: best.value,
          others: others.map(({ text, value }) => ({ text, value })),
          ...common(best.one),
        },
      ];
    }
    // A header of long cells is a first row, not a header; a matrix of ticks is not a table of facts.
    if (headers.some((text) => wordCount(text) > 8) || (headers[0] ?? '') === headers[1]) return [];
    return body.flatMap((one) =>
      (one.passage.cells ?? []).flatMap((raw, column): Cell[] => {
        const value = withoutStop(withoutFootnotes(raw));
        const row = withoutStop(withoutFootnotes(one.passage.cells?.[0] ?? ''));
        const name = withoutStop(headers[column] ?? '');
        if (
          column === 0 ||
          value === '' ||
          name === '' ||
          wordCount(value) > 22 ||
          wordCount(row) > 14 ||
          !/[\p{L}\d]/u.test(value) ||
          /^(yes|no|x|✓|✔|-|–|n\/a)$/i.test(value)
        )
          return [];
        return [
          { type: 'cell', table: number, header: name, row, value, ...common(one), source: { pointer: one.passage.pointer, quote: raw } },
        ];
      }),
    );
  });
}

const commonVerbs = new Set(
  'controls causes shows needs uses supports limits changes forms ranges results returns results signals stores marks links yields drives protects'.split(
    ' ',
  ),
);

/** Cuts an English sentence into subject and predicate where its build is plain enough to be sure of it. */
function clauseOf(statement: Statement, tag: Tagger): { clause: Clause; tokens: Token[] } | undefined {
  const text = withoutStop(statement.text);
  if (
    startsPointing.test(text) ||
    /[?!:;]/.test(statement.text) ||
    !balanced(text) ||
    wordCount(text) < 5 ||
    wordCount(text) > 32 ||
    !/^["“]?[\p{Lu}\d]/u.test(text)
  )
    return undefined;
  if (!statement.isEnded && /\b(and|or|of|the|a|to|for|with|by|in|that)$/i.test(text)) return undefined;
  const tokens = tag(text);
  let verb = -1;
  for (const [index, token] of tokens.entries()) {
    if (
      index === 0 &&
      token.tag !== 'DET' &&
      !isWordTag(token.tag) &&
      token.tag !== 'ADJ' &&
      !(token.tag === 'VERB' && /ing$/.test(token.text))
    )
      return undefined;
    if (
      token.tag === 'AUX' ||
      (index > 0 && token.tag === 'VERB' && !/ing$/.test(token.text)) ||
      (index > 0 && commonVerbs.has(token.text) && tokens[index + 1]?.tag === 'DET')
    ) {
      verb = index;
      break;
    }
    if (
      !['DET', 'ADJ', 'NOUN', 'PROPN', 'ADP', 'NUM', 'PART', 'CCONJ', 'PUNCT', 'VERB'].includes(token.tag) ||
      /^(that|which|who|than)$/i.test(token.text) ||
      (token.tag === 'PUNCT' && !/^[-–/’'"“”()&]$/.test(token.text))
    )
      return undefined;
  }
  const verbToken = tokens[verb];
  if (verb < 1 || verb > 9 || !verbToken) return undefined;
  const subject = text.slice(0, verbToken.start).trim();
  const predicate = text.slice(verbToken.start).trim();
  const before = tokens.slice(0, verb);
  if (
    /[-–/]$/.test(subject) ||
    before.at(-1)?.tag === 'CCONJ' ||
    before.some(({ tag: one }, index) => one === 'DET' && index > 0 && !['ADP', 'CCONJ'].includes(before[index - 1]?.tag ?? ''))
  )
    return undefined;
  const adposition = before.findIndex(({ tag: one }) => one === 'ADP');
  const head = (adposition < 0 ? before : before.slice(0, adposition)).filter(({ tag: one }) => isWordTag(one) || one === 'VERB').at(-1);
  if (
    !head ||
    emptyHeads.has(head.lemma) ||
    before.some(({ tag: one }) => one === 'PRON') ||
    pointing.test(subject) ||
    wordCount(subject) > 7 ||
    wordCount(predicate) < 3
  )
    return undefined;
  if (
    before.filter(({ tag: one }) => one === 'ADP').length > 1 ||
    (before.some(({ tag: one }) => one === 'NUM') && !/\d/.test(subject.replace(/^\d+/, '')))
  )
    return undefined;
  if (before.at(-1)?.tag === 'PART' || /\b(first|second|third|fourth|fifth|last|next|previous)\b/i.test(subject)) return undefined;
  // "works allowed under the licence" has no finite verb at "allowed", and nothing but a full sentence tells.
  if (
    verbToken.tag === 'VERB' &&
    /ed$/.test(verbToken.text) &&
    (!statement.isEnded || tokens.slice(verb + 1).some(({ tag: one }) => one === 'AUX'))
  )
    return undefined;
  if (/^stands? for\b/i.test(predicate) || (/ed$/.test(verbToken.text) && verb === 1)) return undefined;
  const coordinated = before.some(({ tag: one, text: word }) => one === 'CCONJ' && word.toLowerCase() === 'and' && adposition < 0);
  const lower = verbToken.text.toLowerCase();
  const isThird =
    lower === 'is' || lower === 'has' || lower === 'does' || (/s$/.test(lower) && lower !== verbToken.lemma) || commonVerbs.has(lower);
  const isPast = /ed$/.test(lower) || ['was', 'were', 'had', 'did'].includes(lower);
  const isPluralVerb = !isThird && !isPast && (lower === verbToken.lemma || lower === 'are' || lower === 'have');
  if (isPluralVerb && !coordinated && !/s$|a$|i$|people$|data$|children$/i.test(head.text)) return undefined;
  if (!isThird && !isPast && !isPluralVerb && verbToken.tag !== 'AUX') return undefined;
  const words = predicate.split(' ');
  if (
    pointing.test(predicate.replace(/\b(its|their|it|they|them)\b/gi, '')) ||
    /^\w+(?:\s+(it|them|they|this)\b|,)/i.test(predicate) ||
    /\b(as well|too|sometimes)\b/i.test(predicate) ||
    words.length > 24
  )
    return undefined;
  return {
    tokens,
    clause: {
      type: 'clause',
      subject,
      predicate,
      isPlural: isPluralVerb || lower === 'were',
      isAction:
        (isThird || isPluralVerb) &&
        !copulas.has(lower) &&
        ![
          'mean',
          'means',
          'refers',
          'includes',
          'include',
          'contains',
          'consists',
          'belongs',
          'depends',
          'comes',
          'happens',
          'lies',
          'stands',
          'seems',
          'appears',
        ].includes(lower),
      isDefiniteSubject: true,
      sentence: text,
      ...placed(statement),
    },
  };
}

function dutyOf(statement: Statement, clause: Clause | undefined): Duty | undefined {
  const match =
    clause &&
    /^(must|should|may|can|cannot|must not|should not)\s+(?!be\b|have\b|not\b|also\b|occur|result|include|vary|arise)(\p{Ll}+\s.+)$/u.exec(
      clause.predicate,
    );
  if (!clause || match?.[1] === undefined || match[2] === undefined || match[1].includes('not')) return undefined;
  return { type: 'duty', subject: clause.subject, modal: match[1], action: match[2], ...placed(statement) };
}

const unit =
  '(?:\\s?%|\\s(?:percent|per cent|kg|mg|g|grams?|kilograms?|ml|mL|l|L|liters?|litres?|mmHg|mm|cm|m|km|meters?|metres?|miles?|feet|seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?|centuries|beats per minute|breaths per minute|kcal|calories|ATP|molecules|steps|degrees|°C|°F|million|billion|thousand|dollars|euros|pounds|Hz|kHz|MHz|GHz|bits?|bytes?|kB|MB|GB|TB|volts?|watts?|amperes?|jurors?|judges|votes|members|states|countries|people))';
const quantity = new RegExp(
  `(?<![\\p{L}\\d.,-])(?:[$£€]\\d[\\d,]*(?:\\.\\d+)?(?:\\s(?:million|billion))?|\\d[\\d,]*(?:\\.\\d+)?${unit}(?![\\p{L}]))`,
  'gu',
);
const year = /(?<=\bin )(1[5-9]|20)\d\d\b/g;

function quantityOf(statement: Statement): Quantity | undefined {
  const text = withoutStop(statement.text);
  if (startsPointing.test(text) && !/^(a|an|the|one|each|every|about|after|before|in|on|at)\b/i.test(text)) return undefined;
  if (
    /^(it|this|these|those|they|he|she|we|you)\b/i.test(text) ||
    /\b(this|these|those)\b/i.test(text) ||
    /[:;?!]/.test(text) ||
    !balanced(text) ||
    wordCount(text) < 6 ||
    wordCount(text) > 28 ||
    !statement.isEnded
  )
    return undefined;
  const found = [...text.matchAll(quantity)];
  const years = found.length === 0 ? [...text.matchAll(year)] : [];
  const match = found.length === 1 ? found[0] : years.length === 1 ? years[0] : undefined;
  if (!match) return undefined;
  const before = text.slice(0, match.index);
  const after = text.slice(match.index + match[0].length);
  if (/\d/.test(before + after) || (wordCount(before) < 2 && wordCount(after) < 4)) return undefined;
  return { type: 'quantity', before, value: match[0].trim(), after, ...placed(statement) };
}

function holdingOf(statement: Statement): Holding | undefined {
  const match =
    /^In (\p{Lu}[^,]{2,70}? v\.? [^,]{2,60}), the (?:[\p{L} ]{0,20})?(?:court|judges?|house of lords|tribunal) (?:held|ruled|decided|found) that (.{15,220})$/iu.exec(
      withoutStop(statement.text),
    );
  return match?.[1] !== undefined && match[2] !== undefined
    ? { type: 'holding', name: match[1], held: match[2], ...placed(statement) }
    : undefined;
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

/** Finds every fact of a source; `tag` is there for English only, the other languages have patterns alone. */
export function findFacts(source: Source, tag: Tagger | undefined): Facts {
  const passages = usablePassages(source);
  const statements = statementsOf(passages);
  const names = namesOf(source);
  const { counts, titles } = weightsOf(source);
  const facts: Fact[] = [...listsOf(passages, tag), ...askedListsOf(passages, tag), ...tablesOf(passages)];
  const terms = new Set<string>();
  const clauses: Clause[] = [];
  for (const statement of statements) {
    const holding = holdingOf(statement);
    if (holding) {
      facts.push(holding);
      continue;
    }
    const found = quantityOf(statement);
    if (found) facts.push(found);
    const definition = definitionOf(statement, tag);
    if (definition) {
      if (!terms.has(fold(definition.term))) facts.push(definition);
      terms.add(fold(definition.term));
      continue;
    }
    if (!tag) continue;
    const labelled = labelledClauseOf(statement, tag);
    if (labelled) facts.push(labelled);
    const cut = clauseOf(statement, tag);
    const duty = dutyOf(statement, cut?.clause);
    if (duty) facts.push(duty);
    if (cut && !found && !duty) clauses.push(cut.clause);
  }
  for (const clause of clauses) {
    const words = [...contentStems(clause.subject)];
    const known = words.some((word) => titles.has(word) || (counts.get(word) ?? 0) >= 2) || terms.has(fold(nameOfTerm(clause.subject)));
    // Something of the deck's own is worth asking about; a word that falls once out of the blue is not.
    const single =
      words.length > 1 ||
      words.some((word) => titles.has(word) || (counts.get(word) ?? 0) >= 3) ||
      terms.has(fold(nameOfTerm(clause.subject)));
    // "An enzyme" is any of many: there is no one thing that it does.
    if (/^an?\s/i.test(clause.subject) && words.length < 2) continue;
    const definite = single && (!/^the\s/i.test(clause.subject) || words.length > 1 || words.some((word) => titles.has(word)));
    if (known && definite && shared(contentStems(clause.predicate), new Set(words)) === 0) facts.push(clause);
  }
  facts.sort((left, right) => left.index - right.index);
  return { facts, statements, passages, names };
}

/** Whether two terms are written for one thing, such as a plural or a shorter form. */
export const sameTerm = (left: string, right: string): boolean => {
  const [one, other] = [contentStems(left), contentStems(right)];
  return fold(left) === fold(right) || (one.size > 0 && other.size > 0 && shared(one, other) === Math.min(one.size, other.size));
};

export const citationPlace = (pointer: Pointer): string =>
  pointer.kind === 'slide' ? `slide ${pointer.slide}` : `paragraph ${pointer.paragraph}`;
