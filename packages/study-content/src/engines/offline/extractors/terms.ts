import { contentStems, shared, wordCount, withoutStop } from '../../../text/words.ts';
import type { Attribute, Clause, Definition, DefinitionForm, Label, Place } from '../facts.ts';
import type { Tagger, Token } from '../languageModel.ts';
import type { Statement } from '../statements.ts';
import {
  balanced,
  finiteVerb,
  formOf,
  isPluralNoun,
  hasMarkup,
  isTermLike,
  isWordTag,
  leadingVerb,
  nameOfTerm,
  pointing,
  startsPointing,
} from './grammar.ts';

export const placed = (statement: Statement): Place => ({
  topic: statement.topic,
  place: statement.place,
  index: statement.index,
  source: { pointer: statement.pointer, quote: statement.quote },
});

/** The text after the colon, without quotation marks, a leading "(e.g., …)" and the brackets of "[T]he". */
const meaningOf = (text: string): string =>
  withoutStop(text)
    .replace(/^\((?:e\.?g|i\.?e)\.?,? [^)]*\)\s*/i, '')
    .replace(/^“([^“”]+)”(?:\s*\([^)]*\))?$/, (_all, said: string) => said.trimStart())
    .replace(/^\[(\p{Lu})\]/u, '$1')
    .trim();

/** "software distributed under a licence", "cells with receptors that bind it": a noun that a clause narrows down. */
const narrowing =
  /^[^,]*?\s(that|which|who|whose|where|in which|by which|made|found|given|written|\p{L}+ed (?:to|by|for|in|on|with|under|from|as|at|of|when|out|upon))\s|^[^,]*?\sused\s|^[^,]*?\s(?:designed|intended|required|needed) (?:to|for)\s/iu;

/** A definition without what is added to it: a source in brackets, a consequence. */
function plainMeaning(meaning: string): string | undefined {
  const plain = meaning
    .replace(/(?<!\s)\s*\([^()]*\)$/, '')
    .replace(/^((?:\S+ ){2,}\S+?),? (?:such as|including|e\.g\.?|for example)[, ].*/is, '$1')
    .replace(/, (?:so|which means|but|and can only|and therefore|and thus)\s.*/is, '')
    .replace(/ so (?:that )?(?:an?|the|any|all|each|this|that|it|they)\s.*/is, '')
    .trim();
  // The rest must have at least three content words.
  return plain === meaning || contentStems(plain).size >= 3 ? plain : undefined;
}

/** How a meaning begins: "a thing that …", "things that …", "focusing on …", "how much …". */
export function definitionForm(meaning: string): DefinitionForm {
  if (/^(an?|the|any)\s/i.test(meaning)) return 'article';
  if (/^(how|when|where|what|whether)\s/i.test(meaning)) return 'clause';
  return /^\p{L}+ing\s/u.test(meaning) ? 'activity' : 'noun';
}

const emptyMeaning =
  /^(an?|the)?\s*((basic|key|important|essential|core|main|vital)\s)*(building block|element|part|aspect|component|piece|thing|factor)s?\b/i;

const isEnumeration = (text: string): boolean => {
  const parts = text.split(/,\s*(?:and |or )?|\s(?:and|or)\s/);
  return /,/.test(text) && parts.length >= 2 && parts.every((part) => wordCount(part) <= 4);
};

function headNoun(meaning: string, tag: Tagger): string {
  const before =
    meaning.split(
      /\s(?:that|which|who|whose|where|when|in|by|with|without|of|for|used|made|caused|based|found|under|from|to|between|and|or|,)\s/i,
    )[0] ?? '';
  return (
    tag(before)
      .filter((token) => isWordTag(token.tag))
      .at(-1)?.text ?? ''
  );
}

/** Names that stand for a property of the thing that a slide is about. */
const attributeNames =
  /^(main |key |primary |clinical |common |major |typical )?(functions?|roles?|causes?|etiology|symptoms?|signs?|signs and symptoms|treatments?|management|locations?|mechanisms?( of action)?|purposes?|structure|onset|duration|indications?|contraindications?|side effects?|adverse effects?|risk factors?|complications?|prevention|diagnosis|presentation|advantages?|disadvantages?|benefits?|limitations?|drawbacks?|uses?|applications?|inputs?|outputs?|units?|prognosis|time complexity|complexity)$/i;

