import { contentStems, lowerFirst, upperFirst, wordCount, withoutStop } from '../../../text/words.ts';
import type { Tagger, Token } from '../posTagger.ts';
import type { Statement } from '../statements.ts';
import { placed } from './descriptions.ts';
import type { Asked, Clause } from './Fact.ts';
import {
  balanced,
  copulas,
  emptyHeads,
  finiteVerb,
  hasMarkup,
  isPluralNoun,
  isWordTag,
  nameOfTerm,
  pointing,
  startsPointing,
  wordsThatGoOn,
} from './grammar.ts';
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
/** Verbs that tell what something is or has, so that "What does X do?" does not ask for them. */
const states = new Set(
  'mean means refers refer include includes contain contains consists consist belongs belong depends depend comes come happens happen lies lie stands stand seems seem appears appear exists exist varies vary occurs occur remains remain results result arises arise differs differ ranges range involves involve works work follows follow represent represents relies rely requires require tends tend needs need begins begin starts start grows grow forms form develops develop reflects reflect shares share'.split(
    ' ',
  ),
);

/** Limits on the words of a sentence and of its parts. */
const clauseWords = { least: 5, most: 45, mostOfSubject: 7, leastOfPredicate: 3, mostOfPredicate: 24 } as const;
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
  /^(?:also|such|including|or|like|unlike|an?|the|which|who|however|too|therefore|thus|for|especially|particularly|called|known|e\.g|i\.e|in|on|when|as|if)\b/i;

