/** Words of opposite meaning and the same grammar, so that either may stand for the other. */
const opposites = [
  'increase/decrease increases/decreases increased/decreased increasing/decreasing high/low higher/lower highest/lowest',
  'large/small larger/smaller largest/smallest long-term/short-term longer/shorter internal/external internally/externally',
  'intracellular/extracellular intrinsic/extrinsic primary/secondary positive/negative positively/negatively',
  'gram-positive/gram-negative broad/narrow broader/narrower broad-spectrum/narrow-spectrum wide/narrow acute/chronic',
  'active/passive actively/passively direct/indirect directly/indirectly explicit/implicit conscious/unconscious',
  'voluntary/involuntary formal/informal public/private criminal/civil central/peripheral upper/lower maximum/minimum',
  'maximizes/minimizes maximize/minimize strong/weak stronger/weaker strongly/weakly fast/slow faster/slower quickly/slowly',
  'simple/complex permanent/temporary stimulates/inhibits stimulate/inhibit raises/lowers raise/lower dilates/constricts',
  'inhalation/exhalation inspiration/expiration arterial/venous arteries/veins systolic/diastolic',
  'sympathetic/parasympathetic anabolic/catabolic aerobic/anaerobic input/output inputs/outputs static/dynamic',
  'synchronous/asynchronous preemptive/nonpreemptive horizontal/vertical domestic/foreign imports/exports',
  'bacteriostatic/bactericidal prokaryotic/eukaryotic urban/rural hot/cold warm/cool acidic/alkaline',
  'quantitative/qualitative independent/dependent global/local common/rare majority/minority begins/ends better/worse',
  'improves/worsens deep/shallow deeper/shallower soluble/insoluble mature/immature legal/illegal subjective/objective',
  'inductive/deductive reversible/irreversible elastic/inelastic fixed/variable nominal/real absolute/relative',
  'afferent/efferent proximal/distal anterior/posterior dorsal/ventral lateral/medial strengthens/weakens strengthen/weaken',
  'expands/contracts early/late earlier/later rises/falls rise/fall gains/loses wider/narrower thicker/thinner',
  'widens/narrows dominant/recessive homogeneous/heterogeneous mandatory/optional centralized/decentralized manual/automatic',
  'manually/automatically cellular/humoral localized/systemic endogenous/exogenous inward/outward inner/outer',
  'specific/nonspecific innate/adaptive',
];
/** Words whose opposite has a nearer opposite of its own. */
const oneWay = [
  'activates/inhibits activate/inhibit promotes/inhibits promote/inhibit allows/prevents allow/prevent reduces/increases',
  'reduce/increase rapid/slow rapidly/slowly',
];

const pairsOf = (lines: readonly string[]): [string, string][] =>
  lines
    .join(' ')
    .split(' ')
    .map((pair) => {
      const [one = '', other = ''] = pair.split('/');
      return [one, other];
    });
/** The opposite of a word, where it has one of the same grammar. */
export const oppositeOf: ReadonlyMap<string, string> = new Map([
  ...pairsOf(oneWay),
  ...pairsOf(opposites).flatMap(([one, other]): [string, string][] => [
    [one, other],
    [other, one],
  ]),
]);

/** Whether two phrases say the opposite of each other by their first words: "acute disease" and "chronic disease", "taxed" and "untaxed". */
export function areOpposite(one: string, other: string): boolean {
  const [left = '', right = ''] = [one, other].map((text) => text.toLowerCase().split(' ')[0] ?? '');
  const denies = (word: string, plain: string): boolean =>
    word.endsWith(plain) && /^(?:non-?|un|in|im|ir)$/.test(word.slice(0, -plain.length));
  return oppositeOf.get(left) === right || denies(left, right) || denies(right, left);
}
