import { contentStems, fold, lowerFirst, shared, upperFirst, withoutStop, wordCount } from '../../../text/words.ts';
import { spelledOut } from './acronyms.ts';
import type { Tagger, Token } from '../posTagger.ts';
import type { Statement } from '../statements.ts';
import { withoutFootnotes } from '../statements.ts';
import type { Cell, Definition, Form, Place } from './Fact.ts';
import {
  balanced,
  baseOf,
  emptyHeads,
  finiteVerb,
  formOf,
  hasMarkup,
  isPluralNoun,
  isTermLike,
  isWordTag,
  label,
  leadingVerb,
  nameOfTerm,
  neverNouns,
  pointing,
  startsPointing,
  wordsThatGoOn,
} from './grammar.ts';
import type { OutlineNode } from './outline.ts';
import { vague } from './terms.ts';

/** A line with its place. */
type Placed = Pick<Statement, 'topic' | 'place' | 'index' | 'pointer' | 'quote'>;
export const placed = ({ topic, place, index, pointer, quote }: Placed): Place => ({ topic, place, index, source: { pointer, quote } });

/** Cleans the text after a colon: strips quotation marks, a leading "(e.g., …)" and the brackets of "[T]he". */
const meaningOf = (text: string): string =>
  withoutStop(text)
    .replace(/^\((?:e\.?g|i\.?e)\.?,? [^)]*\)\s*/i, '')
    .replace(/^“([^“”]+)”(?:\s*\([^)]*\))?$/, (_all, said: string) => withoutStop(said.trimStart()))
    .replace(/^\[(\p{Lu})\]/u, '$1')
    .trim();

/** Trailing examples. */
const examplesBehind = /(?:,? (?:such as|including|e\.g\.?|for example)|, like)[, ].*/is;
/** Meanings with more words lose their examples. */
const longWithExamples = 25;
/** A second statement after a meaning: "…, and acoustic encoding is …", "…, while paid media refers to …". */
const secondStatement =
  /, (?:hence|thus|therefore|so(?! that)|but|while|whereas|which means)\s|,? and (?:(?:therefore|thus|usually|often|can only) |(?:is|are|was|were|has|have|can|may|will|occurs?|includes?)\s)|, and (?:[^\s,]+ ){1,5}(?:is|are|was|were|has|have|can|may)\s| so (?:that )?(?:it|they)\s/i;

/**
 * Removes bracketed remarks and, from a long meaning, examples. Nothing else is cut, because an answer must be a whole phrase. Returns
 * `undefined` if a second statement follows or too little is left.
 */
