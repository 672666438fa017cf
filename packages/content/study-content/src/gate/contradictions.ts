import { onceForText } from '../text/onceForText.ts';
import { negationCount, negations } from '../text/negations.ts';
import { contentStems, fold, wordsOf } from '../text/words.ts';
import { nearestSentence } from '../text/sentences.ts';
import { coverage, holds, wordsIn } from '../text/wordMatching.ts';
import { asksWhy } from './wording.ts';

/*
 * The ways in which a claim contradicts its material, with what the material says and what the claim says:
 *
 *   reverses                 "The heart rate falls."            "The heart rate rises."
 *   saysDeniedContrast       "by parameters, not by filters"    "by filters"
 *   saysAllOfDenied          "neither A nor B antigens"         "every antigen"
 *   addsNegation             "It binds oxygen."                 "It does not bind oxygen."
 *   deniesDirection          "It works less well."              "It will not work less well."
 *   repeatsWithoutNegation   "Veins do not carry oxygen."       "Veins carry oxygen."
 *   saysDenied               "It never binds to the wall."      "It binds to the wall."
 *
 * A verbatim claim is tried by the first and the last two alone. `isContradiction`, at the end, asks all of them.
 */

/** Verbs and nouns that deny: a claim may say "fails to" for "does not". "Under…", "unless" and "uni…" ("unit", but not "uninsured") deny nothing. */
export const denials =
  /(?<![\p{L}\p{N}_])(fail\p{L}*|lack\p{L}*|spar(?:e|es|ed|ing)|prevent\p{L}*|refus\p{L}*|avoid\p{L}*|absen\p{L}*|except\p{L}*|exclud\p{L}*|exempt\p{L}*|den(?:y|ies|ied)|forbid\p{L}*|prohibit\p{L}*|unable|impossible|invalid|unenforceable|ineffective|insufficient|free of|instead|rather|only|withhold\p{L}*|little|few|hardly|barely|scarcely|regardless|whatever|independent\p{L}*|rest|remain\p{L}*|others?|else|otherwise|stop\p{L}*|block\p{L}*|un(?!der|i(?![nmd])|less)\p{L}{4,}|in(?:capa|adequ|effect|valid)\p{L}*|non-?\p{L}+|\p{L}{3,}less|verb(?:iet|ot)\p{L}*|untersag\p{L}*|verhinder\p{L}*|erspar\p{L}*|interdi\p{L}*|empêch\p{L}*|proh[ií]b\p{L}*|imped\p{L}*|viet\p{L}*)\b/iu;

/** Words that hold something back: what is capped or forbidden does not rise, and may not. */
const limits =
  /(?<![\p{L}\p{N}_])(?:forb(?:id|ade|ids|idden|idding)|prohibit\p{L}*|ban(?:s|ned|ning)?|bar(?:s|red|ring)?|cap(?:s|ped|ping)?|ceilings?|limit\p{L}*|restrict\p{L}*|freez\p{L}*|froze|frozen|fixed|constant|unchanged|stay(?:s|ed|ing)?|kept)\b/iu;

/**
 * Words of opposite direction, as the beginnings of words. A beginning that ends in "$" is a whole word.
 */
