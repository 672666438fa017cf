import { containsWords, contentStems, fold, negationCount, negations, wordsOf } from '../text/words.ts';
import { nearestSentence } from '../text/sentences.ts';
import { coverage, hasStem, wordsIn } from '../text/wordMatching.ts';
import { asksWhy } from './wording.ts';
import { oppositePairs, type Side, sidesOf } from './opposites.ts';

/*
 * The kinds of contradiction, with an example of the material and of the claim:
 *
 *   reverses                 "The heart rate falls."            "The heart rate rises."
 *   assertsNegatedContrast   "by parameters, not by filters"    "by filters"
 *   assertsAllOfNegated      "neither A nor B antigens"         "every antigen"
 *   addsNegation             "It binds oxygen."                 "It does not bind oxygen."
 *   deniesDirection          "It works less well."              "It will not work less well."
 *   repeatsWithoutNegation   "Veins do not carry oxygen."       "Veins carry oxygen."
 *   assertsNegated           "It never binds to the wall."      "It binds to the wall."
 *
 * `isContradiction` tries all of them; for a verbatim claim only the first and the last two.
 */

/** Words with negative meaning, such as "fails to". Excludes "under…", "unless" and "uni…" ("unit", but not "uninsured"). */
export const denials =
  /(?<![\p{L}\p{N}_])(fail\p{L}*|lack\p{L}*|spar(?:e|es|ed|ing)|prevent\p{L}*|refus\p{L}*|avoid\p{L}*|absen\p{L}*|except\p{L}*|exclud\p{L}*|exempt\p{L}*|den(?:y|ies|ied)|forbid\p{L}*|prohibit\p{L}*|unable|impossible|invalid|unenforceable|ineffective|insufficient|free of|instead|rather|only|withhold\p{L}*|little|few|hardly|barely|scarcely|regardless|whatever|independent\p{L}*|rest|remain\p{L}*|others?|else|otherwise|stop\p{L}*|block\p{L}*|un(?!der|i(?![nmd])|less)\p{L}{4,}|in(?:capa|adequ|effect|valid)\p{L}*|non-?\p{L}+|\p{L}{3,}less|verb(?:iet|ot)\p{L}*|untersag\p{L}*|verhinder\p{L}*|erspar\p{L}*|interdi\p{L}*|empêch\p{L}*|proh[ií]b\p{L}*|imped\p{L}*|viet\p{L}*)\b/iu;

/** Words of restriction. What is capped or forbidden does not rise and must not rise. */
const limits =
  /(?<![\p{L}\p{N}_])(?:forb(?:id|ade|ids|idden|idding)|prohibit\p{L}*|ban(?:s|ned|ning)?|bar(?:s|red|ring)?|cap(?:s|ped|ping)?|ceilings?|limit\p{L}*|restrict\p{L}*|freez\p{L}*|froze|frozen|fixed|constant|unchanged|stay(?:s|ed|ing)?|kept)\b/iu;

/** A text with this share of the words of another says nearly all of it. */
const nearlyAll = 0.7;

const clauseEnd = /[,;:.!?]|\b(?:and|but|so|while|whereas|because)\b/u;

/** How many words on either side of a direction word are its objects. */
const objectWords = 4;

/** The objects of a direction, as stems: the words around each match within its clause, as in "absorbs heat" and "the rate falls". */
function objectsOf(text: string, pattern: RegExp): Set<string> {
  const objects = new Set<string>();
  for (const match of text.matchAll(new RegExp(pattern, `${pattern.flags}g`))) {
    const after = (text.slice(match.index).split(clauseEnd)[0] ?? '').split(/\s+/).slice(1);
    const before = (text.slice(0, match.index).split(clauseEnd).at(-1) ?? '').split(/\s+/);
    for (const stem of [...contentStems(after.join(' '))].slice(0, objectWords)) objects.add(stem);
    for (const stem of [...contentStems(before.join(' '))].slice(-objectWords)) objects.add(stem);
  }
  return objects;
}

