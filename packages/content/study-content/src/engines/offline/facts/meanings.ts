import { contentStems, lowerFirst, shared, withoutStop, wordCount } from '../../../text/words.ts';
import type { Tagger, Token } from '../posTagger.ts';
import type { Form } from './Fact.ts';
import { balanced, emptyHeads, finiteVerb, formOf, hasMarkup, isPluralNoun, isTermLike, isWordTag, wordsThatGoOn } from './grammar.ts';
import { vague } from './terms.ts';

/** Cleans the text after a colon: strips quotation marks, a leading "(e.g., …)" and the brackets of "[T]he". */
export const meaningOf = (text: string): string =>
  withoutStop(text)
    .replace(/^\((?:e\.?g|i\.?e)\.?,? [^)]*\)\s*/i, '')
    .replace(/^“([^“”]+)”(?:\s*\([^)]*\))?$/, (_all, said: string) => withoutStop(said.trimStart()))
    .replace(/^\[(\p{Lu})\]/u, '$1')
    .trim();

const examplesBehind = /(?:,? (?:such as|including|e\.g\.?|for example)|, like)[, ].*/is;
/** Meanings with more words lose their examples. */
const longWithExamples = 25;
/** A second statement after a meaning: "…, and acoustic encoding is …", "…, while paid media refers to …". */
const secondStatement =
  /, (?:hence|thus|therefore|so(?! that)|but|while|whereas|which means)\s|,? and (?:(?:therefore|thus|usually|often|can only) |(?:is|are|was|were|has|have|can|may|will|occurs?|includes?)\s)|, and (?:[^\s,]+ ){1,5}(?:is|are|was|were|has|have|can|may)\s| so (?:that )?(?:it|they)\s/i;

/**
 * Removes bracketed remarks and, from a long meaning, examples. Returns `undefined` if a second statement follows or too little is left.
 */