const opposites: readonly (readonly [ups: string, downs: string])[] = [
  [
    'increas rais rise$ rises$ rising$ rose$ elevat higher$ gain$ gains$ grow$ grows$ accelerat speeds_up speed_up sped_up faster$ quicken',
    'decreas reduc lower$ lowers$ lowered$ lowering$ fall$ falls$ falling$ fell$ declin drop$ drops$ slow$ slows$ slowed$ slower$ diminish lessen',
  ],
  ['gain$ gains$ gained$ gaining$', 'loss$ lose$ loses$ lost$ losing$'],
  ['maxim', 'minim'],
  ['before$ prior$ preced', 'after$ follow$ follows$ subsequent'],
  [
    'more$ greater$ larger$ most$ largest$ greatest$ highest$ higher$ strengthen stronger$',
    'less$ fewer$ smaller$ least$ smallest$ lowest$ lower$ weaken weaker$',
  ],
  ['always$', 'never$ sometimes$ rarely$ seldom$'],
  ['hyper', 'hypo'],
  ['tachy', 'brady'],
  [
    'activat stimulat enabl trigger$ triggers$ promot facilitat',
    'inhibit deactivat suppress block$ blocks$ blocked$ disabl prevent oppos imped',
  ],
  ['widen$ widens$ dilat expand vasodilat', 'narrow$ narrows$ constrict contract$ contracts$ vasoconstrict'],
  ['above$ exceed over$', 'below$ under$ beneath$'],
  ['up$ upwards$', 'down$ downwards$'],
  ['surplus excess', 'shortage deficit scarc'],
  ['left$', 'right$'],
  ['inner$ inside$ internal intra into$', 'outer$ outside$ external extra'],
  ['first$ earlier$ early$ beginning$ start$ starts$', 'last$ later$ late$ end$ ends$ final'],
  ['allow$ allows$ allowed$ permit may$ legal$ lawful', 'forbid prohibit illegal unlawful'],
  ['include$ includes$ including$', 'exclud'],
  ['require$ requires$ required$ mandatory$ compulsory$ must$', 'optional$ voluntary$'],
  ['positive$ positively$', 'negative$ negatively$'],
  ['open$ opens$ opened$ opening$', 'close$ closes$ closed$ closing$'],
  ['absorb', 'releas emit secret'],
  ['oxidiz oxidis oxidation', 'reduced$ reduction$'],
  ['accept$ accepts$ accepted$', 'reject'],
  ['success succeed', 'fail'],
  ['encrypt', 'decrypt'],
  ['synchronous', 'asynchronous'],
  ['anabol', 'catabol'],
  ['afferent', 'efferent'],
  ['proximal', 'distal'],
  ['anterior', 'posterior'],
  ['systol', 'diastol'],
  ['aerobic', 'anaerobic'],
  ['endotherm', 'exotherm'],
  ['import$ imports$ imported$', 'export$ exports$ exported$'],
  ['supply$ supplies$', 'demand$ demands$'],
  ['buyer$ buyers$', 'seller$ sellers$'],
  ['debit', 'credit'],
  ['warm warmer$ hot$ hotter$ heat', 'cold cool'],
  ['high$', 'low$'],
  ['long$ longer$', 'short$ shorter$'],
  ['augment$ steig erhöh zunehm', 'diminu sink senk abnehm verringer'],
  ['aument sube$ suben$ mayor$', 'disminu reduc baja$ bajan$ menor$'],
  ['증가 상승 높', '감소 하락 낮'],
  ['최대', '최소'],
  ['이전', '이후'],
  ['增加 上升', '减少 下降'],
];

/** Whether the words of a list are of an unspaced script, where they stand inside longer runs of letters. */
const isUnspaced = (list: string): boolean => /[^\p{Script=Latin}$_ ]/u.test(list);

/** The classes of letters stand once in a pattern, since compiling one takes longer than most texts. */
function patternOf(list: string): RegExp {
  const words = list.replaceAll('_', '\\s+').split(' ');
  if (isUnspaced(list)) return new RegExp(words.join('|'), 'iu');
  const wholes = words.filter((word) => word.endsWith('$')).map((word) => word.slice(0, -1));
  const beginnings = words.filter((word) => !word.endsWith('$'));
  const alternatives = [...(wholes.length > 0 ? [`(?:${wholes.join('|')})(?!\\p{L})`] : []), ...beginnings];
  return new RegExp(`(?<!\\p{L})(?:${alternatives.join('|')})`, 'iu');
}