/** A definition, where its meaning says something and points at nothing outside of it. */
function defined(statement: Statement, term: string, raw: string): Definition | undefined {
  const meaning = plainMeaning(raw);
  if (meaning === undefined || (wordCount(meaning) < 8 && /\b(it|they|them)\b/i.test(meaning))) return undefined;
  const form = definitionForm(meaning.charAt(0).toLowerCase() + meaning.slice(1));
  // "Expectations of prices: when prices are expected to drop …" says what happens then.
  if (form === 'clause' && (shared(contentStems(meaning), contentStems(term)) >= 2 || /\b(it|they|its|their)\b/i.test(meaning)))
    return undefined;
  return { type: 'definition', term, meaning, form, ...placed(statement) };
}

export type TermFact = Definition | Label | Clause | Attribute;

const colon = /^([^:–—]{2,60}?)\s*(?::|：| – | — | - )\s*(\S.{2,})$/;

/** The name before a colon or dash, if there is one. */
export const labelOf = ({ text }: Statement): string | undefined => {
  const name = colon.exec(text)?.[1];
  return name === undefined ? undefined : nameOfTerm(name);
};

/** The fact in "X: Y": a definition, an action of X, a property of the slide's subject, or a description of X. */
export function colonFactOf(
  statement: Statement,
  group: string,
  tag: Tagger | undefined,
  isRepeated: (term: string) => boolean = () => false,
): TermFact | undefined {
  const match = colon.exec(statement.text);
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  const term = nameOfTerm(match[1]);
  const meaning = meaningOf(match[2]);
  if (
    !isTermLike(term, tag?.(term)) ||
    /[:?]/.test(meaning) ||
    !balanced(meaning) ||
    /\b(examples?|includes?|are|is)$/i.test(term) ||
    wordCount(meaning) > 34
  )
    return undefined;
  if (!tag)
    return meaning.length < 10 || pointing.test(meaning.split(' ').slice(0, 3).join(' '))
      ? undefined
      : { type: 'definition', term, meaning, form: 'noun', ...placed(statement) };
  if (/^(definition|meaning)$/i.test(term)) return ownDefinitionOf(statement, meaning, tag);
  if (attributeNames.test(term) || isRepeated(term)) return attributeOf(statement, term, meaning, tag);
  return saidOf(statement, term, meaning, group, tag);
}

/** A term with what stands behind its colon. */
interface Described {
  statement: Statement;
  term: string;
  meaning: string;
  group: string;
  tokens: readonly Token[];
  isPlural: boolean;
  finite: number;
}

const isSayingNothing = (meaning: string): boolean =>
  pointing.test(meaning.split(' ').slice(0, 3).join(' ')) ||
  /\betc\b/i.test(meaning) ||
  hasMarkup(meaning) ||
  /^(first|second|then|next|finally)\b/i.test(meaning) ||
  wordCount(meaning) < 2 ||
  /\b(this|these|those|(?:above|below)(?=[.,;:)]|$)|following|slide|chapter)\b/i.test(meaning) ||
  /^(e\.?g|i\.?e)\b/i.test(meaning);

/** "Diuretics: remove sodium and water": what the term does. */
function actionOf({ statement, term, meaning, group, isPlural }: Described, verb: 'third' | 'base'): Clause | undefined {
  const agrees = verb === 'third' ? !isPlural : isPlural && !/[,;]/.test(meaning.slice(0, 12));
  if (!agrees || wordCount(meaning) < 3) return undefined;
  return {
    type: 'clause',
    subject: term,
    predicate: meaning.charAt(0).toLowerCase() + meaning.slice(1),
    isPlural,
    isAction: true,
    sentence: `${term}: ${meaning}`,
    group,
    ...placed(statement),
  };
}

/** Whether a term is an adjective alone, such as "Ethical:", which names no thing. */
const isNoThing = (term: string, tag: Tagger): boolean =>
  wordCount(term) === 1 && !/^\p{Lu}{2,}/u.test(term) && !isWordTag(tag(term.toLowerCase())[0]?.tag ?? '');

