import { onceForText } from '../text/onceForText.ts';
import { negationCount, negations } from '../text/negations.ts';
import { contentStems, fold, wordsOf } from '../text/words.ts';
import { nearestSentence } from '../text/sentences.ts';
import { coverage, holds, wordsIn } from '../text/wordMatching.ts';

/** Verbs and nouns that deny: a claim may say "fails to" for "does not". */
const denials =
  /(?<![\p{L}\p{N}_])(fail\p{L}*|lack\p{L}*|prevent\p{L}*|refus\p{L}*|avoid\p{L}*|absen\p{L}*|except\p{L}*|exclud\p{L}*|exempt\p{L}*|den(?:y|ies|ied)|forbid\p{L}*|prohibit\p{L}*|unable|impossible|invalid|unenforceable|ineffective|insufficient|free of|instead|rather|only|withhold\p{L}*|rest|remain\p{L}*|others?|else|otherwise|stop\p{L}*|block\p{L}*|un\p{L}{4,}|in(?:capa|adequ|effect|valid)\p{L}*|non-?\p{L}+|\p{L}{3,}less)\b/iu;

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

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const patternOf = (list: string): RegExp =>
  new RegExp(
    list
      .split(' ')
      .map((word) =>
        /[^\p{Script=Latin}$_]/u.test(word)
          ? escaped(word)
          : word.endsWith('$')
            ? `(?<!\\p{L})${word.slice(0, -1).replaceAll('_', '\\s+')}(?!\\p{L})`
            : `(?<!\\p{L})${word.replaceAll('_', '\\s+')}`,
      )
      .join('|'),
    'iu',
  );
const pairs = opposites.map(([ups, downs]) => [patternOf(ups), patternOf(downs)] as const);

/** Which side of a pair of opposites a text has: 1 or -1; 0 where it has both or none. */
const sideOf = (text: string, [up, down]: readonly [RegExp, RegExp]): -1 | 0 | 1 => {
  const [isUp, isDown] = [up.test(text), down.test(text)];
  return isUp === isDown ? 0 : isUp ? 1 : -1;
};

const sidesOf = onceForText((text): readonly (-1 | 0 | 1)[] => pairs.map((pair) => sideOf(text, pair)));

/** How many pairs of opposites a claim has on the other side than the material. */
const turned = (claim: string, material: string): number => {
  const sides = sidesOf(material);
  return sidesOf(claim).filter((side, index) => side * (sides[index] ?? 0) === -1).length;
};

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

/**
 * Whether a claim denies or reverses what its material says. A question that reverses the material itself ("what happens when it is low?")
 * may have a reversed answer.
 */
export function isContradiction({ claim, asked, told: before = asked, quote, passage, frame }: ContradictionQuery): boolean {
  const claimed = contentStems(claim);
  const both = new Set([...claimed, ...contentStems(before)]);
  const sentence = nearestSentence(both, passage) || quote;
  const material = `${quote}\n${sentence}\n${frame}`;
  // A verbatim claim reverses nothing, even if its sentence was cut at an abbreviation.
  const isVerbatim = fold(claim) !== '' && ` ${fold(`${passage} ${quote}`)} `.includes(` ${fold(claim)} `);
  const negatedStem = /\b(NOT|EXCEPT|LEAST|NEVER)\b/.test(asked);

  // The answer is reversed and the question is not.
  const inAnswer = isVerbatim ? 0 : turned(claim, material);
  if (
    inAnswer > 0 &&
    turned(asked, material) === 0 &&
    sameAs(claim, asked, material) &&
    !negatedStem &&
    negationCount(asked) <= negationCount(material)
  )
    return true;
  // The question is reversed and its answer is not.
  if (inAnswer === 0 && !negatedStem && turned(asked, material) > 0) {
    const words = wordsIn(`${asked} ${claim}`);
    if (coverage(contentStems(sentence), words) >= 0.75 && negationCount(`${asked} ${claim}`) === negationCount(sentence)) return true;
  }

  if (negatedStem) return false;
  const [inClaim, inAsked, inSentence] = [negationCount(claim), negationCount(asked), negationCount(sentence)];
  const inFrame = negationCount(frame);
  const isWhole = isVerbatim && fold(claim).includes(fold(sentence)) && inAsked === 0;
  const deniesOtherwise = denials.test(`${claim} ${asked}`) || denials.test(sentence);
  // The claim is verbatim but for an added "not".
  const without = (text: string): string => ` ${fold(text.replace(negations, ' '))} `;
  if (
    !isVerbatim &&
    inAsked === 0 &&
    wordsOf(claim).length >= 3 &&
    without(`${passage} ${quote}`).includes(without(claim)) &&
    inFrame === 0
  )
    return true;
  const isDoubled = claim.split(/[,;:.]/).some((part) => negationCount(part) > 1);
  const inQuote = negationCount(quote);
  if (!isVerbatim && inClaim > inSentence && inAsked === 0 && inFrame === 0) {
    if (isDoubled && inQuote < 2) return true;
    if (inSentence === 0 && inQuote === 0 && !denials.test(`${sentence} ${quote}`)) return true;
  }
  // The claim repeats most of a sentence with one "not" more or less.
  const told = coverage(contentStems(sentence), wordsIn(`${before} ${claim}`));
  if (
    told >= 0.7 &&
    !isWhole &&
    (inClaim + inAsked) % 2 !== inSentence % 2 &&
    (inClaim + inAsked) % 2 !== (inSentence + inFrame) % 2 &&
    !deniesOtherwise
  )
    return true;
  // The claim says what the material denies.
  if (inSentence > 0 && inClaim + inAsked === 0 && !deniesOtherwise) {
    const denied = sentence.slice(sentence.search(negations)).split(/[,;:]|\bbut\b/)[0] ?? '';
    const stems = contentStems(denied);
    if (stems.size >= 2 && coverage(stems, wordsIn(claim)) >= 0.7 && coverage(claimed, wordsIn(sentence)) >= 0.7) return true;
  }
  return false;
}

/** Whether claim and material share at least two content words, so that they speak of the same thing. */
function sameAs(claim: string, asked: string, material: string): boolean {
  const words = wordsIn(material);
  const rest = [...contentStems(`${claim} ${asked}`)];
  return rest.filter((stem) => holds(words, stem)).length >= Math.min(2, rest.length);
}