/** So many letters of a word are compared; a shorter word is compared whole. */
const longestBeginning = 3;
const shortestBeginning = 2;
const wordBeginning = new RegExp(`(?<!\\p{L})\\p{L}{${shortestBeginning},${longestBeginning}}`, 'gu');
/** The beginnings of the words of a list; `undefined` where words have none. */
const beginningsOf = (list: string): readonly string[] | undefined =>
  isUnspaced(list) ? undefined : list.split(' ').map((word) => word.replace(/[$_].*/, '').slice(0, longestBeginning));
/** The beginnings of the words of a text. */
const beginningsIn = (text: string): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const beginning of text.toLowerCase().match(wordBeginning) ?? []) found.add(beginning).add(beginning.slice(0, shortestBeginning));
  return found;
};

/** The words of one side of a pair of opposites. Looking for a pattern takes long, so it is done where a word begins like one of them. */
interface Side {
  pattern: RegExp;
  beginnings: readonly string[] | undefined;
}
const sideFrom = (list: string): Side => ({ pattern: patternOf(list), beginnings: beginningsOf(list) });
const pairs = opposites.map(([ups, downs]) => [sideFrom(ups), sideFrom(downs)] as const);

/** "Over 6 hours" is no direction. */
const overTime = /\bover\s+(?=(?:the\s+)?(?:\d|last\b|past\b|next\b|following\b|whole\b)|an?\s+(?:hour|day|night|week|month|year)\b)/gi;

/** For each pair of opposites, which side of it a text has: 1 or -1; 0 where it has both or none. */
const sidesOf = onceForText((given): readonly (-1 | 0 | 1)[] => {
  const text = given.replace(overTime, ' ');
  const beginnings = beginningsIn(text);
  const has = (side: Side): boolean =>
    (side.beginnings === undefined || side.beginnings.some((beginning) => beginnings.has(beginning))) && side.pattern.test(text);
  return pairs.map(([up, down]) => {
    const [isUp, isDown] = [has(up), has(down)];
    return isUp === isDown ? 0 : isUp ? 1 : -1;
  });
});

/** Whether two texts are on opposite sides, such as "before" and "after", or the first one denies something and the second one nothing. */
export const isTurnedRound = (one: string, other: string): boolean => {
  const sides = sidesOf(other);
  return (negationCount(one) > 0 && negationCount(other) === 0) || sidesOf(one).some((side, index) => side !== 0 && sides[index] === -side);
};

/** The share of a text from which on another one says nearly all of it. */
const mostTold = 0.7;

/** Where a clause ends. */
const clauseEnd = /[,;:.!?]|\b(?:and|but|so|while|whereas|because)\b/u;

/** So many words on either side of a word of direction tell what goes in that direction. */
const objectWords = 4;

/** What goes in a direction, as stems: the words around each match in its clause, as in "absorbs heat" and "the rate falls". */
function objectsOf(text: string, pattern: RegExp): Set<string> {
  const objects = new Set<string>();
  for (const match of text.matchAll(new RegExp(pattern, `${pattern.flags}g`))) {
    const behind = (text.slice(match.index).split(clauseEnd)[0] ?? '').split(/\s+/).slice(1);
    const before = (text.slice(0, match.index).split(clauseEnd).at(-1) ?? '').split(/\s+/);
    for (const stem of [...contentStems(behind.join(' '))].slice(0, objectWords)) objects.add(stem);
    for (const stem of [...contentStems(before.join(' '))].slice(-objectWords)) objects.add(stem);
  }
  return objects;
}

/** Whether two texts of opposite directions speak of the same thing. A bare direction, such as "It falls", speaks of anything. */
function shareObject(claim: string, material: string, pair: readonly [Side, Side] | undefined): boolean {
  if (pair === undefined) return false;
  const [up, down] = [pair[0].pattern, pair[1].pattern];
  const inMaterial = wordsIn(material);
  // An object in words of the claim's own may be the same thing.
  const ofClaim = [...objectsOf(claim, up.test(claim) ? up : down)].filter((stem) => holds(inMaterial, stem));
  const ofMaterial = wordsIn([...objectsOf(material, up.test(material) ? up : down)].join(' '));
  return ofClaim.length === 0 || ofMaterial.stems.size === 0 || ofClaim.some((stem) => holds(ofMaterial, stem));
}

