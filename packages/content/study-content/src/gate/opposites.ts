import { memoiseByText } from '../text/memoise.ts';
import { negationCount } from '../text/words.ts';

/** Words of opposite direction, as prefixes. A trailing "$" marks a whole word. */
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

/** Whether a list is in an unspaced script, so that its words occur inside longer runs. */
const isUnspaced = (list: string): boolean => /[^\p{Script=Latin}$_ ]/u.test(list);

/** Uses each character class once, since compiling one takes longer than matching most texts. */
function patternOf(list: string): RegExp {
  const words = list.replaceAll('_', '\\s+').split(' ');
  if (isUnspaced(list)) return new RegExp(words.join('|'), 'iu');
  const wholes = words.filter((word) => word.endsWith('$')).map((word) => word.slice(0, -1));
  const beginnings = words.filter((word) => !word.endsWith('$'));
  const alternatives = [...(wholes.length > 0 ? [`(?:${wholes.join('|')})(?!\\p{L})`] : []), ...beginnings];
  return new RegExp(`(?<!\\p{L})(?:${alternatives.join('|')})`, 'iu');
}

/** Prefix lengths. Shorter words are compared whole. */
const maxPrefixLength = 3;
const minPrefixLength = 2;
const wordBeginning = new RegExp(`(?<!\\p{L})\\p{L}{${minPrefixLength},${maxPrefixLength}}`, 'gu');
/** The prefixes of the words of a list; `undefined` in unspaced scripts. */
const beginningsOf = (list: string): readonly string[] | undefined =>
  isUnspaced(list) ? undefined : list.split(' ').map((word) => word.replace(/[$_].*/, '').slice(0, maxPrefixLength));
const beginningsIn = (text: string): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const beginning of text.toLowerCase().match(wordBeginning) ?? []) found.add(beginning).add(beginning.slice(0, minPrefixLength));
  return found;
};

/** One side of a pair of opposites. The slow pattern is only tried on texts with a matching prefix. */
export interface Side {
  pattern: RegExp;
  beginnings: readonly string[] | undefined;
}
const sideFrom = (list: string): Side => ({ pattern: patternOf(list), beginnings: beginningsOf(list) });
export const oppositePairs = opposites.map(([ups, downs]) => [sideFrom(ups), sideFrom(downs)] as const);

/** "Over 6 hours" is not a direction. */
const overPeriod = /\bover\s+(?=(?:the\s+)?(?:\d|last\b|past\b|next\b|following\b|whole\b)|an?\s+(?:hour|day|night|week|month|year)\b)/gi;

/** For each pair of opposites, the side of a text: 1 or -1; 0 if it has both or neither. */
export const sidesOf = memoiseByText((given): readonly (-1 | 0 | 1)[] => {
  const text = given.replace(overPeriod, ' ');
  const beginnings = beginningsIn(text);
  const has = (side: Side): boolean =>
    (side.beginnings === undefined || side.beginnings.some((beginning) => beginnings.has(beginning))) && side.pattern.test(text);
  return oppositePairs.map(([up, down]) => {
    const [isUp, isDown] = [has(up), has(down)];
    return isUp === isDown ? 0 : isUp ? 1 : -1;
  });
});

/** Whether two texts are on opposite sides, such as "before" and "after", or only the first has a negation. */
export const isReversed = (one: string, other: string): boolean => {
  const sides = sidesOf(other);
  return (negationCount(one) > 0 && negationCount(other) === 0) || sidesOf(one).some((side, index) => side !== 0 && sides[index] === -side);
};
