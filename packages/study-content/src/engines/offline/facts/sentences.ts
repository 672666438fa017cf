import { contentStems, lowerFirst, upperFirst, wordCount, withoutStop } from '../../../text/words.ts';
import type { Tagger, Token } from '../languageModel.ts';
import type { Statement } from '../statements.ts';
import { placed } from './descriptions.ts';
import type { Answered, Asked, Clause, Cloze, Quantity } from './Fact.ts';
import {
  balanced,
  copulas,
  emptyHeads,
  finiteVerb,
  formOf,
  hasMarkup,
  isPluralNoun,
  isWordTag,
  leadingVerb,
  nameOfTerm,
  pointing,
  startsPointing,
} from './grammar.ts';
import { isStrong, mentionsIn, termKey, type Mention } from './terms.ts';

const verbsBeforeArticles = new Set(
  'controls causes shows needs uses supports limits changes forms ranges results returns signals stores marks links yields drives protects states increases decreases measures'.split(
    ' ',
  ),
);
const beforeVerb = ['DET', 'ADJ', 'NOUN', 'PROPN', 'ADP', 'NUM', 'PART', 'CCONJ', 'PUNCT', 'VERB'];
/** Verbs that tell what something is or has, so that "What does X do?" does not ask for them. */
const states = new Set(
  'mean means refers refer includes include contain contains consists consist belongs belong depends depend comes come happens happen lies lie stands stand seems seem appears appear exists exist varies vary occurs occur remains remain results result arises arise differs differ ranges range involves involve works work follows follow represents represent relies rely requires require tends tend needs need'.split(
    ' ',
  ),
);

/** Limits on the words of a sentence and of its parts. */
const clauseWords = { least: 5, most: 32, mostOfSubject: 7, leastOfPredicate: 3, mostOfPredicate: 24 } as const;
/** The finite verb stands within so many words. */
const lastVerbIndex = 10;

const startsSubject = (index: number, { tag, text }: Token): boolean =>
  index > 0 || tag === 'DET' || tag === 'ADJ' || isWordTag(tag) || (tag === 'VERB' && /ing$/.test(text));

