import { lowerFirst, upperFirst, wordCount, withoutStop } from '../../../text/words.ts';
import type { Tagger, Token } from '../posTagger.ts';
import type { Statement } from '../statements.ts';
import { finiteVerb, isPluralNoun, isWordTag, wordsThatGoOn } from './grammar.ts';
import { termKey } from './terms.ts';

/** What a reader of sentences knows of the material. */
export interface Reading {
  tag: Tagger;
  names: ReadonlySet<string>;
  /** How much the material makes of a term, by its key. */
  weightOf: (key: string) => number;
}

/** Verbs that the tagger takes for plural nouns: "the sarcomere shortens", "overexposure damages". */
const thirdPerson = new Set(
  'controls causes shows needs uses supports limits changes forms ranges results returns signals stores marks links yields drives protects states increases decreases measures damages releases blocks follows varies transports helps starts affects carries contains produces provides requires acts works runs spreads grows remains deals covers gives moves turns'.split(
    ' ',
  ),
);
/** Verbs that the tagger takes for singular nouns behind a plural subject: "corns form from abrasions". */
const baseForms = new Set(
  'control cause show need use support limit change form range result signal store mark link yield drive protect increase decrease measure damage release block follow vary transport help start affect carry contain act work run spread grow issue focus aim lead influence benefit experience process value rank trigger bind trap combine exchange'.split(
    ' ',
  ),
);
const beforeVerb = ['DET', 'ADJ', 'NOUN', 'PROPN', 'ADP', 'NUM', 'PART', 'CCONJ', 'PUNCT', 'VERB'];
const behindVerb = ['DET', 'ADJ', 'NOUN', 'PROPN', 'ADP', 'ADV', 'SCONJ'];
/** The most words of a subject. */
const longestSubject = 7;
/** The finite verb stands within so many words. */
const lastVerbIndex = 10;

const startsSubject = (index: number, { tag, text }: Token): boolean =>
  index > 0 || tag === 'DET' || tag === 'ADJ' || tag === 'NUM' || isWordTag(tag) || (tag === 'VERB' && /ing$/.test(text));

/** Whether a noun is a verb by its place: behind a noun, before an object or a preposition. */
function isHiddenVerb(tokens: readonly Token[], index: number): boolean {
  const [before, token, next] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  if (!before || !token || !next || !isWordTag(before.tag) || !behindVerb.includes(next.tag) || /^of$/i.test(next.text)) return false;
  if (thirdPerson.has(token.text)) return !/[^s]s$/.test(before.text) && (next.tag === 'DET' || finiteVerb(tokens.slice(index + 1)) < 0);
  // "Authoritarian leaders issue orders": a plural, a verb and its object, and no other verb.
  const hasObject = next.tag === 'DET' || next.tag === 'ADP' || finiteVerb(tokens.slice(index + 1)) < 0;
  return baseForms.has(token.text) && /[^s]s$/.test(before.text) && hasObject;
}