/** Whether two texts of opposite directions have the same object. A bare direction, such as "It falls", matches any object. */
function shareObject(claim: string, material: string, pair: readonly [Side, Side] | undefined): boolean {
  if (pair === undefined) return false;
  const [up, down] = [pair[0].pattern, pair[1].pattern];
  const inMaterial = wordsIn(material);
  // An object in other words may be the same.
  const ofClaim = [...objectsOf(claim, up.test(claim) ? up : down)].filter((stem) => hasStem(inMaterial, stem));
  const ofMaterial = wordsIn([...objectsOf(material, up.test(material) ? up : down)].join(' '));
  return ofClaim.length === 0 || ofMaterial.stems.size === 0 || ofClaim.some((stem) => hasStem(ofMaterial, stem));
}

/** Counts the opposites in which a claim is on the other side than the material, about the same object. */
const countReversals = (claim: string, material: string): number => {
  const sides = sidesOf(material);
  return sidesOf(claim).filter((side, index) => side * (sides[index] ?? 0) === -1 && shareObject(claim, material, oppositePairs[index]))
    .length;
};

/** Whether a claim negates a direction that the material states about the same object: "will not work less well". */
const deniesDirection = (claim: string, material: string): boolean => {
  const denied = deniedParts(claim).join('\n');
  if (denied === '' || negationCount(material) > 0 || limits.test(material) || /\b(?:little|few|hardly|barely|scarcely)\b/i.test(material))
    return false;
  const sides = sidesOf(material);
  return sidesOf(denied).some((side, index) => side * (sides[index] ?? 0) === 1 && shareObject(denied, material, oppositePairs[index]));
};

const universal = /(?<!\bnot )\b(?:every|all|each)\s+(?:of\s+)?(?:the\s+)?(\p{L}+)/giu;

/** Verbs that withhold something from everyone. */
const withholdingVerbs =
  /(?<!\p{L})(?:spar(?:e|es|ed|ing)|prevent\p{L}*|avoid\p{L}*|exempt\p{L}*|forbid\p{L}*|prohibit\p{L}*|refus\p{L}*|erspar\p{L}*|verhinder\p{L}*|verb(?:iet|ot)\p{L}*)/iu;

/** Whether a claim asserts of every thing what the material denies of it: "every antigen" for "neither A nor B antigens". */
const assertsAllOfNegated = (claim: string, material: string): boolean => {
  // "It spares them a test of every product" is a negation, too.
  if (withholdingVerbs.test(claim)) return false;
  const denied = wordsIn(deniedParts(material).join('\n'));
  return [...claim.matchAll(universal)].some(([, thing = '']) => [...contentStems(thing)].some((stem) => denied.stems.has(stem)));
};

/** The scope of each negation, up to the end of its clause. */
const deniedParts = (text: string): string[] =>
  [...text.matchAll(negations)].map((match) => text.slice(match.index + match[0].length).split(clauseEnd)[0] ?? '');

/** Removes what a text negates: "this is the lower back and not the ankles" says nothing about ankles. */
export const withoutDenied = (text: string): string =>
  deniedParts(text).reduce((rest, part) => (part.trim() === '' ? rest : rest.replace(part, () => ' ')), text);

/** Minimum share of a negated part in another text for that text to be about it. */
const spokenOf = 0.6;

/** Counts the negations of a text that are about something in another text. */
const negationsAbout = (text: string, other: string): number => {
  const words = wordsIn(other);
  const apart = deniedParts(text).filter((part) => coverage(contentStems(part), words) < spokenOf).length;
  return Math.max(0, negationCount(text) - apart);
};

/** Contrasts that negate their second part: "by parameters, not by filters". */
const contrast = /(?:,\s*(?:and\s+|but\s+)?(?:not|never)|\brather than|\binstead of)\s+([^,;:.]+)/giu;

/** Whether a claim asserts what a contrast of the material negates. */
function assertsNegatedContrast(claim: string, question: string, material: string): boolean {
  const claimed = contentStems(claim);
  if (claimed.size === 0 || negationCount(`${claim} ${question}`) > 0) return false;
  return [...material.matchAll(contrast)].some(([whole, denied = '']) => {
    const stems = contentStems(denied);
    const rest = wordsIn(material.replace(whole, ' '));
    return (
      stems.size >= 2 &&
      coverage(stems, wordsIn(claim)) >= nearlyAll &&
      coverage(claimed, wordsIn(denied)) >= nearlyAll &&
      coverage(claimed, rest) < spokenOf
    );
  });
}