const isNominal = ({ tokens, finite }: Described): boolean => finite < 0 && tokens.some((token) => isWordTag(token.tag));

/** Whether a noun phrase may define the term; "Minors: persons under 18" does, "Roles: developers, managers" lists. */
const mayDefine = (described: Described): boolean =>
  isNominal(described) &&
  wordCount(described.meaning) >= 4 &&
  !isEnumeration(described.meaning) &&
  !/^(the|an?)?\s*(one|others?)\b/i.test(described.meaning);

function isDefiningNoun({ meaning, tokens, isPlural }: Described, isAdjective: boolean, tag: Tagger): boolean {
  const hasArticle = /^(an?|the|any)\s/i.test(meaning);
  const agrees = isPluralNoun(headNoun(meaning, tag)) === isPlural || hasArticle;
  const isNoun = ['NOUN', 'PROPN', 'ADJ'].includes(tokens[0]?.tag ?? '');
  const isNarrowed = !isAdjective && isNoun && narrowing.test(meaning) && agrees;
  return (hasArticle || isNarrowed) && (meaning.match(/,/g)?.length ?? 0) <= 3;
}

/** Whether a phrase defines by its form: "something that …", "how much …", "raising …". */
const isDefiningPhrase = (described: Described): boolean => {
  const { meaning, finite } = described;
  const words = wordCount(meaning);
  return (
    /^(something|anything|someone|somebody|anyone|those|all|one) (that|who|which)\s/i.test(meaning) ||
    (/^(how (much|many|far|fast|often|well)|when|where)\s/i.test(meaning) && words >= 6) ||
    (/^\p{Ll}+ing\s/u.test(meaning.charAt(0).toLowerCase() + meaning.slice(1)) && words >= 5 && finite < 0) ||
    (isNominal(described) && words >= 5 && /^[^,]*?\s(that|who|which)\s/i.test(meaning))
  );
};

const longestDefiningPhrase = 26;

/** The fact in "term: description": a definition, what the term does, or what is said of it. */
export function saidOf(
  statement: Statement,
  term: string,
  meaning: string,
  group: string,
  tag: Tagger,
): Definition | Label | Clause | undefined {
  if (isSayingNothing(meaning)) return undefined;
  const tokens = tag(meaning.charAt(0).toLowerCase() + meaning.slice(1));
  const described: Described = { statement, term, meaning, group, tokens, isPlural: isPluralNoun(term), finite: finiteVerb(tokens) };
  const verb = leadingVerb(tokens);
  if (verb) return actionOf(described, verb);
  const isAdjective = isNoThing(term, tag);
  if (mayDefine(described)) {
    if (emptyMeaning.test(meaning) || (described.isPlural && /^an?\s/i.test(meaning))) return undefined;
    if (isDefiningNoun(described, isAdjective, tag)) return defined(statement, term, meaning);
  }
  const isShortEnough = wordCount(meaning) <= longestDefiningPhrase && !isEnumeration(meaning);
  if (!isAdjective && isShortEnough && isDefiningPhrase(described)) return defined(statement, term, meaning);
  // A full sentence describes the term and does not define it.
  if (isAdjective || described.finite >= 0) return undefined;
  const form = isEnumeration(meaning) ? 'enumeration' : formOf(meaning, tag);
  return { type: 'label', term, text: meaning, form, group, ...placed(statement) };
}

/** "Definition: closeness to the true value" on a slide about accuracy. */
function ownDefinitionOf(statement: Statement, meaning: string, tag: Tagger): Definition | undefined {
  const term = nameOfTerm(statement.topic);
  if (!isTermLike(term, tag(term)) || wordCount(term) > 4 || wordCount(meaning) < 3 || pointing.test(meaning)) return undefined;
  return { type: 'definition', term, meaning, form: definitionForm(meaning), ...placed(statement) };
}

