import { contentStems, wordCount, withoutStop } from '../../../text/words.ts';
import type { Clause, Duty, Reason, Rule } from '../facts.ts';
import type { Tagger, Token } from '../languageModel.ts';
import type { Statement } from '../statements.ts';
import { balanced, copulas, emptyHeads, finiteVerb, hasMarkup, isWordTag, leadingVerb, pointing, startsPointing } from './grammar.ts';
import { placed } from './terms.ts';

/** The parts of a sentence. `verb` is the token of the finite verb. */
interface Cut {
  clause: Clause;
  verb: Token;
  isThird: boolean;
  isPast: boolean;
}

const verbsBeforeArticles = new Set(
  'controls causes shows needs uses supports limits changes forms ranges results returns signals stores marks links yields drives protects states increases decreases measures'.split(
    ' ',
  ),
);
const beforeVerb = ['DET', 'ADJ', 'NOUN', 'PROPN', 'ADP', 'NUM', 'PART', 'CCONJ', 'PUNCT', 'VERB'];
/** Verbs that tell what something is or has, so that "What does X do?" does not ask for them. */
const states = new Set(
  'mean means refers refer includes include contains contain consists consist belongs belong depends depend comes come happens happen lies lie stands stand seems seem appears appear exists exist varies vary occurs occur remains remain results result arises arise differs differ ranges range involves involve works work follows follow'.split(
    ' ',
  ),
);

function isBegun(index: number, token: Token): boolean {
  if (index > 0) return true;
  return token.tag === 'DET' || isWordTag(token.tag) || token.tag === 'ADJ' || (token.tag === 'VERB' && /ing$/.test(token.text));
}