/** A sentence without an aside behind its subject. */
function withoutAside(text: string, tag: Tagger): string {
  const [subject = '', ...parts] = text.split(', ');
  if (
    parts.length < 2 ||
    !aside.test(parts[0] ?? '') ||
    wordCount(subject) > clauseWords.mostOfSubject ||
    finiteVerb(tag(lowerFirst(subject))) >= 0
  )
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

/** Whether a sentence is complete and understood without the one before it. */
const isPlainSentence = (statement: Pick<Statement, 'text' | 'isEnded'>, text: string): boolean =>
  !startsPointing.test(text) &&
  !/[?!:;]|\.\s|\(see\b/i.test(text) &&
  !hasMarkup(text) &&
  balanced(text) &&
  wordCount(text) >= clauseWords.least &&
  wordCount(text) <= clauseWords.most &&
  /^["“]?[\p{Lu}\d]/u.test(text) &&
  (statement.isEnded || !cutShort.test(text));

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

/** Whether a subject is one noun phrase that names a thing of its own. */
function isNamedSubject({ before, subject }: Halves, tag: Tagger): boolean {
  // "Environmental triggers" alone, where "triggers" was taken for the verb.
  const isAdjective = before.length === 1 && !isWordTag(tag(subject.toLowerCase())[0]?.tag ?? '') && !/^\p{Lu}{2}|ing$/u.test(subject);
  const last = before.at(-1)?.tag ?? '';
  const head = headOf(before);
  const hasInnerArticle = before.some(
    ({ tag }, index) => tag === 'DET' && index > 0 && !['ADP', 'CCONJ'].includes(before[index - 1]?.tag ?? ''),
  );
  // "The sincerity Confucius had in mind": a clause without "that".
  const hidesClause = before.some(
    ({ text, tag }, index) => tag === 'PROPN' && /^\p{Lu}\p{Ll}/u.test(text) && before[index - 1]?.tag === 'NOUN',
  );
  const endsInNoun = isWordTag(last) || last === 'VERB' || /[)\]”"]$|ing$/.test(subject);
  // Refused: "Sign - 0" is two columns, "Venus at least" is cut in the middle.
  const isCut =
    /[-–/]$|\s[-–—]\s|\d$/.test(subject) || last === 'CCONJ' || last === 'PART' || hasInnerArticle || hidesClause || !endsInNoun;
  const hasLooseNumber = before.some(({ tag }) => tag === 'NUM') && !/\d|-/.test(subject.replace(/^\d+/, ''));
  return (
    !isCut &&
    !(before[0]?.tag === 'VERB' && before[1]?.tag === 'ADP') &&
    head !== undefined &&
    (isWordTag(head.tag) || /ing$/.test(head.text) || (head.tag === 'VERB' && head.text === head.lemma)) &&
    before[0]?.tag !== 'ADV' &&
    !emptyHeads.has(head.lemma) &&
    !before.some(({ tag }) => tag === 'PRON') &&
    !pointing.test(subject) &&
    wordCount(subject) <= clauseWords.mostOfSubject &&
    before.filter(({ tag }) => tag === 'ADP').length <= 1 &&
    !hasLooseNumber &&
    balanced(subject) &&
    !/\b(?:way|reason|fact|idea|extent)s? (?!of\b)\p{L}/iu.test(subject) &&
    !/[“"*]|^(much|most|many|some|part|majority|rest|lot) of\b|\b(?:at|of|in) (?:each|every|any)\b/i.test(subject) &&
    !isAdjective &&
    !/\b(first|second|third|fourth|fifth|last|next|previous|similar|several|various|numerous|certain|few|only|other|such)\b(?!-)/i.test(
      subject,
    )
  );
}

/** Words of what a picture shows: "the red dots", "in the top of the panel". */
export const ofPicture =
  /\b(panels?|red|blue|green|yellow|black lines?|dots?|arrows?|this graph|plotted|plotter|depicted|screen ?shots?|error bars|x-axis|y-axis)\b/i;

/** "has three advantages": they are told in the next lines. */
export const announcesCount =
  /\b(two|three|four|five|six|several|many|various|some|numerous|following)\s(?:\p{L}+\s){0,3}(types|kinds|advantages|disadvantages|ways|parts|forms|reasons|steps|stages|components|functions|limitations|features|factors|purposes|categories|approaches|methods|groups|classes|concepts|elements|issues|aspects|problems|styles|models|perspectives|theories|causes|levels|principles|criteria|properties|requirements|areas|questions)\b/iu;
/** A sentence that was cut behind a word that goes on. Some of these words may end a noun phrase, such as "the state that a firm is in". */
export const cutShort = new RegExp(`\\b(?:${wordsThatGoOn}|the|an?|as|be|is|are|in|on|at|between|into|when|if)$|[:：,;]$`, 'i');

/** Whether what is said of a subject is whole and can be understood. How much it is worth is told by `itemQuality`. */
const isTellingPredicate = (predicate: string): boolean =>
  wordCount(predicate) >= clauseWords.leastOfPredicate &&
  wordCount(predicate) <= clauseWords.mostOfPredicate &&
  contentStems(predicate).size >= 2 &&
  !ofPicture.test(predicate) &&
  !announcesCount.test(predicate) &&
  !cutShort.test(predicate) &&
  balanced(predicate) &&
  !/\b(?:et al|as follows|for example|for instance|above|below)\b|\(\s*\)|[“"–—]/i.test(predicate) &&
  !pointing.test(predicate.replace(/\b(its|their|it|they|them|that)\b/gi, '')) &&
  !/^\w+(?:\s+(it|them|they|this)\b|,)/i.test(predicate) &&
  // "Either" and "both" go on behind the cut.
  (!/\beither\b/i.test(predicate) || /\bor\b/i.test(predicate)) &&
  (!/\bboth\b/i.test(predicate) || /\band\b/i.test(predicate));

/** Where a predicate may end before its sentence does. */
const joints =
  /, (?:and|but|so|while|whereas|although|though|because|since|which|who|where|as|with|such as|including|like|especially|particularly|rather|even|for example|for instance|\p{L}+ing)\b| (?:but|while|whereas|although|though|because|since|unless|if|when|so that|as long as|such as)\b| and (?=(?:\p{L}+ly )?\p{L}+)/giu;

/** A predicate without a statement about another subject that is joined to it: "…, and acoustic encoding is …"; empty where that one denies. */
function withoutSecondStatement(predicate: string, tag: Tagger): string {
  for (const { 0: joint, index } of predicate.matchAll(
    /,? (?:and|but|so|while|whereas) (?=\p{L})|, (?=(?:they|it|we|you|there|this) )/giu,
  )) {
    if (/\b(?:that|which|who|whether|how|between)\b/i.test(predicate.slice(0, index))) return predicate;
    const rest = predicate.slice(index + joint.length);
    const opens = /^(?:they|it|we|you|there|this|as|when|if|because|while|although|since) \p{L}+/iu.test(rest);
    const second = opens ? undefined : halvesOf(rest, tag);
    const isStatement =
      second !== undefined && (second.verb.tag === 'AUX' || /^(?:the|an?|its|their)\b/i.test(rest)) && formOfVerb(second) !== undefined;
    // "…, but it is not active against others" limits the statement, which is no fact without it.
    if (opens || isStatement) return /\b(?:not|no|never|only)\b|n[’']t\b/i.test(rest) ? '' : predicate.slice(0, index);
  }
  return predicate;
}

/** The part of a predicate that can be understood alone: all of it, or as much as ends before a joint. */
function tellingPart(predicate: string, tag: Tagger): string | undefined {
  const plain = withoutSecondStatement(predicate, tag)
    .replace(/, (?:such as|for example|for instance|e\.g\.,?) .*$/i, '')
    .replace(/,? (?:regardless|then|therefore|however|also|though|anyway|as well|too)$/i, '');
  if (isTellingPredicate(plain)) return plain;
  const ends = [...plain.matchAll(joints)].flatMap(({ 0: joint, index }): string[] => {
    const part = plain.slice(0, index);
    const rest = plain.slice(index + joint.length).trim();
    // "semen, vaginal fluids, and blood" is a list, and so is "a and b" without a verb.
    const [first, second] = tag(rest);
    const next = first?.tag === 'ADV' ? second : first;
    const opensVerb =
      next !== undefined && ['VERB', 'AUX'].includes(next.tag) && !/ing$/.test(next.text) && !/^\S+ (?:of|and|,)/.test(rest);
    if (/^,? ?and$/i.test(joint.trim()) && !opensVerb && (joint.trim() === 'and' || part.includes(','))) return [];
    // "To divide" goes on behind the cut.
    return / to \p{L}+(?:, \p{L}+)*$/u.test(part) && tag(part).at(-1)?.tag !== 'NOUN' ? [] : [part];
  });
  return ends.findLast(isTellingPredicate);
}

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

/** A subject as it stands within a sentence. */
const lowerName = (subject: string, { names, tag }: Reading): string =>
  tag((subject.split(' ')[0] ?? '').toLowerCase())[0]?.tag === 'PROPN' ? subject : lowerFirst(subject, names);

/** Verbs that only help another one, or whose question needs the words behind them. */
const lightVerbs = new Set(
  'play take make have give do get go let help put keep become remain stay last come use show see find'.split(' '),
);

/** Verbs that need their preposition: "What does the rate depend on?" */
const prepositionalVerbs =
  /^(?:consist of|depend (?:up)?on|rely (?:up)?on|lead to|result (?:in|from)|belong to|contribute to|respond to|focus on|act as|serve as|function as|stem from|derive from|arise from|form from|develop from|differ from|bind to|account for|begin with|end with|correspond to|react with)$/;
/** Verbs that take an object and another verb: "allows cells to move …". */
const enabling = /^(?:allow|enable|cause|force|require|permit|encourage|help)$/;
const noObject =
  /^(?:let|make|lead|convince|persuade|assure|inform|tell|ask|urge|order|warn|remind|grant|send|offer|stop|keep|tend|need|fail|seem|try|want|begin|start|continue|occur|happen|arise|appear)$/;
/** Prepositions behind a past participle that a question keeps at its end, and those of a place. */
const keptPrepositions = /^(?:by|of|from|into|as|with)$/;
const placeVerbs = /^(?:located|found|situated|stored|produced|formed|made|kept)$/;
const placePrepositions = /^(?:in|on|at|within|between|near|behind|under|above|below|along|throughout)$/;
const procedures =
  /^(?:measured|prevented|treated|calculated|determined|achieved|reduced|produced|done|solved|found|obtained|created|tested|avoided|controlled|improved|increased|formed|identified|diagnosed|estimated|removed|stored|protected|managed|financed|computed|detected)$/;
const purposeVerbs = /^(?:used|designed|needed|intended|required|employed)$/;

/** Whether a noun phrase begins at a token: an article or adjectives, and a noun. */
function startsNounPhrase(tokens: readonly Token[], from: number): boolean {
  for (const { tag, text } of tokens.slice(from, from + 6)) {
    if (isWordTag(tag)) return true;
    if (!['DET', 'ADJ', 'ADV', 'NUM'].includes(tag) && !/ing$/.test(text)) return false;
  }
  return false;
}

/** Where an answer ends: before a second predicate or a contrast. */
function endOfAnswer(text: string, tokens: readonly Token[], from: number): number {
  for (const { 0: joint, index } of text.slice(tokens[from]?.start ?? 0).matchAll(joints)) {
    const at = (tokens[from]?.start ?? 0) + index;
    const next = tokens.findIndex(({ start }) => start >= at + joint.length);
    const token = tokens[next]?.tag === 'ADV' ? tokens[next + 1] : tokens[next];
    const opensVerb = token !== undefined && ['VERB', 'AUX'].includes(token.tag) && !/ing$/.test(token.text);
    if (/^,? ?and$/i.test(joint.trim()) && (opensVerb || baseForms.has(token?.text ?? '') || thirdPerson.has(token?.text ?? ''))) return at;
    if (/^,? ?(?:but|so|while|whereas|although|though|because|since|which|who)\b/i.test(joint.trim())) return at;
  }
  return text.length;
}

/** A sentence that is asked about. */
interface Asking {
  halves: Halves & { isPlural: boolean; isPast: boolean };
  text: string;
  /** The subject as it stands within a sentence. */
  named: string;
  /** The time or place that belongs to the question. */
  setting: string;
}

/** The words from a token to the end of the answer that begins there. */
const answerFrom = ({ text, halves: { tokens } }: Asking, index: number): string =>
  text.slice(tokens[index]?.start ?? text.length, endOfAnswer(text, tokens, index)).trim();

/** The question for what stands behind "is" and a participle: "What is the wall made of?", "Where is the gland located?". */
function participleQuestionOf(asking: Asking, at: number): Asked | undefined {
  const { halves, text, named, setting } = asking;
  const { tokens, verbIndex, verb } = halves;
  const [participle, preposition] = [tokens[at], tokens[at + 1]];
  if (participle?.tag !== 'VERB' || !/(?:ed|en|wn|und|lt|nt|de|ade|ept|eft)$/.test(participle.text) || !preposition) return undefined;
  const told = text.slice(tokens[verbIndex + 1]?.start ?? 0, participle.start + participle.text.length);
  const asked = (word: string, behind: string, from: number): Asked => ({
    question: `${word} ${verb.text} ${named} ${told}${behind}${setting}?`,
    answer: answerFrom(asking, from),
  });
  const word = preposition.text.toLowerCase();
  const by = /\bby (\p{L}+ing\s.{6,})$/iu.exec(text.slice(participle.start))?.[1];
  if (by !== undefined && word === 'by' && procedures.test(participle.text)) return { ...asked('How', '', at), answer: `By ${by}` };
  const hasObject = startsNounPhrase(tokens, at + 2);
  if (purposeVerbs.test(participle.text) && word === 'to' && tokens.length > at + 3) return asked('What', ' for', at + 1);
  if (purposeVerbs.test(participle.text) && word === 'for') return hasObject ? asked('What', ' for', at + 2) : undefined;
  if (placeVerbs.test(participle.text) && placePrepositions.test(word) && hasObject) return asked('Where', '', at + 1);
  return keptPrepositions.test(word) && hasObject && !/^\w+ing$/.test(tokens[at + 2]?.text ?? '')
    ? asked('What', ` ${word}`, at + 2)
    : undefined;
}

/** The question that a person would ask for what stands behind the verb: "What does the pump move?", "When does it occur?". */
function objectQuestionOf(asking: Asking, names: ReadonlySet<string>): Asked | undefined {
  const { halves, text, named, setting } = asking;
  const { tokens, verbIndex, verb, isPlural, isPast } = halves;
  const isModal = verb.tag === 'AUX' && /^(?:can|may|must|should|will)$/i.test(verb.text);
  const skip = (at: number): number => (tokens[at]?.tag === 'ADV' ? at + 1 : at);
  const main = skip(isModal ? verbIndex + 1 : verbIndex);
  const isPassive = isModal && /^be$/i.test(tokens[main]?.text ?? '');
  if (isPassive || /^(?:is|are|was|were)$/i.test(verb.text)) return participleQuestionOf(asking, skip((isPassive ? main : verbIndex) + 1));
  const acts = tokens[main];
  const next = tokens[main + 1];
  if (!acts || !next || (verb.tag === 'AUX' && !isModal) || (isModal && acts.tag !== 'VERB')) return undefined;
  const auxiliary = isModal ? verb.text : isPast ? 'did' : isPlural ? 'do' : 'does';
  const lemma = isModal ? acts.text : (thirdPerson.has(acts.text) && otherNumber(acts.text, false)) || acts.lemma;
  const asked = (word: string, behind: string, from: number): Asked => ({
    question: `${word} ${auxiliary} ${named} ${lemma}${behind}${setting}?`,
    answer: answerFrom(asking, from),
  });
  // "Luther taught that …": what somebody said, held or showed.
  if (/^that$/i.test(next.text) && tokens.length > main + 5) return asked('What', '', main + 1);
  if (enabling.test(lemma)) {
    const to = tokens.findIndex(({ text: word }, index) => index > main + 1 && index < main + 8 && /^to$/i.test(word));
    const object = to < 0 ? '' : text.slice(next.start, tokens[to]?.start ?? 0).trim();
    const isAnswered = to > 0 && tokens[to + 1]?.tag === 'VERB' && !/,|\b(?:and|or|that|which)\b/.test(object);
    if (isAnswered) return asked('What', ` ${lowerFirst(object, names)} to do`, to + 1);
    if (lemma !== 'cause' && lemma !== 'require') return undefined;
  }
  if (/^(?:occur|happen|arise|begin|start)$/.test(lemma) && /^(?:when|during|after|before|until)$/i.test(next.text))
    return asked('When', '', main + 1);
  if ((noObject.test(lemma) && !/^(?:lead|arise|begin)$/.test(lemma)) || lightVerbs.has(lemma)) return undefined;
  if (prepositionalVerbs.test(`${lemma} ${next.text.toLowerCase()}`))
    return startsNounPhrase(tokens, main + 2) ? asked('What', ` ${next.text}`, main + 2) : undefined;
  return ['DET', 'ADJ', 'NOUN', 'PROPN'].includes(next.tag) && startsNounPhrase(tokens, main + 1) && !noObject.test(lemma)
    ? asked('What', '', main + 1)
    : undefined;
}

/** A time, a place or a condition before the main clause: "In 1534, Parliament passed …", "When the cell divides, …". */
const openingPhrase =
  /^((?:In|During|At|By|Under|After|Before|Until|Upon|Within|On|Throughout|Unlike|Like|For|With|Without|From) (?:[^\s,]+ ){0,7}[^\s,]+|(?:When|If|Once|As|Because|Since|Unless) (?:[^\s,]+ ){1,13}[^\s,]+), (?=\p{L})/u;

/** The most words of a statement together with the setting that stands before it. */
const longestWithSetting = 22;

/** A verb in the other number: "stores" as "store". */
const numbers: Record<string, string> = { is: 'are', was: 'were', has: 'have', does: 'do' };
function otherNumber(verb: string, isPlural: boolean): string | undefined {
  if (isPlural) {
    const known = Object.keys(numbers).find((one) => numbers[one] === verb);
    return known ?? (/(?:s|sh|ch|x|o)$/.test(verb) ? `${verb}es` : /[^aeiou]y$/.test(verb) ? verb.replace(/y$/, 'ies') : `${verb}s`);
  }
  return (
    numbers[verb] ??
    (/ies$/.test(verb)
      ? verb.replace(/ies$/, 'y')
      : /(?:ss|sh|ch|x|o)es$/.test(verb)
        ? verb.slice(0, -2)
        : /[^s]s$/.test(verb)
          ? verb.slice(0, -1)
          : undefined)
  );
}

/** A predicate as it is said of several things instead of one, or of one instead of several; `undefined` where that is not sure. */
function inOtherNumber(predicate: string, { verb }: Halves, form: { isPlural: boolean; isPast: boolean }, tag: Tagger): string | undefined {
  const lower = verb.text.toLowerCase();
  if (/\b(?:it|its|they|their|them|themselves|itself)\b/i.test(predicate)) return undefined;
  if (verb.tag === 'AUX' && !/^(?:is|are|was|were|has|have|does|do)$/.test(lower)) return predicate;
  if (form.isPast && !/^(?:was|were)$/.test(lower)) return predicate;
  const at = predicate.indexOf(verb.text);
  const rest = predicate.slice(at + verb.text.length);
  const tokens = tag(`They${rest}`);
  const hasSecond = tokens.some(
    ({ text, tag: one }, index) => /^(?:and|or|but)$/i.test(text) && ['VERB', 'AUX', 'ADV'].includes(tokens[index + 1]?.tag ?? one),
  );
  const other = at < 0 ? undefined : otherNumber(lower, form.isPlural);
  // "They are vaccines that …" is no statement about one thing.
  const isNominal = /^(?:is|are|was|were)$/.test(lower) && !/^ (?:\p{L}+ly )?\p{L}+(?:ed|en|wn|lt|nt)\b/u.test(rest);
  return other === undefined || hasSecond || isNominal ? undefined : `${predicate.slice(0, at)}${other}${rest}`;
}

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

/** A sentence that goes on about the subject of the one before: "It …", "They …". */
const goesOn = /^(?:(It)|(They)) (?=\p{Ll})/u;

/**
 * The subject of a sentence, and what is said of it.
 *
 * @param before The clause of the sentence before it, whose subject a pronoun at the start stands for.
 */
export function clauseOf(statement: Statement, group: string, before: Clause | undefined, reading: Reading): Clause | undefined {
  const { tag } = reading;
  const own = mainText(statement, tag);
  const [start = '', one, many] = goesOn.exec(own) ?? [];
  const isFollowed =
    start !== '' && before?.index === statement.index && before.isPlural === (many !== undefined) && (one ?? many) !== undefined;
  if (start !== '' && !isFollowed) return undefined;
  const whole = isFollowed ? `${upperFirst(before.named)} ${own.slice(start.length)}` : own;
  const [opening = '', phrase = ''] = openingPhrase.exec(whole) ?? [];
  const text = upperFirst(whole.slice(opening.length));
  const halves =
    isPlainSentence(statement, text) &&
    !pointing.test(phrase) &&
    !/\b(?:cases?|example|instance|contrast|addition|fact|general|particular|short|effect|essence|turn|sum|practice|reality|theory|principle|situations?|words)$/i.test(
      phrase,
    )
      ? halvesOf(text, tag)
      : undefined;
  if (!halves || !isNamedSubject(halves, tag) || isParticiple(halves, statement.isEnded)) return undefined;
  const form = formOfVerb(halves);
  const predicate = tellingPart(halves.predicate, tag);
  if (!form) return undefined;
  const lower = halves.verb.text.toLowerCase();
  const said = predicate === undefined ? undefined : `${halves.subject} ${predicate}`;
  const isSetting = phrase !== '' && !/^(?:Unlike|Like)\b/.test(phrase);
  const setting = isSetting ? ` ${lowerStart(phrase, reading)}` : '';
  const asked =
    said === undefined || /^(?:When|If|Once|As|Because|Since|Unless)\b/.test(phrase)
      ? undefined
      : objectQuestionOf(
          { halves: { ...halves, ...form, tokens: tag(said) }, text: said, named: lowerName(halves.subject, reading), setting },
          reading.names,
        );
  // What holds in a time or place is no statement without it.
  const isShort =
    predicate !== undefined && wordCount(predicate + setting) <= longestWithSetting && !/\b(?:it|its|they|their|them)\b/i.test(setting);
  const told = predicate === undefined || !isShort ? '' : `${predicate}${setting}`;
  const other = told === '' ? undefined : inOtherNumber(told, halves, form, tag);
  return {
    type: 'clause',
    subject: nameOfTerm(halves.subject),
    named: lowerName(halves.subject, reading),
    predicate: told,
    ...(other !== undefined && { otherNumber: other }),
    isPlural: form.isPlural,
    isAction: (form.isThird || form.isPlural) && !form.isPast && halves.verb.tag !== 'AUX' && !copulas.has(lower) && !states.has(lower),
    isPast: form.isPast,
    sentence: whole,
    group,
    isLoose: refersBack(halves.subject, reading),
    ...(asked && { asked }),
    ...placed(statement),
  };
}