function plainMeaning(meaning: string): string | undefined {
  const whole = meaning
    .replace(/,? etc\.?(?=[”"]?$)/i, '')
    .replace(/(?<!\s)\s*\([^()]*\)/g, '')
    .replace(/[,;]$/, '')
    .trim();
  const plain = wordCount(whole) > longWithExamples ? whole.replace(examplesBehind, '') : whole;
  return secondStatement.test(plain) || contentStems(plain).size < 2 ? undefined : plain;
}

/** Classifies the start of a meaning: "a thing that …", "things that …", "focusing on …", "how much …". */
function meaningForm(meaning: string): Form {
  if (/^(an?|the|any)\s/i.test(meaning)) return 'article';
  if (/^(how|when|where|what|whether)\s/i.test(meaning)) return 'question';
  if (/^to (?:be able to )?\p{Ll}+ /u.test(meaning)) return 'infinitive';
  return /^\p{L}+ing\s/u.test(meaning) ? 'ing' : 'noun';
}

/** A noun restricted by a clause: "software distributed under a licence", "cells with receptors that bind it". */
const narrowing =
  /^[^,]*?\s(that|which|who|whose|where|in which|by which|with|covering|describing|containing|involving|using|concerning|consisting|made|found|given|written|used|designed|\p{L}+ed (?:to|by|for|in|on|with|under|from|as|at|of|when|out|upon))\s/iu;
/** Nouns that need a complement: "the process of …", "ability to …". */
const kindNouns =
  /^(?:an? |the )?(?:\p{L}+ )?(process|activity|procedure|relationship|mechanism|attempt|method|ability|act|practice|study|state|extent|degree|measure|amount|number|rate|type|form|set|system|series|group|collection|use|technique|approach|plan|statement|action|tendency|technology|phenomenon|capacity|condition|art|way|someone|something|anything|anyone|person|people|individuals|those|person)s?(?: or \p{L}+)? (of|to|for|that|who|which|in which|by which|where|used)\s/iu;
/** Meanings that do not name a kind of thing: "a key part of …", "a more accurate description", "the same". */
const emptyMeaning =
  /^(an?|the)?\s*((basic|key|important|essential|core|main|vital|good|great|common)\s)*(building block|basis|foundation|hallmark|responsibility|characteristic|fact|problem|element|part|aspect|component|piece|thing|factor|addition|alternative|heart|backbone|cornerstone|lifeblood|soul|essence|example|case(?! (?:that|which|in which|where|about|on)\b)|result|reason|question|matter|more|less|most|least|better|best|worse|worst|same|similar|different|other)s?\b/i;

const isEnumeration = (text: string): boolean => {
  const parts = text.split(/,\s*(?:and |or )?|\s(?:and|or)\s/);
  return /,/.test(text) && parts.length >= 2 && parts.every((part) => wordCount(part) <= 4);
};

/** Labels for an aspect of a topic or a part of a lecture. */
const sides =
  /^(?:(?:main|key|major|common|other|some|its|the|important|basic|general|primary|clinical|typical) )*(?:functions?|roles?|causes?|etiology|symptoms?|signs?|treatments?|management|locations?|mechanisms?|purposes?|structure|onset|duration|indications?|contraindications?|effects?|complications?|prevention|diagnosis|presentation|prognosis|complexity|advantages?|disadvantages?|pros|cons|benefits?|limitations?|strengths?|weaknesses?|drawbacks?|uses?|values?|applications?|inputs?|outputs?|examples?|characteristics|features|properties|types?|kinds?|forms?|steps?|stages?|phases?|definitions?|overview|summary|introduction|conclusions?|goals?|objectives?|implications?|importance|issues?|challenges?|problems?|findings?|results?|methods?|factors?|explanation|interpretations?|assumptions?|notes?|background|history|case stud(?:y|ies)|questions?|answers?|tips?|facts?|analog(?:y|ies))(?: (?:of|for|in|to) .*)?$/i;

const breaksOff = new RegExp(`\\b(?:${wordsThatGoOn})$`, 'i');

/** Words that refer to another sentence at the start of a meaning. Further on they refer back into it. */
const pointsOut = /\b(?:this|these|those|it|they|them|he|she|his|her|its|their|another|the same)\b/i;
const opensPointing = (text: string): boolean =>
  pointsOut.test(
    text
      .split(/\s(?:that|which|who|where|when)\s/)[0]
      ?.split(' ')
      .slice(0, 4)
      .join(' ') ?? '',
  );

/** Whether a text cannot be a meaning. */
const saysNothing = (text: string): boolean =>
  opensPointing(text) ||
  /\b(?:this|these|slide|chapter|etc|we|you|your|our|things)\b|\bin (?:most|many|some) cases\b|\b(?:above|below|following)(?=[.,;:)]|$)/i.test(
    text,
  ) ||
  hasMarkup(text) ||
  /\b(?:www\.|https?:)|\.(?:com|org|net|edu|uk)\b/i.test(text) ||
  // "A member of a class of compounds" lacks its end.
  /^(?:an? |the )?(?:\p{L}+ )?(?:member|kind|type|class|form)s? of (?:an? )?(?:class|group|family|set) of \p{L}+$/iu.test(text) ||
  !balanced(text) ||
  /^(can|may|will|is|are|was|were|has|have|does|do|first|second|then|next|finally|e\.?g|i\.?e|example|for example|such as|see|including|and|or|but|source)\b/i.test(
    text,
  ) ||
  /[:?=≠→]|…$|\.\.\.$/.test(text) ||
  /^(an? )?(qualitative|quantitative|case|comparative|empirical) (study|analysis)\b/i.test(text) ||
  breaksOff.test(text) ||
  // The title of a paper.
  /^(?:\p{Lu}\p{Ll}{2,} (?:\p{Ll}{1,4} )?){3}/u.test(text) ||
  contentStems(text).size < 2;

/** Maximum number of words of a meaning, of what a thing does, and of a subject. */
const longestMeaning = 34;
const longestAction = 20;
const longestSubject = 4;

/** Whether tokens start with a noun phrase without an article. "Essential for the whole" does not. */
const isNominalStart = ([first, second, third]: readonly Token[]): boolean =>
  first !== undefined &&
  (isWordTag(first.tag) ||
    (first.tag === 'ADJ' && second?.tag !== 'ADP') ||
    // "Conduct that falls below the standard", in contrast to "ensure that the patient …".
    (first.tag === 'VERB' && /^(?:that|which)$/.test(second?.text ?? '') && third?.tag === 'VERB' && /s$/.test(third.text)));

/** Whether a phrase that starts with an article is a whole sentence: "A manager, as a leader, guides the workers". */
function isSentence(meaning: string, tag: Tagger): boolean {
  const tokens = tag(lowerFirst(meaning));
  const at = finiteVerb(tokens);
  const verb = tokens[at];
  // After "a thing", an uninflected verb such as "feel" belongs to an infinitive.
  return verb !== undefined && (verb.tag === 'AUX' || !/^an? /i.test(meaning) || verb.text !== verb.lemma);
}

/** Whether a phrase defines a thing: its kind and what distinguishes it. */
function isDefining(meaning: string, form: Form, tag: Tagger): boolean {
  const words = wordCount(meaning);
  const tokens = tag(lowerFirst(meaning));
  if (words < 4 || isEnumeration(meaning) || emptyMeaning.test(meaning) || (meaning.match(/,/g)?.length ?? 0) > 3) return false;
  // "Accuracy: how close a measurement comes to the true value".
  if (form === 'question') return /^how\s/i.test(meaning) && finiteVerb(tokens) > 0 && words >= 5;
  if (form === 'infinitive') return words >= 5;
  if (isSentence(meaning, tag)) return false;
  // In "The designer studies who will use it", the tagger takes the verb for a noun.
  if (kindNouns.test(meaning) || form === 'article') return !/^the /i.test(meaning) || narrowedNoun.test(meaning);
  if (form === 'ing') return words >= 5;
  return isNominalStart(tokens) && narrowing.test(meaning);
}

interface Said {
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
function saidOf({ statement, subject, text: line, group, tag, mayAct = false }: Said): Definition | undefined {
  // "Frequency: refers to the number of …" defines without its verb.
  const text = withoutNaming(withoutSubject(line, subject), subject).replace(
    /^(?:it )?(?:is|are|means|refers? to|(?:is|are) defined as) (?=an?\s|the\s|any\s|when\s|how\s)/i,
    '',
  );
  if (saysNothing(text) || wordCount(text) > longestMeaning) return undefined;
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
  if (agrees && meaning !== undefined && !isEnumeration(text) && wordCount(meaning) >= 3 && wordCount(meaning) <= longestAction) {
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

/** Numbered names, such as "Step 2", "Fig3" or "x1". "CO2", "vitamin B12" and "SHA-256" are terms. */
const isNumbered = (term: string): boolean =>
  /(?:^|\s)[\d.]+$|^(?:q|ex|fig|eq|step|no|ch|lab|week|unit|part|slide|point)\d+$/i.test(term) || /^\p{Ll}\d$/u.test(term);

/**
 * Whether a general noun is specific through its first word: "boiling point", "atomic number" and "hash table", but not "main point" or
 * "total number".
 */
const isCompoundTerm = (term: string): boolean =>
  /^[\p{L}’'-]{4,} (?:number|point|table|advantage|concept)$/iu.test(term) &&
  !vague.has(term.toLowerCase().split(' ')[0] ?? '') &&
  !/^(?:total|each|talking|starting|bullet|view|page|phone|summary|take-away) /i.test(term);

/** Whether a line names a thing: it is a noun phrase, and not a sentence, the start of one, or all capitals. */
function isSubject(term: string, tag: Tagger): boolean {
  const tokens = tag(lowerFirst(term));
  const words = wordCount(term);
  const isNamed = tokens.some((token) => isWordTag(token.tag)) || /^\p{Ll}+(ing|ity|ness)$/iu.test(term);
  // "Audit report identifying:" and "Recognition of" continue below; "disaster damages all files" is a sentence.
  const isOpen = words > 1 && ((tokens.at(-1)?.tag === 'VERB' && /ing$/.test(term)) || tokens.at(-1)?.tag === 'ADP');
  // The "A" in "coenzyme A" is not an article.
  const hasInnerArticle = tokens.some(({ tag: one, text }, at) => one === 'DET' && text !== 'A' && at > 0 && tokens[at - 1]?.tag !== 'ADP');
  const isShout = words > 1 && term.length > 8 && term === term.toUpperCase();
  return (
    isTermLike(term, tokens) &&
    isNamed &&
    words <= 6 &&
    !tokens.some(({ tag: one }) => one === 'ADV') &&
    !isOpen &&
    !hasInnerArticle &&
    !isShout &&
    finiteVerb(tokens) < 1 &&
    (!emptyHeads.has(term.toLowerCase().split(' ').at(-1) ?? '') || isCompoundTerm(term)) &&
    !/^(examples?|two|three|four|five|six|seven|eight|nine|ten|related|other|another|main|general|special|possible|additional|further|some|several|various|different)\b/i.test(
      term,
    ) &&
    !isNumbered(term) &&
    !/=|\b(but|vs|versus|or)\b/i.test(term)
  );
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
      wordCount(text) > longestMeaning
      ? undefined
      : { type: 'definition', subject, group, meaning: text, form: 'noun', ...placed(statement) };
  if (/^(definition|meaning)$/i.test(subject)) return ownDefinitionOf(statement, text, group, tag);
  return !isRepeated(subject) && !sides.test(subject) && (isSubject(subject, tag) || isNounBeforeArticle(subject, text, tag))
    ? saidOf({ statement, subject, text, group, tag, mayAct: true })
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
  return saidOf({ statement: { topic, place, index, ...source }, subject, text: value, group: `table ${table}`, tag, mayAct: true });
}

/** Maximum number of lines below a term to read. */
const mostLines = 6;

/**
 * Extracts definitions of a term from the lines below it: "Middle managers", and below it "Individuals who manage the work of first-line
 * managers".
 */
export function definedBelow(node: OutlineNode, statements: ReadonlyMap<number, Statement[]>, tag: Tagger): Definition[] {
  const raw = node.one.passage.text;
  const subject = headingName(raw);
  if (/[.?,;]$/.test(raw) || !isSubject(subject, tag) || sides.test(subject)) return [];
  return node.children.slice(0, mostLines).flatMap((child): Definition[] => {
    const [statement, ...others] = statements.get(child.one.index) ?? [];
    // A line that ends in a colon introduces others.
    if (!statement || others.length > 0 || /[:：]$|^(?:e\.?g|for e\.?g|(?:for )?examples?|note)\b/i.test(statement.text)) return [];
    if (statement.isNote !== (node.one.passage.pointer.kind === 'slide' && node.one.passage.pointer.part === 'notes')) return [];
    const text = withoutStop(statement.text).replace(/^[“"]([^“”"]+)[”"]$/, '$1');
    const found = saidOf({ statement, subject, text, group: node.family, tag });
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

const copula =
  /^((?:An?|The)?\s?["“]?[\p{L}\d][\p{L}\d\s/()&’'-]{1,60}?["”]?)\s+((?:is|are|can be) (?:\p{L}+ly )?(?:defined as|called|described as)|is|are|means|mean|refers to|refer to|consists? of)\s+(\S.*)$/u;

/** A noun with an article and a restriction: "a thing", "the process of", "the costs associated with". */
const narrowedNoun =
  /^(?:an?\s|any\s|all\s|one of an? (?:class|category|group|family|set) of |(?:one|someone|anyone|those|people|a person) (?:who|that|which|in which|whose|where)\s|the\s+(?:[\p{L}-]+\s){1,3}(?:of|that|to|by|in|which|at|between|through|inside|within|around|for|from|where|whose|one|people|made|found|\p{L}{3,}ed)\b)/iu;

/** Whether a meaning is too short to define anything: "refers to the short run". */
const isSlight = (subject: string, meaning: string, isCopula: boolean): boolean => {
  const own = contentStems(meaning);
  return wordCount(meaning) < (isCopula ? 4 : 3) || own.size - shared(own, contentStems(subject)) < 2;
};

/** Minimum number of words of a meaning that is only restricted by "of", "in" or "for". "The heart of a firm" is praise. */
const fewestOfLoose = 7;
/** Whether the text after "is" distinguishes the thing from others: by a clause, a participle, or enough words. */
const isStrict = (meaning: string): boolean =>
  kindNouns.test(meaning) ||
  /\s(?:that|which|who|whose|where|when|with|through|inside|within|around|of the form|made|found|known|given|written|built|held|kept|\p{L}{3,}(?:ed|ing))\s/iu.test(
    meaning,
  ) ||
  wordCount(meaning) >= fewestOfLoose;

/** Remarks that do not define: "a good way", "an important step", or just "a kind of fish". */
const praises =
  /^(an?|the)\s+(good|bad|important|common|great|most|best|same|only|key|main|major|crucial|essential|critical|number(?= of)|lot|few|little|first|second|third|other|last|question|widely|highly|very|one)\b|^an? (?:type|kind|form) of (?:[\p{L}-]+ ){0,2}[\p{L}-]+$/iu;

/** Whether a meaning is too long, negated, or followed by a second statement. */
const goesOn = (meaning: string): boolean =>
  wordCount(meaning) > 30 || /^not\b|\bbut\b|[;:]|, (and|so) (an?|the|it|this) |, (will|can|may|is|are|has|have)\b/i.test(meaning);

/** Whether an unrestricted noun phrase says what a subject is: "knowledge about words". */
function isNounPhrase(rest: string, meaning: string, connector: string, tag: Tagger): boolean {
  const narrowedBy = /\s(?:that|which|who|with|made|of|about|between|by which|in which|\p{L}+ed)\s/u;
  return (
    !/^\p{L}+ed (?:that|to|by|in|with)\s/u.test(rest) &&
    /^[\p{L}-]+(?:\s[\p{L}-]+){0,3}\s(that|which|who|with|made|of|about|between|by which|in which|\p{L}+ed)\s/u.test(rest) &&
    (connector === 'are') === isPluralNoun(rest.split(narrowedBy)[0] ?? '') &&
    formOf(meaning, tag) === 'noun' &&
    isNominalStart(tag(rest))
  );
}

/** Extracts a definition from "X is a …", "X means …" or "X refers to …". */
export function copulaDefinitionOf(
  statement: Statement,
  group: string,
  tag: Tagger,
  isHeading: (term: string) => boolean,
): Definition | undefined {
  const match = copula.exec(statement.text.replace(/^“([^“”]+)”$/, '$1'));
  const [, named, connector = '', rest] = match ?? [];
  if (named === undefined || rest === undefined) return undefined;
  // Bullets may lack a full stop, but truncated sentences end in such a word.
  if (!statement.isEnded && (!statement.isLine || /\b(and|or|of|the|a|to|for|with|by|in|that)$/i.test(statement.text))) return undefined;
  const subject = nameOfTerm(named.replace(/^the term\s+/i, ''));
  const meaning = plainMeaning(withoutStop(rest));
  const isCopula = connector === 'is' || connector === 'are';
  const isParts = connector.startsWith('consist');
  const agrees = !(isPluralNoun(subject) && /^an?\s/i.test(rest));
  // "A normal pulse in a pale patient means the bleeding is recent" is a sign with its conclusion.
  const isSign = wordCount(subject) > longestSubject || / (?:in|with) .*patients?$/i.test(subject);
  const isConclusion = /^means?$/i.test(connector) && !/^that\s/i.test(rest) && finiteVerb(tag(rest)) > 0;
  if (isSign || isConclusion) return undefined;
  // An adjective can be explained, too: "Nonrival means that …".
  const isExplained = /^means?$/i.test(connector) && /^that\s/i.test(rest) && wordCount(subject) <= 3 && !startsPointing.test(subject);
  if (isExplained && contentStems(rest).size >= 3 && wordCount(rest) <= 30 && !/[;:]/.test(rest))
    return { type: 'definition', subject, group, meaning: withoutStop(rest), form: 'that', ...placed(statement) };
  if (
    meaning === undefined ||
    /^(that|it|they)\s/i.test(meaning) ||
    !agrees ||
    !isSubject(subject, tag) ||
    startsPointing.test(named.trim())
  )
    return undefined;
  if (isParts)
    return wordCount(meaning) > longestAction ||
      contentStems(meaning).size < 2 ||
      saysNothing(meaning) ||
      /^(?:two|three|four|five|six|several|many|\d)/i.test(meaning)
      ? undefined
      : { type: 'definition', subject, group, meaning: `${connector} ${meaning}`, form: 'does', ...placed(statement) };
  // Quotation marks and "is when" mark an explained term: "A “license” is the way …".
  const isMarked = /“[^“”]+”|"[^"]+"/.test(named) || /^when\s/i.test(rest);
  if (isCopula && !isMarked && !narrowedNoun.test(rest) && !isNounPhrase(rest, meaning, connector, tag)) return undefined;
  if (isCopula && !isMarked && !isStrict(meaning)) return undefined;
  // "The expected outcome for fluid volume is …" describes one case, while "the vertex of a parabola" and "the Federal Reserve Bank" are
  // terms.
  const isCase = /^the \p{Ll}/iu.test(named) && !/^the (?:\p{L}+ of |\p{Lu})/u.test(lowerFirst(named));
  if (isCase && isCopula && wordCount(named) > 3 && !isHeading(named)) return undefined;
  if (
    praises.test(meaning) ||
    emptyMeaning.test(meaning) ||
    saysNothing(meaning) ||
    isSlight(subject, meaning, isCopula) ||
    goesOn(meaning)
  )
    return undefined;
  const isPlainSubject = isCopula && !/["“]/.test(named) && !/^the term\s/i.test(named);
  return {
    type: 'definition',
    subject,
    group,
    meaning,
    form: meaningForm(lowerFirst(meaning)),
    ...(isPlainSubject && { asked: { subject: named.trim(), verb: connector as 'is' | 'are' } }),
    ...placed(statement),
  };
}

/** A law or theory with its statement: "the law of demand states that …", "Ohm's law: the current …". */
const saying =
  /^((?:The )?[\p{L}\d’' -]{3,60}?\b(?:law|theory|principle|rule|theorem|hypothesis|doctrine|amendment|act|axiom|model|effect)(?: of [\p{L} -]{3,40})?)(?: ((?:states?|holds?|says?|predicts?) that),?|:) (.+)$/iu;

/** Extracts what a law or theory states. */
export function lawOf(statement: Statement, group: string, tag: Tagger): Definition | undefined {
  const [, named = '', verb, told = ''] = saying.exec(withoutStop(statement.text)) ?? [];
  const subject = nameOfTerm(named);
  const rest = verb === undefined ? lowerFirst(told) : told;
  if (
    rest === '' ||
    (verb === undefined && finiteVerb(tag(rest)) < 1) ||
    !statement.isEnded ||
    !isSubject(subject, tag) ||
    wordCount(rest) > longestMeaning ||
    opensPointing(rest)
  )
    return undefined;
  return { type: 'definition', subject, group, meaning: `${verb ?? 'states that'} ${rest}`, form: 'does', ...placed(statement) };
}

/** Maximum number of words of a meaning before "is called". */
const longestNamed = 26;

/** Extracts a definition from "A group of units selected from a population is called a sample." */
export function calledDefinitionOf(statement: Statement, group: string, tag: Tagger): Definition | undefined {
  const text = withoutStop(statement.text);
  // "This is known as automatic processing, or the encoding of details like …"
  const explained = / (?:known as|called|termed) (?:the |an? )?([^,.;:]{3,40}), or ((?:the|an?) [^.;:]{15,160})$/.exec(text);
  const own = explained ? plainMeaning(explained[2] ?? '') : undefined;
  const term = nameOfTerm(explained?.[1] ?? '');
  if (own !== undefined && statement.isEnded && isSubject(term, tag) && isDefining(own, meaningForm(own), tag) && !saysNothing(own))
    return { type: 'definition', subject: term, group, meaning: own, form: meaningForm(own), ...placed(statement) };
  const verb = / (is|are) (?:also |often |sometimes |commonly )?(called|known as|termed|referred to as|named) (?:as )?(?:an? |the )?/i.exec(
    text,
  );
  if (!verb || !statement.isEnded) return undefined;
  const meaning = plainMeaning(text.slice(0, verb.index)) ?? '';
  const subject = nameOfTerm(
    text
      .slice(verb.index + verb[0].length)
      .split(/,| and | or | because | which | where | when |\s\(/)[0]
      ?.trim() ?? '',
  );
  if (!isSubject(subject, tag) || wordCount(subject) > 4 || wordCount(meaning) < 4 || wordCount(meaning) > longestNamed) return undefined;
  const isNominal = finiteVerb(tag(lowerFirst(meaning))) < 1 || narrowing.test(meaning);
  if (!isNominal || startsPointing.test(meaning) || saysNothing(meaning) || shared(contentStems(subject), contentStems(meaning)) > 1)
    return undefined;
  return { type: 'definition', subject, group, meaning: lowerFirst(meaning), form: meaningForm(lowerFirst(meaning)), ...placed(statement) };
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
