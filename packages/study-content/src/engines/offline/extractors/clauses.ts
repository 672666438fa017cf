import { contentStems, wordCount, withoutStop } from '../../../text/words.ts';
import type { Clause, Duty, Reason, Rule } from '../facts.ts';
import type { Tagger, Token } from '../languageModel.ts';
import type { Statement } from '../statements.ts';
import { balanced, copulas, emptyHeads, finiteVerb, hasMarkup, isWordTag, leadingVerb, pointing, startsPointing } from './grammar.ts';
import { placed } from './terms.ts';

/** A sentence taken apart: `verb` is the finite verb's token. */
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

/** Cuts an English sentence into subject and predicate where its build is plain enough to be sure of it. */
function cutOf(statement: Statement, tag: Tagger): Cut | undefined {
  // What follows a dash is an aside.
  const text = withoutStop((statement.text.split(/\s(?:--|–|—)\s/)[0] ?? '').replace(/^“([^“”]+)”$/, '$1'));
  if (
    startsPointing.test(text) ||
    /[:：]\s*$/.test(statement.text) ||
    /[?!:;]|\.\s/.test(text) ||
    hasMarkup(text) ||
    !balanced(text) ||
    wordCount(text) < 5 ||
    wordCount(text) > 32 ||
    !/^["“]?[\p{Lu}\d]/u.test(text)
  )
    return undefined;
  if (!statement.isEnded && /\b(and|or|of|the|a|to|for|with|by|in|that)$/i.test(text)) return undefined;
  const tokens = tag(text);
  const at = verbAt(tokens);
  const verb = tokens[at];
  if (at < 1 || at > 10 || !verb) return undefined;
  const adverb = tokens[at - 1]?.tag === 'ADV' ? tokens[at - 1] : undefined;
  const before = tokens.slice(0, adverb ? at - 1 : at);
  const subject = text.slice(0, (adverb ?? verb).start).trim();
  const predicate = text
    .slice((adverb ?? verb).start)
    .trim()
    .replace(/^(also|then|therefore|thus|however)\s+/i, '')
    .replace(/^(should|must|may|can|will|is|are) also\b/i, '$1')
    .replace(/,? (regardless|then|therefore|however|also|though|anyway)$/i, '');
  if (
    /[-–/]$/.test(subject) ||
    before.at(-1)?.tag === 'CCONJ' ||
    before.some((token, index) => token.tag === 'DET' && index > 0 && !['ADP', 'CCONJ'].includes(before[index - 1]?.tag ?? ''))
  )
    return undefined;
  // "Sign - 0" is two columns, and "Venus at least" is cut in the middle.
  if (/\s[-–—]\s|\d$/.test(subject) || !(isWordTag(before.at(-1)?.tag ?? '') || /[)\]”"]$|ing$/.test(subject))) return undefined;
  if (/, (?!and|or|which|who|but|that|so|where|when)\S+ (is|are|was|were|has|have|will|can)\b/i.test(predicate)) return undefined;
  // "The issue is whether …" says nothing about a thing of its own.
  if (/^(is|are|was|were) (whether|that|how|what|why|when|who|where|to)\b/i.test(predicate)) return undefined;
  const adposition = before.findIndex((token) => token.tag === 'ADP');
  const head = (adposition < 0 ? before : before.slice(0, adposition))
    .filter((token) => isWordTag(token.tag) || token.tag === 'VERB')
    .at(-1);
  if (
    !head ||
    emptyHeads.has(head.lemma) ||
    before.some((token) => token.tag === 'PRON') ||
    pointing.test(subject) ||
    wordCount(subject) > 7 ||
    wordCount(predicate) < 3 ||
    before.filter((token) => token.tag === 'ADP').length > 1 ||
    (before.some((token) => token.tag === 'NUM') && !/\d/.test(subject.replace(/^\d+/, '')))
  )
    return undefined;
  if (before.at(-1)?.tag === 'PART' || /\b(first|second|third|fourth|fifth|last|next|previous)\b/i.test(subject)) return undefined;
  // "works allowed under the licence" has no finite verb at "allowed", and nothing but a full sentence tells.
  const isPastForm = verb.tag === 'VERB' && /ed$/.test(verb.text);
  if (
    isPastForm &&
    (!statement.isEnded ||
      tokens
        .slice(at + 1)
        .some((token) => token.tag === 'AUX' || (token.tag === 'VERB' && /[^s]s$/.test(token.text) && token.lemma !== token.text)))
  )
    return undefined;
  if (/^stands? for\b/i.test(predicate) || (isPastForm && at === 1)) return undefined;
  const coordinated = before.some((token) => token.tag === 'CCONJ' && token.text.toLowerCase() === 'and' && adposition < 0);
  const lower = verb.text.toLowerCase();
  const isThird = ['is', 'has', 'does'].includes(lower) || (/s$/.test(lower) && lower !== verb.lemma) || verbsBeforeArticles.has(lower);
  const isPast = /ed$/.test(lower) || ['was', 'were', 'had', 'did'].includes(lower);
  const isPluralVerb = !isThird && !isPast && (lower === verb.lemma || lower === 'are' || lower === 'have');
  if (isPluralVerb && !coordinated && !/s$|a$|i$|people$|data$|children$/i.test(head.text)) return undefined;
  if (!isThird && !isPast && !isPluralVerb && verb.tag !== 'AUX') return undefined;
  if (
    pointing.test(predicate.replace(/\b(its|their|it|they|them|your|another)\b/gi, '')) ||
    /^\w+(?:\s+(it|them|they|this)\b|,)/i.test(predicate) ||
    /\b(as well|too|sometimes)\b/i.test(predicate) ||
    wordCount(predicate) > 24
  )
    return undefined;
  return {
    verb,
    isThird,
    isPast,
    clause: {
      type: 'clause',
      subject,
      predicate,
      isPlural: isPluralVerb || lower === 'were',
      isAction: (isThird || isPluralVerb) && !copulas.has(lower) && !states.has(lower),
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
  // "If a condition is met" is any case.
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