/** Where the finite verb of the main clause stands. */
function verbAt(tokens: readonly Token[]): number {
  for (const [index, token] of tokens.entries()) {
    if (!startsSubject(index, token)) return -1;
    const next = tokens[index + 1]?.tag ?? '';
    // "Future needs are determined by …": the noun was taken for a verb.
    if (index > 0 && token.tag === 'VERB' && next === 'AUX' && /s$/.test(token.text)) continue;
    // "A second-degree burn goes …".
    if (index > 1 && token.tag === 'VERB' && token.text === token.lemma && next === 'VERB' && /[^s]s$/.test(tokens[index + 1]?.text ?? ''))
      continue;
    if (token.tag === 'AUX' || (index > 0 && token.tag === 'VERB' && !/ing$/.test(token.text)) || isHiddenVerb(tokens, index)) return index;
    if (token.tag === 'ADV' && index > 0 && ['VERB', 'AUX'].includes(next)) continue;
    const isOther = !beforeVerb.includes(token.tag) || (token.tag === 'PUNCT' && !/^[-–/’'"“”()&]$/.test(token.text));
    if (isOther || /^(that|which|who|than)$/i.test(token.text)) return -1;
  }
  return -1;
}

/** A joining word in front of a sentence that says the same without it. */
const joining =
  /^(first|second|third|fourth|fifth|sixth|finally|lastly|ideally|often|in general|generally speaking|however|therefore|thus|hence|moreover|furthermore|in addition|additionally|also|indeed|in fact|generally|typically|usually|of course|clearly|similarly|likewise|in contrast|by contrast|on the other hand|instead|consequently|as a result|in summary|in conclusion|in sum|to summarize|in practice|in reality|for this reason|eventually|interestingly|importantly|today|originally|traditionally|in short|in particular|specifically|overall|in other words|conversely|nevertheless|nonetheless|meanwhile|in turn|yet|still),\s+|^(?:thus|therefore|hence|but|yet) (?=\p{L})/iu;

/** A sentence without a joining word before it. */
export const mainOpening = (text: string): string => upperFirst(text.replace(joining, ''));

/** An aside behind a subject, up to its comma: "Bedsores, also called decubitus ulcers, are …". */
const aside =
  /^(?:also|originally|first|proposed|developed|introduced|such|including|or|like|unlike|an?|the|which|who|however|too|therefore|thus|for|especially|particularly|called|known|e\.g|i\.e|in|on|when|as|if)\b/i;

/** A sentence without an aside behind its subject. */
function withoutAside(text: string, tag: Tagger): string {
  const [subject = '', ...parts] = text.split(', ');
  if (parts.length < 2 || !aside.test(parts[0] ?? '') || wordCount(subject) > longestSubject || finiteVerb(tag(lowerFirst(subject))) >= 0)
    return text;
  const at = parts.findIndex((part, index) => {
    const [first, second] = tag(part);
    const verb = first?.tag === 'ADV' ? second : first;
    return index > 0 && verb !== undefined && (verb.tag === 'AUX' || (verb.tag === 'VERB' && !/ing$/.test(verb.text)));
  });
  return at < 0 ? text : `${subject} ${parts.slice(at).join(', ')}`;
}

/** The sentence without a joining word before it, an aside behind a dash, quotation marks around it, or words that tie it to another. */
export const mainText = ({ text }: Pick<Statement, 'text'>, tag: Tagger): string =>
  withoutAside(
    upperFirst(
      withoutStop((text.split(/\s(?:--|–|—)\s|—/)[0] ?? '').replace(/^“([^“”]+)”$/, '$1'))
        .replace(joining, '')
        .replace(/, (?:however|therefore|indeed|too|then|for example|for instance|in turn|in contrast|on the other hand),(?= )/gi, '')
        .replace(/ also(?= )/i, '')
        .replace(/ ?\((?:[^()]{0,60})\)/g, (aside) => (/^ ?\((?:see |figure |table |)\)?/i.test(aside) && aside.length < 4 ? '' : aside)),
    ),
    tag,
  );

/** A sentence at its finite verb. */
export interface Halves {
  tokens: readonly Token[];
  before: readonly Token[];
  verb: Token;
  verbIndex: number;
  subject: string;
  predicate: string;
}

export function halvesOf(text: string, tag: Tagger): Halves | undefined {
  const tokens = tag(text);
  const verbIndex = verbAt(tokens);
  const verb = tokens[verbIndex];
  if (verbIndex < 1 || verbIndex > lastVerbIndex || !verb) return undefined;
  const adverb = tokens[verbIndex - 1]?.tag === 'ADV' ? tokens[verbIndex - 1] : undefined;
  const start = (adverb ?? verb).start;
  return {
    tokens,
    before: tokens.slice(0, adverb ? verbIndex - 1 : verbIndex),
    verb,
    verbIndex,
    subject: text.slice(0, start).trim(),
    predicate: text.slice(start).trim(),
  };
}

const firstAdposition = (before: readonly Token[]): number => before.findIndex(({ tag }) => tag === 'ADP');

/** The noun that a subject is about: the last one before its first preposition. */
const headOf = (before: readonly Token[]): Token | undefined => {
  const adposition = firstAdposition(before);
  return (adposition < 0 ? before : before.slice(0, adposition)).filter(({ tag }) => isWordTag(tag) || tag === 'VERB').at(-1);
};

/** A sentence that was cut behind a word that goes on. Some of these words may end a noun phrase, such as "the state that a firm is in". */
export const cutShort = new RegExp(`\\b(?:${wordsThatGoOn}|the|an?|as|be|is|are|in|on|at|between|into|when|if)$|[:：,;]$`, 'i');

/** Whether a past form is no finite verb: "works allowed under the licence". An object behind it, or a full sentence, tells. */
export function isParticiple({ verb, verbIndex, tokens }: Halves, isEnded: boolean): boolean {
  if (
    verb.tag !== 'VERB' ||
    !/(?:ed|seen|known|given|taken|found|made|shown|born|held|lost|left|kept|sent|built|written|driven|drawn|grown|chosen|broken|done|called)$/.test(
      verb.text,
    )
  )
    return false;
  const next = tokens[verbIndex + 1];
  const hasObject =
    next !== undefined &&
    (['DET', 'PROPN'].includes(next.tag) ||
      /^that$/i.test(next.text) ||
      prepositionalVerbs.test(`${verb.lemma} ${next.text.toLowerCase()}`));
  const hasOtherVerb = tokens
    .slice(verbIndex + 1)
    .some(({ tag, text, lemma }) => tag === 'AUX' || (tag === 'VERB' && /[^s]s$|sses$/.test(text) && lemma !== text));
  return !isEnded || (!hasObject && (hasOtherVerb || verbIndex === 1 || /^(?:as|by)$/i.test(next?.text ?? '')));
}

/** Person, tense and number of the verb; `undefined` where it does not agree with its subject. */
export function formOfVerb({ verb, before }: Halves): { isThird: boolean; isPast: boolean; isPlural: boolean } | undefined {
  const lower = verb.text.toLowerCase();
  const isThird = ['is', 'has', 'does'].includes(lower) || (/s$/.test(lower) && lower !== verb.lemma) || thirdPerson.has(lower);
  const isPast =
    /ed$/.test(lower) || ['was', 'were', 'had', 'did'].includes(lower) || (verb.tag === 'VERB' && !isThird && lower !== verb.lemma);
  const isCoordinated = firstAdposition(before) < 0 && before.some(({ tag, text }) => tag === 'CCONJ' && text.toLowerCase() === 'and');
  const head = headOf(before)?.text ?? '';
  const isPluralHead = isPluralNoun(head) || /(?:people|police|men|fungi|nuclei|stimuli|alumni)$/i.test(head);
  const isPlural = !isThird && !isPast && (lower === verb.lemma || ['are', 'have', 'do'].includes(lower) || baseForms.has(lower));
  const isModal = verb.tag === 'AUX' && !/^(?:is|are|was|were|has|have|had|do|does|did)$/.test(lower);
  if (isModal) return { isThird: false, isPast: false, isPlural: isPluralHead || isCoordinated };
  // "Diuretics are": the verb is surer than the noun's ending.
  if (isPlural && !isCoordinated && !isPluralHead && !/s$/.test(head)) return undefined;
  return isThird || isPast || isPlural
    ? { isThird, isPast, isPlural: isPlural || lower === 'were' || (isPast && lower !== 'was' && (isPluralHead || isCoordinated)) }
    : undefined;
}

/** A text as it stands within a sentence. "Denmark" is a name although it stands at the start of its sentence alone. */
export const lowerStart = (text: string, { names, tag }: Pick<Reading, 'names' | 'tag'>): string => {
  const first = text.split(/\s/)[0] ?? '';
  return /^\p{Lu}\p{Ll}*$/u.test(first) && !names.has(first) && tag(first.toLowerCase())[0]?.tag !== 'PROPN'
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
};

/** Verbs that need their preposition: "What does the rate depend on?" */
const prepositionalVerbs =
  /^(?:consist of|depend (?:up)?on|rely (?:up)?on|lead to|result (?:in|from)|belong to|contribute to|respond to|focus on|act as|serve as|function as|stem from|derive from|arise from|form from|develop from|differ from|bind to|account for|begin with|end with|correspond to|react with)$/;
/** The weight from which a noun behind "the" is understood alone: the heart of a lecture on the heart. */
const knownWeight = 3;

/** Whether a text speaks of a thing that an earlier sentence named: "the council", "the city's leader". */
export function refersBack(text: string, { weightOf, tag }: Reading): boolean {
  const tokens = tag(text);
  return tokens.some(({ text: word }, index) => {
    const at = tokens.findIndex((token, other) => other > index && token.tag !== 'ADJ');
    const [noun, next] = [tokens[at], tokens[at + 1]];
    if (!/^the$/i.test(word) || noun?.tag !== 'NOUN' || !/^\p{Ll}/u.test(noun.text)) return false;
    const isNarrowed =
      next !== undefined && (isWordTag(next.tag) || /^(?:of|that|which|who|where|in|for|to|with|between|-)$/i.test(next.text));
    return !isNarrowed && weightOf(termKey(noun.text)) < knownWeight;
  });
}