/** How many pairs of opposites a claim has on the other side than the material, of the same thing. */
const turned = (claim: string, material: string): number => {
  const sides = sidesOf(material);
  return sidesOf(claim).filter((side, index) => side * (sides[index] ?? 0) === -1 && shareObject(claim, material, pairs[index])).length;
};

/** Whether a claim denies a direction that its material states of the same thing: "will not work less well". */
const deniesDirection = (claim: string, material: string): boolean => {
  const denied = deniedParts(claim).join('\n');
  if (denied === '' || negationCount(material) > 0 || limits.test(material) || /\b(?:little|few|hardly|barely|scarcely)\b/i.test(material))
    return false;
  const sides = sidesOf(material);
  return sidesOf(denied).some((side, index) => side * (sides[index] ?? 0) === 1 && shareObject(denied, material, pairs[index]));
};

const universal = /(?<!\bnot )\b(?:every|all|each)\s+(?:of\s+)?(?:the\s+)?(\p{L}+)/giu;

/** Verbs that deny a thing to all, or take it from them. */
const sparing =
  /(?<!\p{L})(?:spar(?:e|es|ed|ing)|prevent\p{L}*|avoid\p{L}*|exempt\p{L}*|forbid\p{L}*|prohibit\p{L}*|refus\p{L}*|erspar\p{L}*|verhinder\p{L}*|verb(?:iet|ot)\p{L}*)/iu;

/** Whether a claim says of every thing what its material denies of it: "every antigen" for "neither A nor B antigens". */
const saysAllOfDenied = (claim: string, material: string): boolean => {
  // "It spares them a test of every product" denies as well.
  if (sparing.test(claim)) return false;
  const denied = wordsIn(deniedParts(material).join('\n'));
  return [...claim.matchAll(universal)].some(([, thing = '']) => [...contentStems(thing)].some((stem) => denied.stems.has(stem)));
};

/** The parts of a text that its negations deny, each up to the end of its clause. */
const deniedParts = (text: string): string[] =>
  [...text.matchAll(negations)].map((match) => text.slice(match.index + match[0].length).split(clauseEnd)[0] ?? '');

/** A text without what it denies: "this is the lower back and not the ankles" says nothing of ankles. */
export const withoutDenied = (text: string): string =>
  deniedParts(text).reduce((rest, part) => (part.trim() === '' ? rest : rest.replace(part, () => ' ')), text);

/** The share of a denied part that has to stand in another text, for that text to speak of it. */
const spokenOf = 0.6;

/** How many negations of a text deny something that another text speaks of. */
const negationsAbout = (text: string, other: string): number => {
  const words = wordsIn(other);
  const apart = deniedParts(text).filter((part) => coverage(contentStems(part), words) < spokenOf).length;
  return Math.max(0, negationCount(text) - apart);
};

/** Contrasts that deny their second part: "by parameters, not by filters". */
const contrast = /(?:,\s*(?:and\s+|but\s+)?(?:not|never)|\brather than|\binstead of)\s+([^,;:.]+)/giu;

/** Whether a claim says what a contrast of its material denies. */
function saysDeniedContrast(claim: string, asked: string, material: string): boolean {
  const claimed = contentStems(claim);
  if (claimed.size === 0 || negationCount(`${claim} ${asked}`) > 0) return false;
  return [...material.matchAll(contrast)].some(([whole, denied = '']) => {
    const stems = contentStems(denied);
    const rest = wordsIn(material.replace(whole, ' '));
    return (
      stems.size >= 2 &&
      coverage(stems, wordsIn(claim)) >= mostTold &&
      coverage(claimed, wordsIn(denied)) >= mostTold &&
      coverage(claimed, rest) < spokenOf
    );
  });
}