function verbAt(tokens: readonly Token[]): number {
  for (const [index, token] of tokens.entries()) {
    if (!isBegun(index, token)) return -1;
    if (
      token.tag === 'AUX' ||
      (index > 0 && token.tag === 'VERB' && !/ing$/.test(token.text)) ||
      (index > 0 && verbsBeforeArticles.has(token.text) && tokens[index + 1]?.tag === 'DET')
    )
      return index;
    const nextIsVerb = ['VERB', 'AUX'].includes(tokens[index + 1]?.tag ?? '');
    if (token.tag === 'ADV' && index > 0 && nextIsVerb) continue;
    if (
      !beforeVerb.includes(token.tag) ||
      /^(that|which|who|than)$/i.test(token.text) ||
      (token.tag === 'PUNCT' && !/^[-–/’'"“”()&]$/.test(token.text))
    )
      return -1;
  }
  return -1;
}

/** Limits on the words of a sentence, its subject and its predicate, for extracting a clause. */
const clauseWords = { least: 5, most: 32, mostOfSubject: 7, leastOfPredicate: 3, mostOfPredicate: 24 } as const;
/** The finite verb stands within so many words. */
const lastVerbIndex = 10;

/** The sentence without the aside behind a dash and without quotation marks around the whole of it. */
const mainText = ({ text }: Statement): string => withoutStop((text.split(/\s(?:--|–|—)\s/)[0] ?? '').replace(/^“([^“”]+)”$/, '$1'));

/** Whether a sentence is plain: complete, of one clause, and understood without the one before it. */
const isPlainSentence = (statement: Statement, text: string): boolean =>
  !startsPointing.test(text) &&
  !/[:：]\s*$/.test(statement.text) &&
  !/[?!:;]|\.\s/.test(text) &&
  !hasMarkup(text) &&
  balanced(text) &&
  wordCount(text) >= clauseWords.least &&
  wordCount(text) <= clauseWords.most &&
  /^["“]?[\p{Lu}\d]/u.test(text) &&
  (statement.isEnded || !/\b(and|or|of|the|a|to|for|with|by|in|that)$/i.test(text));

/** A sentence at its finite verb: the tokens before it, the texts on either side. */
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
function isNamedSubject({ before, subject }: Halves): boolean {
  const last = before.at(-1)?.tag ?? '';
  const head = headOf(before);
  const hasInnerArticle = before.some(
    ({ tag }, index) => tag === 'DET' && index > 0 && !['ADP', 'CCONJ'].includes(before[index - 1]?.tag ?? ''),
  );
  const endsInNoun = isWordTag(last) || /[)\]”"]$|ing$/.test(subject);
  // Refused subjects: "Sign - 0" is two columns, "Venus at least" is cut in the middle.
  const isCut = /[-–/]$|\s[-–—]\s|\d$/.test(subject) || last === 'CCONJ' || last === 'PART' || hasInnerArticle || !endsInNoun;
  const hasLooseNumber = before.some(({ tag }) => tag === 'NUM') && !/\d/.test(subject.replace(/^\d+/, ''));
  return (
    !isCut &&
    head !== undefined &&
    !emptyHeads.has(head.lemma) &&
    !before.some(({ tag }) => tag === 'PRON') &&
    !pointing.test(subject) &&
    wordCount(subject) <= clauseWords.mostOfSubject &&
    before.filter(({ tag }) => tag === 'ADP').length <= 1 &&
    !hasLooseNumber &&
    !/\b(first|second|third|fourth|fifth|last|next|previous)\b/i.test(subject)
  );
}

/** Whether a predicate says something by itself of its subject. */
const isTellingPredicate = ({ predicate }: Halves): boolean =>
  wordCount(predicate) >= clauseWords.leastOfPredicate &&
  wordCount(predicate) <= clauseWords.mostOfPredicate &&
  !/, (?!and|or|which|who|but|that|so|where|when)\S+ (is|are|was|were|has|have|will|can)\b/i.test(predicate) &&
  // "The issue is whether …" says nothing about a thing of its own.
  !/^(is|are|was|were) (whether|that|how|what|why|when|who|where|to)\b/i.test(predicate) &&
  !/^stands? for\b/i.test(predicate) &&
  !pointing.test(predicate.replace(/\b(its|their|it|they|them|your|another)\b/gi, '')) &&
  !/^\w+(?:\s+(it|them|they|this)\b|,)/i.test(predicate) &&
  !/\b(as well|too|sometimes)\b/i.test(predicate);

/** Whether a past form is no finite verb: "works allowed under the licence". Only a full sentence tells. */
function isParticiple({ verb, verbIndex, tokens }: Halves, isEnded: boolean): boolean {
  if (verb.tag !== 'VERB' || !/ed$/.test(verb.text)) return false;
  const hasOtherVerb = tokens
    .slice(verbIndex + 1)
    .some(({ tag, text, lemma }) => tag === 'AUX' || (tag === 'VERB' && /[^s]s$/.test(text) && lemma !== text));
  return !isEnded || hasOtherVerb || verbIndex === 1;
}

/** Person, tense and number of the verb; `undefined` where it does not agree with its subject. */
function formOfVerb({ verb, before }: Halves): { isThird: boolean; isPast: boolean; isPlural: boolean } | undefined {
  const lower = verb.text.toLowerCase();
  const isThird = ['is', 'has', 'does'].includes(lower) || (/s$/.test(lower) && lower !== verb.lemma) || verbsBeforeArticles.has(lower);
  const isPast = /ed$/.test(lower) || ['was', 'were', 'had', 'did'].includes(lower);
  const isPlural = !isThird && !isPast && (lower === verb.lemma || lower === 'are' || lower === 'have');
  const isCoordinated = firstAdposition(before) < 0 && before.some(({ tag, text }) => tag === 'CCONJ' && text.toLowerCase() === 'and');
  const isPluralHead = /s$|a$|i$|people$|data$|children$/i.test(headOf(before)?.text ?? '');
  if (isPlural && !isCoordinated && !isPluralHead) return undefined;
  return isThird || isPast || isPlural || verb.tag === 'AUX' ? { isThird, isPast, isPlural } : undefined;
}

/** Cuts an English sentence into subject and predicate, where it is plain enough to be sure of both. */
function cutOf(statement: Statement, tag: Tagger): Cut | undefined {
  const text = mainText(statement);
  const halves = isPlainSentence(statement, text) ? halvesOf(text, tag) : undefined;
  if (!halves || !isNamedSubject(halves) || !isTellingPredicate(halves) || isParticiple(halves, statement.isEnded)) return undefined;
  const form = formOfVerb(halves);
  if (!form) return undefined;
  const { verb, subject, predicate } = halves;
  const { isThird, isPast, isPlural } = form;
  const lower = verb.text.toLowerCase();
  return {
    verb,
    isThird,
    isPast,
    clause: {
      type: 'clause',
      subject,
      predicate,
      isPlural: isPlural || lower === 'were',
      isAction: (isThird || isPlural) && !copulas.has(lower) && !states.has(lower),
      sentence: text,
      ...placed(statement),
    },
  };
}

export function clauseOf(statement: Statement, tag: Tagger): Clause | undefined {
  return cutOf(statement, tag)?.clause;
}

export function dutyOf(statement: Statement, clause: Clause | undefined): Duty | undefined {
  const match =
    clause &&
    /^(must|should|can|cannot|must not|should not)\s+(?!be\b|have\b|not\b|also\b|occur|result|include|vary|arise)(\p{Ll}+\s.+)$/u.exec(
      clause.predicate,
    );
  if (!clause || match?.[1] === undefined || match[2] === undefined || match[1].includes('not')) return undefined;
  return { type: 'duty', subject: clause.subject, modal: match[1], action: match[2], ...placed(statement) };
}

const lowerStart = (text: string, names: ReadonlySet<string>): string => {
  const first = text.split(/\s/)[0] ?? '';
  return /^\p{Lu}\p{Ll}*$/u.test(first) && !names.has(first) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
};

/** "A because B" as the question "Why A?" and its answer. */
export function reasonOf(statement: Statement, tag: Tagger, names: ReadonlySet<string>): Reason | undefined {
  const match = /^(.{12,160}?),? because (?!of\b)(.{8,160})$/i.exec(withoutStop(statement.text));
  if (match?.[1] === undefined || match[2] === undefined || !statement.isEnded) return undefined;
  if (/\b(this|these|those|such|(?:above|below)(?=[.,;:)]|$)|we|our|i|you)\b/i.test(match[2]) || /\bbecause\b/i.test(match[2]))
    return undefined;
  const cut = cutOf({ ...statement, text: match[1], isEnded: true }, tag);
  if (!cut || /^(an?|the)?\s*\p{L}+ly\b/iu.test(cut.clause.subject)) return undefined;
  const subject = lowerStart(cut.clause.subject, names);
  const { predicate } = cut.clause;
  const isAuxiliary = cut.verb.tag === 'AUX';
  const rest = predicate.slice(predicate.indexOf(cut.verb.text) + cut.verb.text.length).trim();
  const adverb = predicate.slice(0, predicate.indexOf(cut.verb.text)).trim();
  const middle = adverb === '' ? '' : `${adverb} `;
  if (isAuxiliary && ['has', 'have', 'had'].includes(cut.verb.text)) return undefined;
  const question = isAuxiliary
    ? `Why ${cut.verb.text} ${subject} ${middle}${rest}?`
    : `Why ${cut.isPast ? 'did' : cut.clause.isPlural ? 'do' : 'does'} ${subject} ${middle}${cut.verb.lemma} ${rest}?`;
  return {
    type: 'reason',
    question: question.replace(/\s+/g, ' ').replace(' ?', '?'),
    reason: `Because ${match[2]}`,
    subject: cut.clause.subject,
    sentence: withoutStop(statement.text),
    ...placed(statement),
  };
}

/** A question of the lecturer's, answered at once: "Why share data? Because it benefits the public." */
export function askedReasonOf(statement: Statement, before: Statement | undefined): Reason | undefined {
  const text = withoutStop(statement.text);
  if (!before || before.index !== statement.index || !/^Because\s/.test(text) || !/^(Why|How come)\b.*\?$/.test(before.text))
    return undefined;
  if (/\b(you|your|we|our|i|this|these|those|it|they)\b/i.test(before.text) || /\b(this|these|those|we|our)\b/i.test(text))
    return undefined;
  if (wordCount(before.text) < 4 || wordCount(before.text) > 22 || wordCount(text) > 32) return undefined;
  return {
    type: 'reason',
    question: before.text,
    reason: text,
    subject: before.topic,
    sentence: `${before.text} ${text}`,
    ...placed(statement),
  };
}

const pointsAway = /\b(this|these|those|such|(?:above|below)(?=[.,;:)]|$)|we|our|us|my|i|you|your|he|she|another|otherwise)\b/i;