/** Where the finite verb of the main clause stands. */
function verbAt(tokens: readonly Token[]): number {
  for (const [index, token] of tokens.entries()) {
    if (!startsSubject(index, token)) return -1;
    const next = tokens[index + 1]?.tag ?? '';
    // "Future needs are determined by …": the noun was taken for a verb.
    if (index > 0 && token.tag === 'VERB' && next === 'AUX' && /s$/.test(token.text)) continue;
    if (
      token.tag === 'AUX' ||
      (index > 0 && token.tag === 'VERB' && !/ing$/.test(token.text)) ||
      (index > 0 && verbsBeforeArticles.has(token.text) && next === 'DET')
    )
      return index;
    if (token.tag === 'ADV' && index > 0 && ['VERB', 'AUX'].includes(next)) continue;
    const isOther = !beforeVerb.includes(token.tag) || (token.tag === 'PUNCT' && !/^[-–/’'"“”()&]$/.test(token.text));
    if (isOther || /^(that|which|who|than)$/i.test(token.text)) return -1;
  }
  return -1;
}

/** A joining word in front of a sentence that says the same without it. */
const joining =
  /^(first|second|third|fourth|fifth|sixth|finally|lastly|ideally|often|in general|generally speaking|however|therefore|thus|hence|moreover|furthermore|in addition|additionally|also|indeed|in fact|generally|typically|usually|of course|clearly|similarly|likewise),\s+/i;

/** Words of a sentence beyond which only its first clause is used, and the least words of that clause. */
const longSentence = { words: 14, shortestClause: 3 } as const;

/** The first clause of a long sentence, where it is a sentence by itself. */
function firstClause(text: string): string {
  if (wordCount(text) <= longSentence.words) return text;
  for (const { 0: joint, index } of text.matchAll(/, (?:and|but|so|while|which|who|although|though|whereas|as) /g)) {
    const clause = text.slice(0, index);
    // "semen, vaginal fluids, and blood" is a list.
    const isList = joint === ', and ' && clause.includes(',');
    const isMain = !/^(if|when|while|although|though|because|since|as|whether)\b/i.test(clause);
    if (wordCount(clause) >= longSentence.shortestClause && !isList) return isMain && balanced(clause) ? clause : text;
  }
  return text;
}

/** A sentence without a joining word before it. */
const mainOpening = (text: string): string => upperFirst(text.replace(joining, ''));

/** The sentence without a joining word before it, an aside behind a dash, quotation marks around it, and the clauses that make it long. */
export const mainText = ({ text }: Statement): string =>
  firstClause(
    upperFirst(
      withoutStop((text.split(/\s(?:--|–|—)\s/)[0] ?? '').replace(/^“([^“”]+)”$/, '$1'))
        .replace(joining, '')
        .replace(/, (?:however|therefore|indeed|too),(?= )/gi, '')
        .replace(/ also(?= )/i, ''),
    ),
  );

/** Whether a sentence is complete, of one clause, and understood without the one before it. */
const isPlainSentence = (statement: Statement, text: string): boolean =>
  !startsPointing.test(text) &&
  !/[?!:;]|\.\s|\(\s*\)|\(see\b/i.test(text) &&
  !hasMarkup(text) &&
  !cutShort.test(text) &&
  balanced(text) &&
  wordCount(text) >= clauseWords.least &&
  wordCount(text) <= clauseWords.most &&
  /^["“]?[\p{Lu}\d]/u.test(text) &&
  (statement.isEnded || !/[:：]\s*$|\b(and|or|of|the|a|to|for|with|by|in|that)$/i.test(statement.text));

/** A sentence at its finite verb. */
interface Halves {
  tokens: readonly Token[];
  before: readonly Token[];
  verb: Token;
  verbIndex: number;
  subject: string;
  predicate: string;
}

function halvesOf(text: string, tag: Tagger): Halves | undefined {
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
    predicate: text
      .slice(start)
      .trim()
      .replace(/^(also|then|therefore|thus|however)\s+/i, '')
      .replace(/^(should|must|may|can|will|is|are) also\b/i, '$1')
      .replace(/,? (regardless|then|therefore|however|also|though|anyway)$/i, ''),
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
  const endsInNoun = isWordTag(last) || /[)\]”"]$|ing$/.test(subject);
  // Refused: "Sign - 0" is two columns, "Venus at least" is cut in the middle.
  const isCut = /[-–/]$|\s[-–—]\s|\d$/.test(subject) || last === 'CCONJ' || last === 'PART' || hasInnerArticle || !endsInNoun;
  const hasLooseNumber = before.some(({ tag }) => tag === 'NUM') && !/\d/.test(subject.replace(/^\d+/, ''));
  return (
    !isCut &&
    !(before[0]?.tag === 'VERB' && before[1]?.tag === 'ADP') &&
    head !== undefined &&
    !emptyHeads.has(head.lemma) &&
    !before.some(({ tag }) => tag === 'PRON') &&
    !pointing.test(subject) &&
    wordCount(subject) <= clauseWords.mostOfSubject &&
    before.filter(({ tag }) => tag === 'ADP').length <= 1 &&
    !hasLooseNumber &&
    balanced(subject) &&
    !/[“"*]|^(much|most|many|some|part|majority|rest|lot) of\b/i.test(subject) &&
    !isAdjective &&
    !/\b(first|second|third|fourth|fifth|last|next|previous|similar|main|many|several|various)\b/i.test(subject)
  );
}

/** Words of what a picture shows: "the red dots", "in the top of the panel". */
const ofPicture =
  /\b(panels?|red|blue|green|yellow|black lines?|dots?|arrows?|this graph|plotted|plotter|depicted|screen ?shots?|error bars|x-axis|y-axis)\b/i;

/** "has three advantages": they are told in the next lines. */
const announcesCount =
  /\b(two|three|four|five|six|several|many|various|some)\s(?:\p{L}+\s){0,3}(types|kinds|advantages|disadvantages|ways|parts|forms|reasons|steps|stages|components|functions|limitations|features|factors|purposes|categories|approaches|methods)\b/iu;
/** A sentence that was cut behind a word that goes on. */
const cutShort = /\b(about|of|for|to|with|by|from|that|which|and|or|the|an?|as|be|is|are)$/i;

/** Whether a predicate says something by itself of its subject. */
const isTellingPredicate = ({ predicate }: Halves): boolean =>
  wordCount(predicate) >= clauseWords.leastOfPredicate &&
  wordCount(predicate) <= clauseWords.mostOfPredicate &&
  !ofPicture.test(predicate) &&
  !announcesCount.test(predicate) &&
  !/^(is|are) (an? |the |one of the )?(very |most |true |classic |famous |good )*(important |essential |key |critical |crucial |vital |main |major )?(parts?|examples?|aspects?|elements?|factors?) of\b/i.test(
    predicate,
  ) &&
  !/\bby \w+ing$/i.test(predicate) &&
  !/^(required|needed|used|made|designed|supposed|associated|related) (to|for|in|by|with)\b|\bT or F\b|\bRs\b/i.test(predicate) &&
  !/, (?!and|or|which|who|but|that|so|where|when)\S+ (is|are|was|were|has|have|will|can)\b/i.test(predicate) &&
  !/^(is|are|was|were) one of\b/i.test(predicate) &&
  // "The issue is whether …" says nothing about a thing of its own; "are twofold" announces the next sentence.
  !/^(is|are|was|were) (whether|that|how|what|why|when|who|where|to|via|as follows)\b|\b(twofold|threefold)\b|^stands? for\b/i.test(
    predicate,
  ) &&
  !pointing.test(predicate.replace(/\b(its|their|it|they|them)\b/gi, '')) &&
  !/^\w+(?:\s+(it|them|they|this)\b|,)|\b(as well|too|sometimes|for example|for instance|such as)\b/i.test(predicate);

/** Whether a past form is no finite verb: "works allowed under the licence". An object behind it, or a full sentence, tells. */
function isParticiple({ verb, verbIndex, tokens }: Halves, isEnded: boolean): boolean {
  if (verb.tag !== 'VERB' || !/ed$/.test(verb.text)) return false;
  const next = tokens[verbIndex + 1];
  const hasObject =
    next !== undefined &&
    (['DET', 'PROPN'].includes(next.tag) ||
      /^that$/i.test(next.text) ||
      prepositionalVerbs.test(`${verb.lemma} ${next.text.toLowerCase()}`));
  const hasOtherVerb = tokens
    .slice(verbIndex + 1)
    .some(({ tag, text, lemma }) => tag === 'AUX' || (tag === 'VERB' && /[^s]s$/.test(text) && lemma !== text));
  return !isEnded || (!hasObject && (hasOtherVerb || verbIndex === 1 || /^(?:as|by)$/i.test(next?.text ?? '')));
}

/** Person, tense and number of the verb; `undefined` where it does not agree with its subject. */
function formOfVerb({ verb, before }: Halves): { isThird: boolean; isPast: boolean; isPlural: boolean } | undefined {
  const lower = verb.text.toLowerCase();
  const isThird = ['is', 'has', 'does'].includes(lower) || (/s$/.test(lower) && lower !== verb.lemma) || verbsBeforeArticles.has(lower);
  const isPast =
    /ed$/.test(lower) || ['was', 'were', 'had', 'did'].includes(lower) || (verb.tag === 'VERB' && !isThird && lower !== verb.lemma);
  const isPlural = !isThird && !isPast && (lower === verb.lemma || lower === 'are' || lower === 'have');
  const isCoordinated = firstAdposition(before) < 0 && before.some(({ tag, text }) => tag === 'CCONJ' && text.toLowerCase() === 'and');
  const isPluralHead = /s$|a$|i$|people$|data$|children$/i.test(headOf(before)?.text ?? '');
  if (isPlural && !isCoordinated && !isPluralHead) return undefined;
  return isThird || isPast || isPlural || verb.tag === 'AUX' ? { isThird, isPast, isPlural: isPlural || lower === 'were' } : undefined;
}

interface Cut extends Halves {
  isPast: boolean;
  isPlural: boolean;
  isAction: boolean;
}

/** Cuts an English sentence into subject and predicate, where it is plain enough to be sure of both. */
function cutOf(statement: Statement, text: string, tag: Tagger): Cut | undefined {
  const halves = isPlainSentence(statement, text) ? halvesOf(text, tag) : undefined;
  if (!halves || !isNamedSubject(halves, tag) || !isTellingPredicate(halves) || isParticiple(halves, statement.isEnded)) return undefined;
  const form = formOfVerb(halves);
  const lower = halves.verb.text.toLowerCase();
  return form && { ...halves, ...form, isAction: (form.isThird || form.isPlural) && !copulas.has(lower) && !states.has(lower) };
}

const lowerStart = (text: string, names: ReadonlySet<string>): string => {
  const first = text.split(/\s/)[0] ?? '';
  return /^\p{Lu}\p{Ll}*$/u.test(first) && !names.has(first) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
};

/** Verbs that only help another one, or whose question needs the words behind them. */
const lightVerbs = new Set('play take make have give do get go let help put keep become remain stay last'.split(' '));

/** Verbs that need their preposition: "What does the rate depend on?" */
const prepositionalVerbs =
  /^(?:consist of|depend (?:up)?on|rely (?:up)?on|lead to|result (?:in|from)|refer to|belong to|contribute to|respond to|focus on|deal with|act as|serve as|function as|stem from|derive from|arise from|differ from|bind to|account for|begin with|end with|call for|rest on|correspond to|apply to|react with|work with|draw on)$/;
const causing =
  /^(?:help|let|make|allow|enable|cause|force|require|permit|encourage|lead|prevent|convince|persuade|assure|inform|tell|ask|urge|order|warn|remind|grant|send|offer|stop|keep|tend|need|fail|seem|try|want|begin|start|continue)$/;
/** Prepositions behind a past participle that a question keeps at its end, and those of a place. */
const keptPrepositions = /^(?:by|of|from|into|as|with)$/;
const placeVerbs = /^(?:located|found|situated|stored|produced|formed|made|kept)$/;
const placePrepositions = /^(?:in|on|at|within|between|near|behind|under|above|below|along|throughout)$/;

/** Whether a noun phrase begins at a token: an article or adjectives, and a noun. */
function startsNounPhrase(tokens: readonly Token[], from: number): boolean {
  for (const { tag, text } of tokens.slice(from, from + 6)) {
    if (isWordTag(tag)) return true;
    if (!['DET', 'ADJ', 'ADV'].includes(tag) && !/ing$/.test(text)) return false;
  }
  return false;
}

/** The tokens behind a verb with "that" at least. */
const leastBehindThat = 5;

/** Where the object ends: before a second predicate or a contrast. Within a relative clause "and" joins what belongs to it. 0: no end is sure. */
function endOfObject(text: string, tokens: readonly Token[], from: number): number {
  const contrast = /,? (?:whereas|while|although|though)\b|, (?:which|who|but|so|where)\b/.exec(text.slice(tokens[from]?.start ?? 0));
  let end = contrast ? (tokens[from]?.start ?? 0) + contrast.index : text.length;
  // "metadata, which is …, and provenance": a list goes on behind the aside.
  if (/, and /.test(text.slice(end))) return 0;
  for (const [index, token] of tokens.entries()) {
    if (index < from) continue;
    const next = tokens[index + 1]?.tag === 'ADV' ? tokens[index + 2] : tokens[index + 1];
    const opensClause = /^(?:that|which|who|whose)$/i.test(token.text) || (/^to$/i.test(token.text) && next?.tag === 'VERB');
    if (token.start >= end || opensClause) break;
    const isVerb = next !== undefined && ['VERB', 'AUX'].includes(next.tag) && !/ing$/.test(next.text);
    if (token.tag === 'CCONJ' && isVerb) end = Math.min(end, token.start);
  }
  while (end > 0 && /[\s,]/.test(text.charAt(end - 1))) end -= 1;
  return end;
}

/** The question for what stands behind the verb: "What does the pump move?", "What is the wall made of?", "Where is the gland located?". */
function objectQuestionOf(
  { tokens, verbIndex, verb, subject, isPlural, isPast }: Cut,
  text: string,
  setting: string,
  tag: Tagger,
  names: ReadonlySet<string>,
): Asked | undefined {
  const first = subject.split(' ')[0] ?? '';
  // "Denmark" is a name although it stands at the start of its sentence alone.
  const named = tag(first.toLowerCase())[0]?.tag === 'PROPN' ? subject : lowerFirst(subject, names);
  const from = (index: number): string => text.slice(tokens[index]?.start ?? text.length, endOfObject(text, tokens, index)).trim();
  const next = tokens[verbIndex + 1];
  const isBe = /^(?:is|are|was|were)$/i.test(verb.text);
  if (isBe) {
    const at = verbIndex + (next?.tag === 'ADV' ? 2 : 1);
    const [participle, preposition] = [tokens[at], tokens[at + 1]];
    if (participle?.tag !== 'VERB' || !/(?:ed|en|wn|und|lt|nt|de|ade|ept|eft)$/.test(participle.text) || !preposition) return undefined;
    const told = text.slice(tokens[verbIndex + 1]?.start ?? 0, participle.start + participle.text.length);
    const word = preposition.text.toLowerCase();
    if (placeVerbs.test(participle.text) && placePrepositions.test(word) && startsNounPhrase(tokens, at + 2))
      return { question: `Where ${verb.text} ${named} ${told}${setting}?`, answer: from(at + 1) };
    return keptPrepositions.test(word) && startsNounPhrase(tokens, at + 2) && !/^\w+ing$/.test(tokens[at + 2]?.text ?? '')
      ? { question: `What ${verb.text} ${named} ${told} ${word}${setting}?`, answer: from(at + 2) }
      : undefined;
  }
  if (verb.tag !== 'VERB') return undefined;
  const auxiliary = isPast ? 'did' : isPlural ? 'do' : 'does';
  // "Luther taught that …": what somebody said, held or showed.
  if (next && /^that$/i.test(next.text) && tokens.length > verbIndex + leastBehindThat)
    return { question: `What ${auxiliary} ${named} ${verb.lemma}${setting}?`, answer: from(verbIndex + 1) };
  if (causing.test(verb.lemma) || lightVerbs.has(verb.lemma)) return undefined;
  if (next && prepositionalVerbs.test(`${verb.lemma} ${next.text.toLowerCase()}`) && startsNounPhrase(tokens, verbIndex + 2))
    return { question: `What ${auxiliary} ${named} ${verb.lemma} ${next.text}${setting}?`, answer: from(verbIndex + 2) };
  return next && ['DET', 'ADJ', 'NOUN', 'PROPN'].includes(next.tag) && startsNounPhrase(tokens, verbIndex + 1)
    ? { question: `What ${auxiliary} ${named} ${verb.lemma}${setting}?`, answer: from(verbIndex + 1) }
    : undefined;
}

/** A time or place before the main clause: "In 1534, Parliament passed …". */
const openingPhrase = /^((?:In|During|At|By|Under|After|Before|Until|Upon|Within|On|Throughout) (?:[^\s,]+ ){0,6}[^\s,]+), (?=\p{L})/u;

/** The weight from which a noun behind "the" is understood alone: the heart of a lecture on the heart. */
const knownWeight = 3;

/** Whether a text speaks of a thing that an earlier sentence named: "the council", "the city's leader". */
export function refersBack(text: string, weightOf: (key: string) => number, tag: Tagger): boolean {
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

/** The subject of a sentence, and what is said of it. */
export function clauseOf(
  statement: Statement,
  group: string,
  weightOf: (key: string) => number,
  tag: Tagger,
  names: ReadonlySet<string>,
): Clause | undefined {
  const whole = mainText(statement);
  const [opening = '', phrase = ''] = openingPhrase.exec(whole) ?? [];
  const text = upperFirst(whole.slice(opening.length));
  const cut = cutOf(statement, text, tag);
  if (!cut || pointing.test(phrase)) return undefined;
  const asked = objectQuestionOf(cut, text, phrase === '' ? '' : ` ${lowerStart(phrase, names)}`, tag, names);
  // What holds in a time or place is asked for with it.
  if (phrase !== '' && !asked) return undefined;
  return {
    type: 'clause',
    subject: nameOfTerm(cut.subject),
    named: cut.subject,
    predicate: cut.predicate,
    isPlural: cut.isPlural,
    isAction: cut.isAction,
    sentence: whole,
    group,
    isLoose: refersBack(cut.subject, weightOf, tag),
    ...(asked && { asked }),
    ...placed(statement),
  };
}

const answered = (statement: Statement, fact: Pick<Answered, 'asks' | 'question' | 'answer'> & Partial<Answered>): Answered => ({
  type: 'answered',
  form: '',
  sentence: withoutStop(statement.text),
  ...placed(statement),
  ...fact,
});

/** A statement as a question: "Why does A …", "When does A …". `undefined` where its verb or subject is not sure. */
function turnedRound(word: string, told: string, tag: Tagger, names: ReadonlySet<string>): string | undefined {
  const halves = halvesOf(told, tag);
  if (!halves || startsPointing.test(told) || pointing.test(halves.subject) || wordCount(halves.subject) > longestAskedSubject)
    return undefined;
  const form = formOfVerb(halves);
  if (!form || isParticiple(halves, true) || hasMarkup(told) || !balanced(told) || /[?!:;–—]|n[’']t\b|, (?:but|and|so) /.test(told))
    return undefined;
  const { verb, predicate } = halves;
  const isAuxiliary = verb.tag === 'AUX';
  if (isAuxiliary && ['has', 'have', 'had'].includes(verb.text)) return undefined;
  const at = predicate.indexOf(verb.text);
  const rest = `${predicate.slice(0, at)} ${isAuxiliary ? '' : verb.lemma} ${predicate.slice(at + verb.text.length)}`;
  const auxiliary = isAuxiliary ? verb.text : form.isPast ? 'did' : form.isPlural ? 'do' : 'does';
  return `${word} ${auxiliary} ${lowerStart(halves.subject, names)} ${rest}`
    .replace(/\s+/g, ' ')
    .replace(/,? (?:again|too|also|though) ?$/, '')
    .trim();
}

/** The most words of a subject that a question of this kind begins with. */
const longestAskedSubject = 10;
const unclearReason = /\b(this|these|those|such|(?:above|below)(?=[.,;:)]|$)|we|our|i|you|because)\b/i;

/** A text without a statement of its own that is joined to it: "…, and parents should …". */
const firstStatement = (text: string): string =>
  text.replace(/, (?:and|but|while|whereas) (?:[^\s,]+ ){1,6}(?:is|are|was|were|has|have|can|may|should|must|will)\s.*$/is, '');

/** "A because B", "Because B, A" and "A in order to B" as the question "Why A?" and its answer. */
function reasonOf(statement: Statement, tag: Tagger, names: ReadonlySet<string>): Answered | undefined {
  if (!statement.isEnded) return undefined;
  const text = mainOpening(withoutStop(statement.text));
  const trailing = /^(.{12,160}?),? (because(?: of)?|in order to|so that) (.{8,160})$/i.exec(text);
  const leading = /^(Because(?: of)?|In order to) (.{8,120}?), (.{12,160})$/.exec(text);
  const told = trailing?.[1] ?? leading?.[3] ?? '';
  const [joint, reason] = trailing ? [trailing[2] ?? '', trailing[3] ?? ''] : [leading?.[1] ?? '', leading?.[2] ?? ''];
  if (told === '' || unclearReason.test(reason) || cutShort.test(reason) || /\b(only|partly|not)$/i.test(told)) return undefined;
  if (/^so that/i.test(joint) && / can /i.test(told)) return undefined;
  // A pronoun of the reason stands for something of the question.
  if (leading && /\b(it|they|them|its|their)\b/i.test(told)) return undefined;
  const question = turnedRound('Why', upperFirst(told), tag, names);
  return question === undefined
    ? undefined
    : answered(statement, {
        asks: 'reason',
        question: `${question}?`,
        answer: `${upperFirst(joint.toLowerCase())} ${firstStatement(reason)}`,
      });
}

/** "A occurs when B" as the question "When does A occur?". */
function occasionOf(statement: Statement, tag: Tagger, names: ReadonlySet<string>): Answered | undefined {
  const text = withoutStop(statement.text);
  const match = /^(.{3,80} (?:occurs?|happens?|arises?|develops?|begins?|takes? place|exists?)) ((?:when|if|whenever) .{12,160})$/i.exec(
    text,
  );
  const [, told = '', occasion = ''] = match ?? [];
  if (!match || unclearReason.test(occasion) || /^(?:when|if) (it|they)\b/i.test(occasion)) return undefined;
  const question = turnedRound('When', told, tag, names);
  return question === undefined
    ? undefined
    : answered(statement, { asks: 'reason', question: `${question}?`, answer: upperFirst(occasion), form: 'when' });
}

/** The lecturer's own question, answered at once: "Why share data? Because it benefits the public." */
function askedReasonOf(statement: Statement, before: Statement | undefined): Answered | undefined {
  const text = withoutStop(statement.text);
  if (!before || before.index !== statement.index || !/^Because\s/.test(text) || !/^(Why|How come)\b.*\?$/.test(before.text))
    return undefined;
  if (/\b(you|your|we|our|i|this|these|those|it|they)\b/i.test(before.text) || /\b(this|these|those|we|our)\b/i.test(text))
    return undefined;
  if (wordCount(before.text) < 4 || wordCount(before.text) > 22 || wordCount(text) > 32) return undefined;
  return answered(statement, { asks: 'reason', question: before.text, answer: text, sentence: `${before.text} ${text}` });
}

const pointsAway = /\b(this|these|those|such|(?:above|below)(?=[.,;:)]|$)|we|our|us|my|i|you|your|he|she|another|otherwise)\b/i;

/**
 * A consequence as it reads without its condition: "its" becomes "the patent's" where the condition is about one thing alone; `undefined`
 * where nobody could tell.
 */
function withoutPronouns(consequence: string, condition: string, tokens: readonly Token[]): string | undefined {
  if (!/\b(its|it|they|their|them|then)\b/i.test(consequence)) return consequence;
  const verb = tokens[finiteVerb(tokens)];
  const subject = verb && condition.slice(0, verb.start).trim();
  if (subject === undefined || !/^(an?|the) (?:\p{L}+ ){0,2}\p{L}+$/iu.test(subject) || /\b(they|their|them|then)\b/i.test(consequence))
    return undefined;
  const name = subject.replace(/^an? /i, 'the ');
  return consequence.replace(/\bits\b/g, `${name}’s`).replace(/\bit\b/g, name);
}

/** "If A, B", "When A, B" and "Do B when A". */
function ruleOf(statement: Statement, tag: Tagger, names: ReadonlySet<string>): Answered | undefined {
  const text = withoutStop(statement.text);
  if (/[?!:;]| [-–—]{1,2} /.test(text) || hasMarkup(text) || !balanced(text) || wordCount(text) > 45 || pointsAway.test(text))
    return undefined;
  if (!statement.isEnded && !statement.isLine) return undefined;
  const leading = /^(?:If|When|Whenever|Once) (.+?), (?:then )?(.+)$/s.exec(text);
  const trailing = leading ? undefined : /^(.+?),? (?:when|if|whenever) (.+)$/s.exec(text);
  const condition = leading?.[1] ?? trailing?.[2] ?? '';
  const consequence = leading?.[2] ?? trailing?.[1] ?? '';
  if (cutShort.test(consequence) || cutShort.test(condition) || /\bthem\b/i.test(condition)) return undefined;
  if (/\b(if|when|unless|but)\b/i.test(consequence) || /\b(if|when|unless)\b/i.test(condition)) return undefined;
  if (wordCount(condition) < 4 || wordCount(condition) > 24 || wordCount(consequence) < 3 || wordCount(consequence) > 22) return undefined;
  const pronoun = /^(it|they|this|that|there|and|or)\b/i;
  if (pronoun.test(condition) || pronoun.test(consequence) || /\b(it|they|them)\b/i.test(leading ? '' : condition)) return undefined;
  // A condition such as "If a condition is met" is too general.
  if (/\b(did|had|were|would)\b/i.test(`${condition} ${consequence}`)) return undefined;
  if (contentStems(condition).size < 2 || /^(an?|the) (condition|case|problem|criterion|rule)\b/i.test(condition)) return undefined;
  const conditionTokens = tag(condition);
  if (conditionTokens[0]?.tag === 'VERB' || finiteVerb(conditionTokens) < 1) return undefined;
  const tokens = tag(consequence.charAt(0).toLowerCase() + consequence.slice(1));
  const isAdvice = leadingVerb(tokens) === 'base';
  // A trailing "when" of a plain sentence is part of what it says; only advice depends on it.
  if (!isAdvice && (trailing || finiteVerb(tokens) < 1)) return undefined;
  const own = withoutPronouns(consequence, condition, conditionTokens);
  if (own === undefined) return undefined;
  return isAdvice
    ? answered(statement, { asks: 'advice', question: `${upperFirst(condition)}. What should be done?`, answer: upperFirst(own) })
    : answered(statement, { asks: 'consequence', question: `What happens when ${lowerStart(condition, names)}?`, answer: upperFirst(own) });
}

const caseName = "\\p{Lu}[\\p{L}.&’'-]*(?:,? (?:of|the|and|&|for|Inc\\.?|Co\\.?|Ltd\\.?|Corp\\.?|\\p{Lu}[\\p{L}.&’'-]*)){0,6}";
const caseNames = new RegExp(`(?<![\\p{L}.&’'-])(${caseName}) vs?\\.? (${caseName})`, 'u');
const decided = /\b(?:held|ruled|decided|found|concluded|establish(?:ed|ing)|holding) that (.{15,220})$/iu;

/** What a court decided in a case that the sentence, or the one before it on its slide, names. */
function holdingOf(statement: Statement, before: Statement | undefined, tag: Tagger): Answered | undefined {
  const text = withoutStop(statement.text);
  const held = /\b(court|judges?|lords|tribunal|case|decision)\b/i.test(text) ? decided.exec(text)?.[1] : undefined;
  if (held === undefined || wordCount(held) > 32 || /\b(this|these|those|such)\b/i.test(held)) return undefined;
  const near = before?.place === statement.place ? before.text : '';
  const name = (caseNames.exec(text) ?? caseNames.exec(near))?.[0].replace(/,$/, '');
  if (name === undefined) return undefined;
  return answered(statement, {
    asks: 'holding',
    question: `What did the court hold in ${name}?`,
    answer: `That ${held}`,
    form: formOf(held, tag) === 'none' ? '' : 'that',
  });
}

/** The question that a sentence answers by its form, if it does. */
export function answerOf(
  statement: Statement,
  before: Statement | undefined,
  weightOf: (key: string) => number,
  tag: Tagger,
  names: ReadonlySet<string>,
): Answered | undefined {
  const found =
    holdingOf(statement, before, tag) ??
    reasonOf(statement, tag, names) ??
    occasionOf(statement, tag, names) ??
    askedReasonOf(statement, before) ??
    ruleOf(statement, tag, names);
  return found && { ...found, isLoose: refersBack(found.question, weightOf, tag) };
}

/** Openings of a sentence that can be understood alone although it does not begin with its subject. */
const leadingPhrase =
  /^(in|on|at|for|to|from|with|within|by|under|during|after|before|when|if|while|although|because|since|unlike|as|both|most|many|some|all|each|every) (?!this|that|these|those|such|addition|contrast|other|general|fact|short|turn|order|result|example|noted|mentioned|you|we)/i;
const pointsOut =
  /\b(this|these|those|such|he|she|his|her|him|we|us|our|you|your|my|i|former|latter|above|below|following|here|there|another|also|however|example|instance|figure|exhibit|e\.g|i\.e|etc|same time|as a result|reasons?|ways?)\b/i;
/** A pronoun may stand for a noun of its own sentence, behind so many content words. */
const leastBeforePronoun = 2;
/** An instruction to the learner, such as a line of objectives: "Explain how …". */
const objective =
  /^(let|assume|suppose|calculate|compute|find|explain|describe|define|discuss|identify|list|compare|understand|recogni[sz]e|summari[sz]e|outline|demonstrate|consider|remember|note|think|recall|learn)\b/i;

/** Whether a sentence or bullet can be understood alone, with a term left out. */
function standsAlone({ isEnded, isLine, text }: Statement, said: string, tag: Tagger): boolean {
  const words = wordCount(said);
  const lowered = said.charAt(0).toLowerCase() + said.slice(1);
  const pronoun = /\b(it|they|them|its|their)\b/i.exec(said);
  return (
    words >= 7 &&
    words <= 30 &&
    (!startsPointing.test(said) || leadingPhrase.test(said)) &&
    (isEnded || (isLine && !/[:：,;]\s*$|\b(and|or|of|the|a|to|for|with|by|in|that)$/i.test(text))) &&
    /^\p{Lu}/u.test(said) &&
    !/[?!:;]|\.\s|\bsee\b|\(\s*\)|["“”]|[”.]\p{Lu}/iu.test(said) &&
    !objective.test(said) &&
    !ofPicture.test(said) &&
    !hasMarkup(said) &&
    balanced(said) &&
    !pointsOut.test(said) &&
    (pronoun === null || contentStems(said.slice(0, pronoun.index)).size >= leastBeforePronoun) &&
    !cutShort.test(said) &&
    !announcesCount.test(said) &&
    (finiteVerb(tag(lowered)) > 0 || leadingVerb(tag(lowered)) === 'base')
  );
}

/** The content words that stand at least around a gap. */
const leastAround = 4;

/** Whether a mention is a whole noun phrase of its sentence: no word before or behind it belongs to it. */
function isWholePhrase(said: string, { start, end, text }: Mention, tag: Tagger): boolean {
  const tokens = tag(said);
  const before = tokens.findLast((token) => token.start + token.text.length <= start);
  const after = said.slice(end);
  // "face voters" has a plural; "yield curve" is one phrase whose first word was taken for a verb.
  const isPartAfterVerb = before?.tag === 'VERB' && !/(ing|ed)$/.test(before.text) && !isPluralNoun(text) && !/^\p{Lu}/u.test(text);
  const joins =
    before !== undefined &&
    (isWordTag(before.tag) || before.tag === 'ADJ') &&
    said.slice(before.start + before.text.length, start).trim() === '';
  // "Some _____ develop allergies" is true of many.
  const isOneOfMany = /(?:^|\s)(some|many|most|several|certain|few|other|all|any|each|every)\s$/i.test(said.slice(0, start));
  const isCut =
    /^\s?[-–’'/(]|^\s\p{Lu}|^ of\b/u.test(after) ||
    / (?:which|that|who|whom|where) $/.test(said.slice(0, start)) ||
    /[-–/(]$/.test(said.slice(0, start));
  return !isPartAfterVerb && !joins && !isOneOfMany && !isCut;
}

/** Whether a gap is one of several that are listed, so that any other would fit as well. */
const isMember = (said: string, { start, end }: Mention): boolean =>
  start > 0 && (/, (and |or )?$/.test(said.slice(0, start)) || /^, (?!which|who|where|and|but|so)/.test(said.slice(end)));

interface GapTerms {
  weightOf: (key: string) => number;
  /** What the whole material is about: it is guessed without reading, so another term is preferred. */
  subjects: ReadonlySet<string>;
}

/** A sentence with one of its terms left out: the term that the material makes most of. */
export function clozeOf(statement: Statement, group: string, { weightOf, subjects }: GapTerms, tag: Tagger): Cloze | undefined {
  const said = mainText(statement);
  if (!standsAlone(statement, said, tag)) return undefined;
  const verb = tag(said)[finiteVerb(tag(said))]?.start ?? 0;
  const strongest = mentionsIn(said, tag)
    .filter((mention) => {
      const { start, end, text, key } = mention;
      const rest = contentStems(`${said.slice(0, start)} ${said.slice(end)}`);
      const isOnce = ![...contentStems(text)].some((word) => rest.has(word));
      // A single word behind the verb is often one of many that fit.
      const isTelling = start < verb || (key.includes(' ') && weightOf(key) >= 4) || weightOf(key) >= 5;
      return isOnce && isTelling && rest.size >= leastAround && !/\d/.test(text) && isWholePhrase(said, mention, tag);
    })
    .toSorted(
      (left, right) =>
        Number(subjects.has(left.key)) - Number(subjects.has(right.key)) ||
        weightOf(right.key) - weightOf(left.key) ||
        right.start - left.start,
    );
  const best = strongest.find(({ key }) => weightOf(key) >= (key.includes(' ') ? 1 : 2));
  if (!best) return undefined;
  const { text, key, start, end } = best;
  // An instruction is fully understood with the others of its list alone.
  const isLoose =
    refersBack(said, weightOf, tag) || isMember(said, best) || leadingVerb(tag(said.charAt(0).toLowerCase() + said.slice(1))) === 'base';
  const common = { group, before: said.slice(0, start), after: said.slice(end), ...placed(statement) };
  return { type: 'cloze', subject: text, isStrong: isStrong(key, weightOf(key)), isLoose, ...common };
}

const unit =
  '(?:\\s?%|\\s(?:percent|per cent|kg|mg|g|grams?|kilograms?|ml|mL|l|L|liters?|litres?|mmHg|mm|cm|m|km|meters?|metres?|miles?|feet|seconds?|minutes?|hours?|days?|weeks?|months?|years?|beats per minute|breaths per minute|kcal|calories|ATP|degrees|°C|°F|dollars|euros|pounds|Hz|kHz|MHz|GHz|bits?|bytes?|kB|MB|GB|TB|volts?|watts?|amperes?|jurors?|judges|votes))';
const quantity = new RegExp(
  `(?<![\\p{L}\\d.,-])(?:[$£€]\\d[\\d,]*(?:\\.\\d+)?(?:\\s(?:million|billion))?|\\d[\\d,]*(?:\\.\\d+)?${unit}(?![\\p{L}]))`,
  'gu',
);

/** A sentence with one quantity that has a unit, and the words around it. Years and counts are no such quantity. */
export function quantityOf(statement: Statement, tag: Tagger): Quantity | undefined {
  const text = withoutStop(statement.text);
  if (startsPointing.test(text) && !/^(a|an|the|one|each|every|about|after|before|in|on|at)\b/i.test(text)) return undefined;
  const isTelling = statement.isEnded && wordCount(text) >= 6 && wordCount(text) <= 28 && balanced(text);
  if (!isTelling || /\b(it|this|these|those|they|he|she|we|you)\b|[:;?!]/i.test(text) || hasMarkup(text)) return undefined;
  const [match, ...others] = [...text.matchAll(quantity)];
  if (!match || others.length > 0 || finiteVerb(tag(text)) < 0) return undefined;
  const [before, after] = [text.slice(0, match.index), text.slice(match.index + match[0].length)];
  if (/\d/.test(before + after) || (wordCount(before) < 2 && wordCount(after) < 4)) return undefined;
  return { type: 'quantity', before, value: match[0].trim(), after, ...placed(statement) };
}