/** A claim and the material that it is compared with. */
export interface ContradictionQuery {
  claim: string;
  /** The question that the claim answers; empty where it stands alone. */
  asked: string;
  /** The question with its case; `asked` where there is no case. */
  told?: string;
  quote: string;
  passage: string;
  /** The heading of a list or column that the passage depends on, such as "What the muscle cannot do". */
  frame: string;
}

/** A claim beside the sentence of its passage that it is nearest to. */
interface Comparison extends ContradictionQuery {
  told: string;
  sentence: string;
  material: string;
  /** A verbatim claim reverses nothing, even if its sentence was cut at an abbreviation. */
  isVerbatim: boolean;
}

/** Whether the answer goes in another direction than the material, or the question does and its answer does not. */
function reverses({ claim, asked, sentence, material, isVerbatim }: Comparison): boolean {
  const inAnswer = isVerbatim ? 0 : turned(claim, material);
  const inQuestion = turned(asked, material);
  if (inAnswer > 0) return inQuestion === 0 && sameAs(claim, asked, material) && negationCount(asked) <= negationCount(material);
  const words = wordsIn(`${asked} ${claim}`);
  return (
    inQuestion > 0 && coverage(contentStems(sentence), words) >= 0.75 && negationCount(`${asked} ${claim}`) === negationCount(sentence)
  );
}

/** Whether the claim has a "not" that the material has not. */
function addsNegation({ claim, asked, told, quote, passage, frame, sentence, material }: Comparison): boolean {
  // The claim is verbatim but for an added "not", and for the pronoun that stands for what was asked about.
  const without = (text: string): string => ` ${fold(text.replace(negations, ' '))} `;
  const said = claim.replace(/^(?:it|they)\s+/i, '');
  const isVerbatimButFor =
    negationCount(claim) > negationCount(sentence) && wordsOf(said).length >= 3 && without(`${passage} ${quote}`).includes(without(said));
  if (isVerbatimButFor && negationsAbout(asked, claim) + negationCount(frame) === 0) return true;
  if (negationCount(asked) + negationCount(frame) > 0) return false;
  const [inClaim, inSentence, inQuote] = [negationCount(claim), negationCount(sentence), negationCount(quote)];
  if (inClaim <= inSentence) return false;
  // "Without X it does not Y" denies two things, and nothing twice.
  const isDoubled = claim.split(/[,;:.]/).some((part) => negationCount(part.replace(/\bwithout\b/gi, ' ')) > 1);
  if (isDoubled && inQuote < 2) return true;
  const isAboutSentence = negationsAbout(claim, `${told} ${material}`) > 0;
  const isDenied = (text: string): boolean => denials.test(text) || limits.test(text);
  return isAboutSentence && inSentence === 0 && inQuote === 0 && !isDenied(`${sentence} ${quote} ${claim.replace(negations, ' ')}`);
}

/** Whether the claim repeats most of a sentence with one "not" more or less. */
function repeatsWithoutNegation({ claim, asked, told, quote, passage, frame, sentence, material, isVerbatim }: Comparison): boolean {
  // "Why could it not be enforced?" is asked of a sentence beside this one: "It could not be enforced."
  const isAskedElsewhere = negationCount(asked) > 0 && negationsAbout(`${quote}\n${passage}`, asked) > 0;
  if (isAskedElsewhere && negationCount(`${claim}\n${sentence}`) === 0) return false;
  const before = `${told}\n${claim}`;
  if (coverage(contentStems(sentence), wordsIn(before)) < mostTold) return false;
  const [inClaim, inSentence] = [negationCount(`${claim}\n${told}`), negationCount(sentence)];
  const isWhole = isVerbatim && fold(claim).includes(fold(sentence)) && (negationCount(asked) === 0 || asksWhy(asked));
  const isOddlyDenied = (negationsAbout(`${claim}\n${told}`, material) + negationsAbout(sentence, before)) % 2 === 1;
  return !isWhole && isOddlyDenied && inClaim % 2 !== inSentence % 2 && inClaim % 2 !== (inSentence + negationCount(frame)) % 2;
}