/** A claim with the material to compare it with. */
export interface ContradictionQuery {
  claim: string;
  /** The question that the claim answers; empty if there is none. */
  question: string;
  /** The question with its case. Defaults to `question`. */
  questionWithCase?: string;
  quote: string;
  passage: string;
  /** The heading of the passage's list or column, such as "What the muscle cannot do". */
  frame: string;
}

/** A claim with the closest sentence of its passage. */
interface Comparison extends ContradictionQuery {
  questionWithCase: string;
  sentence: string;
  material: string;
  /** A verbatim claim reverses nothing, even if its sentence was cut at an abbreviation. */
  isVerbatim: boolean;
}

/** Whether the answer reverses the material, or the question does and its answer does not. */
function reverses({ claim, question, sentence, material, isVerbatim }: Comparison): boolean {
  const inAnswer = isVerbatim ? 0 : countReversals(claim, material);
  const inQuestion = countReversals(question, material);
  if (inAnswer > 0) return inQuestion === 0 && sameAs(claim, question, material) && negationCount(question) <= negationCount(material);
  const words = wordsIn(`${question} ${claim}`);
  return (
    inQuestion > 0 && coverage(contentStems(sentence), words) >= 0.75 && negationCount(`${question} ${claim}`) === negationCount(sentence)
  );
}

/** Whether the claim has a negation that the material lacks. */
function addsNegation({ claim, question, questionWithCase, quote, passage, frame, sentence, material }: Comparison): boolean {
  // Verbatim except for an added "not", and for a pronoun in place of the subject.
  const without = (text: string): string => ` ${fold(text.replace(negations, ' '))} `;
  const statement = claim.replace(/^(?:it|they)\s+/i, '');
  const isVerbatimButFor =
    negationCount(claim) > negationCount(sentence) &&
    wordsOf(statement).length >= 3 &&
    without(`${passage} ${quote}`).includes(without(statement));
  if (isVerbatimButFor && negationsAbout(question, claim) + negationCount(frame) === 0) return true;
  if (negationCount(question) + negationCount(frame) > 0) return false;
  const [inClaim, inSentence, inQuote] = [negationCount(claim), negationCount(sentence), negationCount(quote)];
  if (inClaim <= inSentence) return false;
  // "Without X it does not Y" has two negations of two things.
  const isDoubled = claim.split(/[,;:.]/).some((part) => negationCount(part.replace(/\bwithout\b/gi, ' ')) > 1);
  if (isDoubled && inQuote < 2) return true;
  const isAboutSentence = negationsAbout(claim, `${questionWithCase} ${material}`) > 0;
  const isDenied = (text: string): boolean => denials.test(text) || limits.test(text);
  return isAboutSentence && inSentence === 0 && inQuote === 0 && !isDenied(`${sentence} ${quote} ${claim.replace(negations, ' ')}`);
}

/** Whether the claim repeats most of a sentence with one negation more or less. */
function repeatsWithoutNegation({
  claim,
  question,
  questionWithCase,
  quote,
  passage,
  frame,
  sentence,
  material,
  isVerbatim,
}: Comparison): boolean {
  // "Why could it not be enforced?" refers to a neighbouring sentence: "It could not be enforced."
  const isAskedElsewhere = negationCount(question) > 0 && negationsAbout(`${quote}\n${passage}`, question) > 0;
  if (isAskedElsewhere && negationCount(`${claim}\n${sentence}`) === 0) return false;
  const before = `${questionWithCase}\n${claim}`;
  if (coverage(contentStems(sentence), wordsIn(before)) < nearlyAll) return false;
  const [inClaim, inSentence] = [negationCount(`${claim}\n${questionWithCase}`), negationCount(sentence)];
  const isWhole = isVerbatim && fold(claim).includes(fold(sentence)) && (negationCount(question) === 0 || asksWhy(question));
  const hasOddNegations = (negationsAbout(`${claim}\n${questionWithCase}`, material) + negationsAbout(sentence, before)) % 2 === 1;
  return !isWhole && hasOddNegations && inClaim % 2 !== inSentence % 2 && inClaim % 2 !== (inSentence + negationCount(frame)) % 2;
}