export function plainMeaning(meaning: string): string | undefined {
  const whole = meaning
    .replace(/,? etc\.?(?=[”"]?$)/i, '')
    .replace(/(?<!\s)\s*\([^()]*\)/g, '')
    .replace(/[,;]$/, '')
    .trim();
  const plain = wordCount(whole) > longWithExamples ? whole.replace(examplesBehind, '') : whole;
  return secondStatement.test(plain) || contentStems(plain).size < 2 ? undefined : plain;
}

/** Classifies the start of a meaning: "a thing that …", "things that …", "focusing on …", "how much …". */
export function meaningForm(meaning: string): Form {
  if (/^(an?|the|any)\s/i.test(meaning)) return 'article';
  if (/^(how|when|where|what|whether)\s/i.test(meaning)) return 'question';
  if (/^to (?:be able to )?\p{Ll}+ /u.test(meaning)) return 'infinitive';
  return /^\p{L}+ing\s/u.test(meaning) ? 'ing' : 'noun';
}

/** A noun restricted by a clause: "software distributed under a licence", "cells with receptors that bind it". */
export const narrowing =
  /^[^,]*?\s(that|which|who|whose|where|in which|by which|with|covering|describing|containing|involving|using|concerning|consisting|made|found|given|written|used|designed|\p{L}+ed (?:to|by|for|in|on|with|under|from|as|at|of|when|out|upon))\s/iu;
/** Nouns that need a complement: "the process of …", "ability to …". */
export const kindNouns =
  /^(?:an? |the )?(?:\p{L}+ )?(process|activity|procedure|relationship|mechanism|attempt|method|ability|act|practice|study|state|extent|degree|measure|amount|number|rate|type|form|set|system|series|group|collection|use|technique|approach|plan|statement|action|tendency|technology|phenomenon|capacity|condition|art|way|someone|something|anything|anyone|person|people|individuals|those|person)s?(?: or \p{L}+)? (of|to|for|that|who|which|in which|by which|where|used)\s/iu;
/** Meanings that do not name a kind of thing: "a key part of …", "a more accurate description", "the same". */
export const emptyMeaning =
  /^(an?|the)?\s*((basic|key|important|essential|core|main|vital|good|great|common)\s)*(building block|basis|foundation|hallmark|responsibility|characteristic|fact|problem|element|part|aspect|component|piece|thing|factor|addition|alternative|heart|backbone|cornerstone|lifeblood|soul|essence|example|case(?! (?:that|which|in which|where|about|on)\b)|result|reason|question|matter|more|less|most|least|better|best|worse|worst|same|similar|different|other)s?\b/i;

export const isEnumeration = (text: string): boolean => {
  const parts = text.split(/,\s*(?:and |or )?|\s(?:and|or)\s/);
  return /,/.test(text) && parts.length >= 2 && parts.every((part) => wordCount(part) <= 4);
};

/** Labels for an aspect of a topic or a part of a lecture. */
export const sides =
  /^(?:(?:main|key|major|common|other|some|its|the|important|basic|general|primary|clinical|typical) )*(?:functions?|roles?|causes?|etiology|symptoms?|signs?|treatments?|management|locations?|mechanisms?|purposes?|structure|onset|duration|indications?|contraindications?|effects?|complications?|prevention|diagnosis|presentation|prognosis|complexity|advantages?|disadvantages?|pros|cons|benefits?|limitations?|strengths?|weaknesses?|drawbacks?|uses?|values?|applications?|inputs?|outputs?|examples?|characteristics|features|properties|types?|kinds?|forms?|steps?|stages?|phases?|definitions?|overview|summary|introduction|conclusions?|goals?|objectives?|implications?|importance|issues?|challenges?|problems?|findings?|results?|methods?|factors?|explanation|interpretations?|assumptions?|notes?|background|history|case stud(?:y|ies)|questions?|answers?|tips?|facts?|analog(?:y|ies))(?: (?:of|for|in|to) .*)?$/i;

const breaksOff = new RegExp(`\\b(?:${wordsThatGoOn})$`, 'i');

/** Words that refer to another sentence at the start of a meaning. Further on they refer to the meaning itself. */
const pointsOut = /\b(?:this|these|those|it|they|them|he|she|his|her|its|their|another|the same)\b/i;
export const opensPointing = (text: string): boolean =>
  pointsOut.test(
    text
      .split(/\s(?:that|which|who|where|when)\s/)[0]
      ?.split(' ')
      .slice(0, 4)
      .join(' ') ?? '',
  );

/** Whether a text cannot be a meaning. */
export const isUninformative = (text: string): boolean =>
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

export const maxMeaningWords = 34;
export const maxActionWords = 20;
export const maxSubjectWords = 4;

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
export function isDefining(meaning: string, form: Form, tag: Tagger): boolean {
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

/** Numbered names, such as "Step 2", "Fig3" or "x1". "CO2", "vitamin B12" and "SHA-256" are terms. */
const isNumbered = (term: string): boolean =>
  /(?:^|\s)[\d.]+$|^(?:q|ex|fig|eq|step|no|ch|lab|week|unit|part|slide|point)\d+$/i.test(term) || /^\p{Ll}\d$/u.test(term);

/** Whether a general noun is specific through its first word: "boiling point", but not "main point" or "total number". */
const isCompoundTerm = (term: string): boolean =>
  /^[\p{L}’'-]{4,} (?:number|point|table|advantage|concept)$/iu.test(term) &&
  !vague.has(term.toLowerCase().split(' ')[0] ?? '') &&
  !/^(?:total|each|talking|starting|bullet|view|page|phone|summary|take-away) /i.test(term);

/** Whether a line names a thing: it is a noun phrase, and not a sentence, the start of one, or all capitals. */
export function isSubject(term: string, tag: Tagger): boolean {
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

/** A noun with an article and a restriction: "a thing", "the process of", "the costs associated with". */
export const narrowedNoun =
  /^(?:an?\s|any\s|all\s|one of an? (?:class|category|group|family|set) of |(?:one|someone|anyone|those|people|a person) (?:who|that|which|in which|whose|where)\s|the\s+(?:[\p{L}-]+\s){1,3}(?:of|that|to|by|in|which|at|between|through|inside|within|around|for|from|where|whose|one|people|made|found|\p{L}{3,}ed)\b)/iu;

/** Whether a meaning is too short to define anything: "refers to the short run". */
export const isSlight = (subject: string, meaning: string, isCopula: boolean): boolean => {
  const own = contentStems(meaning);
  return wordCount(meaning) < (isCopula ? 4 : 3) || own.size - shared(own, contentStems(subject)) < 2;
};

/** Minimum words of a meaning that is only restricted by "of", "in" or "for". A shorter one such as "the heart of a firm" is praise. */
const minLooseWords = 7;
/** Whether the text after "is" distinguishes the thing from others: by a clause, a participle, or enough words. */
export const isStrict = (meaning: string): boolean =>
  kindNouns.test(meaning) ||
  /\s(?:that|which|who|whose|where|when|with|through|inside|within|around|of the form|made|found|known|given|written|built|held|kept|\p{L}{3,}(?:ed|ing))\s/iu.test(
    meaning,
  ) ||
  wordCount(meaning) >= minLooseWords;

/** Remarks that do not define: "a good way", "an important step", or just "a kind of fish". */
export const praises =
  /^(an?|the)\s+(good|bad|important|common|great|most|best|same|only|key|main|major|crucial|essential|critical|number(?= of)|lot|few|little|first|second|third|other|last|question|widely|highly|very|one)\b|^an? (?:type|kind|form) of (?:[\p{L}-]+ ){0,2}[\p{L}-]+$/iu;

/** Whether a meaning is too long, negated, or followed by a second statement. */
export const runsOn = (meaning: string): boolean =>
  wordCount(meaning) > 30 || /^not\b|\bbut\b|[;:]|, (and|so) (an?|the|it|this) |, (will|can|may|is|are|has|have)\b/i.test(meaning);

/** Whether an unrestricted noun phrase says what a subject is: "knowledge about words". */
export function isNounPhrase(rest: string, meaning: string, connector: string, tag: Tagger): boolean {
  const narrowedBy = /\s(?:that|which|who|with|made|of|about|between|by which|in which|\p{L}+ed)\s/u;
  return (
    !/^\p{L}+ed (?:that|to|by|in|with)\s/u.test(rest) &&
    /^[\p{L}-]+(?:\s[\p{L}-]+){0,3}\s(that|which|who|with|made|of|about|between|by which|in which|\p{L}+ed)\s/u.test(rest) &&
    (connector === 'are') === isPluralNoun(rest.split(narrowedBy)[0] ?? '') &&
    formOf(meaning, tag) === 'noun' &&
    isNominalStart(tag(rest))
  );
}