/** Whether the claim says what a negation of its sentence denies. */
function saysDenied({ claim, told, sentence }: Comparison): boolean {
  if (negationCount(sentence) === 0 || negationCount(`${claim}\n${told}`) > 0) return false;
  const stems = contentStems(sentence.slice(sentence.search(negations)).split(/[,;:]|\bbut\b/)[0] ?? '');
  const isToldMore = stems.size >= 2 || (stems.size === 1 && wordsOf(claim).length >= 3);
  return isToldMore && coverage(stems, wordsIn(claim)) >= mostTold && coverage(contentStems(claim), wordsIn(sentence)) >= 0.6;
}

const concession = /\b(?:even )?(?:although|(?<!\bas )though)\b|\b(?:despite|in spite of|notwithstanding)\b|\beven (?:if|while|when)\b/i;

/** What a claim states and what it concedes, apart: "real wages rose" and "nominal wages were capped" go in two directions, of two things. */
function withConcessionApart(claim: string): [stated: string, conceded?: string] {
  const found = concession.exec(claim);
  if (!found) return [claim];
  const [before, after] = [claim.slice(0, found.index), claim.slice(found.index + found[0].length)];
  const comma = before.trim() === '' ? after.indexOf(',') : -1;
  const parts = comma < 0 ? [before, after] : [after.slice(comma + 1), after.slice(0, comma)];
  const [stated = '', conceded = ''] = parts.map((part) => part.replace(/^[\s,;]+/, '').trimEnd());
  return [stated, conceded].every((part) => /\p{L}/u.test(part)) ? [stated, conceded] : [claim];
}

/** A sentence without what it concedes. */
export const mainClauseOf = (sentence: string): string => withConcessionApart(sentence)[0];

/**
 * Whether a claim denies or reverses what its material says. A question that reverses the material itself ("what happens when it is low?")
 * may have a reversed answer.
 */
export const isContradiction = (query: ContradictionQuery): boolean =>
  withConcessionApart(query.claim).some((claim) => claim !== undefined && contradicts({ ...query, claim }));

function contradicts(query: ContradictionQuery): boolean {
  const { claim, asked, told = asked, quote, passage, frame } = query;
  if (/\b(NOT|EXCEPT|LEAST|NEVER)\b/.test(asked)) return false;
  const claimed = contentStems(claim);
  // A claim of the quote's own words is compared with the quote, although its question may speak of another sentence.
  const isOfQuote = claimed.size >= 2 && coverage(claimed, wordsIn(quote)) >= mostTold;
  const sentence =
    nearestSentence(isOfQuote ? claimed : new Set([...claimed, ...contentStems(told)]), isOfQuote ? quote : passage) || quote;
  const material = `${quote}\n${sentence}\n${frame}`;
  const isVerbatim = fold(claim) !== '' && ` ${fold(`${passage} ${quote}`)} `.includes(` ${fold(claim)} `);
  const compared: Comparison = { ...query, told, sentence, material, isVerbatim };
  if (reverses(compared)) return true;
  if (!isVerbatim) {
    if (saysDeniedContrast(claim, asked, sentence) || saysAllOfDenied(claim, sentence) || addsNegation(compared)) return true;
    if (negationCount(asked) === 0 && deniesDirection(claim, `${quote}\n${sentence}`)) return true;
  }
  const deniesOtherwise = denials.test(`${claim} ${asked}`) || denials.test(sentence);
  return !deniesOtherwise && (repeatsWithoutNegation(compared) || saysDenied(compared));
}

/** Whether claim and material share at least two content words, so that they speak of the same thing. */
function sameAs(claim: string, asked: string, material: string): boolean {
  const words = wordsIn(material);
  const rest = [...contentStems(`${claim} ${asked}`)];
  return rest.filter((stem) => holds(words, stem)).length >= Math.min(2, rest.length);
}