/**
 * A consequence as it reads without its condition: "its" becomes "the patent's" where the condition is about one thing alone;
 * `undefined` where nobody could tell.
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
export function ruleOf(statement: Statement, tag: Tagger): Rule | undefined {
  const text = withoutStop(statement.text);
  if (/[?!:;]| [-–—]{1,2} /.test(text) || hasMarkup(text) || !balanced(text) || wordCount(text) > 45 || pointsAway.test(text))
    return undefined;
  if (!statement.isEnded && statement.kind !== 'bullet') return undefined;
  const leading = /^(?:If|When|Whenever|Once) (.+?), (?:then )?(.+)$/s.exec(text);
  const trailing = leading ? undefined : /^(.+?),? (?:when|if|whenever) (.+)$/s.exec(text);
  const condition = leading?.[1] ?? trailing?.[2];
  const consequence = leading?.[2] ?? trailing?.[1];
  if (
    condition === undefined ||
    consequence === undefined ||
    /\b(if|when|unless|but)\b/i.test(consequence) ||
    /\b(if|when|unless)\b/i.test(condition)
  )
    return undefined;
  if (wordCount(condition) < 4 || wordCount(condition) > 24 || wordCount(consequence) < 3 || wordCount(consequence) > 22) return undefined;

  if (
    /^(it|they|this|that|there|and|or)\b/i.test(condition) ||
    /^(it|they|this|that|there)\b/i.test(consequence) ||
    /\b(it|they|them)\b/i.test(leading ? '' : condition)
  )
    return undefined;
  // A condition such as "If a condition is met" is too general.
  if (contentStems(condition).size < 2 || /^(an?|the) (condition|case|problem|criterion|rule)\b/i.test(condition)) return undefined;
  const conditionTokens = tag(condition);
  const isGerund = conditionTokens[0]?.tag === 'VERB';
  if (isGerund || finiteVerb(conditionTokens) < 1) return undefined;
  const tokens = tag(consequence.charAt(0).toLowerCase() + consequence.slice(1));
  const isAdvice = leadingVerb(tokens) === 'base';
  if (!isAdvice && finiteVerb(tokens) < 1) return undefined;
  // A trailing "when" of a plain sentence is part of what it says; only advice depends on it.
  if (trailing && !isAdvice) return undefined;
  const own = withoutPronouns(consequence, condition, conditionTokens);
  return own === undefined ? undefined : { type: 'rule', condition, consequence: own, isAdvice, ...placed(statement) };
}