function attributeOf(statement: Statement, name: string, value: string, tag: Tagger): Attribute | Definition | undefined {
  const owner = statement.topic.replace(/(?<!\s)\s*\([^()]*\)$/, '');
  if (
    !isTermLike(nameOfTerm(owner), tag(nameOfTerm(owner))) ||
    wordCount(owner) > 6 ||
    shared(contentStems(owner), contentStems(value)) > 0
  )
    return undefined;
  if (wordCount(value) < 2 || wordCount(value) > 22 || pointing.test(value)) return undefined;
  return { type: 'attribute', name, owner, value, form: isEnumeration(value) ? 'enumeration' : formOf(value, tag), ...placed(statement) };
}

/** "X is a …", "X means …", "X refers to …". */
export function copulaDefinitionOf(
  statement: Statement,
  tag: Tagger,
  isHeading: (term: string) => boolean = () => false,
): Definition | undefined {
  const text = statement.text.replace(/^“([^“”]+)”$/, '$1');
  const match =
    /^((?:An?|The)?\s?["“]?[\p{L}\d][\p{L}\d\s/()&’'-]{1,60}["”]?)\s+(is|are|means|mean|refers to|refer to|is defined as|are defined as|is the name (?:of|for)|is the term (?:for|used for)|is known as)\s+((?:an?|the|any)\s+\S.*|\S.*)$/u.exec(
      text,
    );
  if (match?.[1] === undefined || match[3] === undefined) return undefined;
  const connector = match[2] ?? '';
  // A bullet may leave out its stop; a sentence that was cut in the middle does not end so.
  if (!statement.isEnded && (statement.kind !== 'bullet' || /\b(and|or|of|the|a|to|for|with|by|in|that)$/i.test(text))) return undefined;
  const meaning = withoutStop(match[3]).replace(/^((?:\S+ ){2,}\S+?),? (?:such as|including|e\.g\.?|for example)[, ].*/is, '$1');
  const isCopula = connector === 'is' || connector === 'are';
  if (isCopula && !(/^an?\s/i.test(meaning) || /^the\s+\p{L}+(?:\s\p{L}+)?\s+(of|that|to|by|in|which|at)\b/u.test(meaning))) {
    // "Hormones are chemical messengers that …"
    const plural =
      connector === 'are' &&
      /^[\p{L}-]+(?:\s[\p{L}-]+){0,3}s\s(that|which|who|with|used|made|of|in)\s/u.test(meaning) &&
      formOf(meaning, tag) === 'noun';
    if (!plural) return undefined;
  }
  if (
    /^(an?|the)\s+(good|bad|important|common|great|most|best|same|only|key|main|major|crucial|essential|critical|example|part|number|lot|result|reason|few|little|first|last|matter|question|way|widely|highly|very)\b/i.test(
      meaning,
    )
  )
    return undefined;
  if (/\b(example|case|decision)\b/i.test(meaning.split(' ').slice(0, 5).join(' '))) return undefined;
  // "The expected outcome for fluid volume is …" describes one case; it is no term.
  if (/^the\s/i.test(match[1]) && isCopula && wordCount(match[1]) > 3 && !isHeading(match[1])) return undefined;
  const term = nameOfTerm(match[1].replace(/^the term\s+/i, ''));
  if (
    !isTermLike(term, tag(term)) ||
    startsPointing.test(match[1].trim()) ||
    pointing.test(meaning.replace(/\b(its|their|it|they|them)\b/gi, '')) ||
    !balanced(meaning) ||
    wordCount(meaning) < 4 ||
    wordCount(meaning) > 30 ||
    /\b(not|but)\b/i.test(meaning) ||
    /[;:]|, (and|so) (an?|the|it|this) /.test(meaning)
  )
    return undefined;
  const subject = match[1].trim();
  const own =
    isCopula && !/["“]/.test(subject) ? { text: subject, verb: connector === 'is' ? ('is' as const) : ('are' as const) } : undefined;
  // "Falsities: a sentence that …" is one of them, and "a building block" says nothing.
  if ((isPluralNoun(term) && /^an?\s/i.test(meaning)) || emptyMeaning.test(meaning)) return undefined;
  if (/, (will|can|may|is|are|has|have)\b/i.test(meaning)) return undefined;
  const found = defined(statement, term, meaning);
  return found && own ? { ...found, subject: own } : found;
}