/** Whether the claim asserts what its sentence negates. */
function assertsNegated({ claim, questionWithCase, sentence }: Comparison): boolean {
  if (negationCount(sentence) === 0 || negationCount(`${claim}\n${questionWithCase}`) > 0) return false;
  const stems = contentStems(sentence.slice(sentence.search(negations)).split(/[,;:]|\bbut\b/)[0] ?? '');
  const hasEnoughWords = stems.size >= 2 || (stems.size === 1 && wordsOf(claim).length >= 3);
  return hasEnoughWords && coverage(stems, wordsIn(claim)) >= nearlyAll && coverage(contentStems(claim), wordsIn(sentence)) >= 0.6;
}

const concession = /\b(?:even )?(?:although|(?<!\bas )though)\b|\b(?:despite|in spite of|notwithstanding)\b|\beven (?:if|while|when)\b/i;

/** Splits a claim into statement and concession: "although nominal wages were capped" says nothing about real wages. */
function withConcessionApart(claim: string): [stated: string, conceded?: string] {
  const found = concession.exec(claim);
  if (!found) return [claim];
  const [before, after] = [claim.slice(0, found.index), claim.slice(found.index + found[0].length)];
  const comma = before.trim() === '' ? after.indexOf(',') : -1;
  const parts = comma < 0 ? [before, after] : [after.slice(comma + 1), after.slice(0, comma)];
  const [stated = '', conceded = ''] = parts.map((part) => part.replace(/^[\s,;]+/, '').trimEnd());
  return [stated, conceded].every((part) => /\p{L}/u.test(part)) ? [stated, conceded] : [claim];
}

/** A sentence without its concession. */
export const mainClauseOf = (sentence: string): string => withConcessionApart(sentence)[0];

/** Whether a claim negates or reverses the material. The answer to a reversed question ("what happens when it is low?") may do so. */
export const isContradiction = (query: ContradictionQuery): boolean =>
  withConcessionApart(query.claim).some((claim) => claim !== undefined && contradicts({ ...query, claim }));

function contradicts(query: ContradictionQuery): boolean {
  const { claim, question, questionWithCase = question, quote, passage, frame } = query;
  if (/\b(NOT|EXCEPT|LEAST|NEVER)\b/.test(question)) return false;
  const claimed = contentStems(claim);
  // A claim in the words of the quote is compared with the quote, even if its question is about another sentence.
  const isOfQuote = claimed.size >= 2 && coverage(claimed, wordsIn(quote)) >= nearlyAll;
  const sentence =
    nearestSentence(isOfQuote ? claimed : new Set([...claimed, ...contentStems(questionWithCase)]), isOfQuote ? quote : passage) || quote;
  const material = `${quote}\n${sentence}\n${frame}`;
  const isVerbatim = fold(claim) !== '' && containsWords(`${passage} ${quote}`, claim);
  const compared: Comparison = { ...query, questionWithCase, sentence, material, isVerbatim };
  if (reverses(compared)) return true;
  if (!isVerbatim) {
    if (assertsNegatedContrast(claim, question, sentence) || assertsAllOfNegated(claim, sentence) || addsNegation(compared)) return true;
    if (negationCount(question) === 0 && deniesDirection(claim, `${quote}\n${sentence}`)) return true;
  }
  const deniesOtherwise = denials.test(`${claim} ${question}`) || denials.test(sentence);
  return !deniesOtherwise && (repeatsWithoutNegation(compared) || assertsNegated(compared));
}

/** Whether the claim and the material share at least two content words, so that they are about the same thing. */
function sameAs(claim: string, question: string, material: string): boolean {
  const words = wordsIn(material);
  const rest = [...contentStems(`${claim} ${question}`)];
  return rest.filter((stem) => hasStem(words, stem)).length >= Math.min(2, rest.length);
}
