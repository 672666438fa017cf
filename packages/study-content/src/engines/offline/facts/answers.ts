import { contentStems, shared, upperFirst, wordCount, withoutStop } from '../../../text/words.ts';
import type { Tagger, Token } from '../posTagger.ts';
import type { Statement } from '../statements.ts';
import { placed } from './definitions.ts';
import type { Answered } from './Fact.ts';
import { balanced, finiteVerb, formOf, hasMarkup, leadingVerb, pointing, startsPointing } from './grammar.ts';
import { mentionsIn } from './terms.ts';
import { cutShort, formOfVerb, halvesOf, isParticiple, lowerStart, mainOpening, refersBack, type Reading } from './halves.ts';

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
  // "Returns to scale will occur" has its auxiliary behind what was taken for its verb.
  if (!isAuxiliary && /^[^,]*? (?:will|can|may|might|must|should) /.test(` ${predicate}`)) return undefined;
  const at = predicate.indexOf(verb.text);
  const rest = `${predicate.slice(0, at)} ${isAuxiliary ? '' : verb.lemma} ${predicate.slice(at + verb.text.length)}`;
  const auxiliary = isAuxiliary ? verb.text : form.isPast ? 'did' : form.isPlural ? 'do' : 'does';
  return `${word} ${auxiliary} ${lowerStart(halves.subject, { names, tag })} ${rest}`
    .replace(/\s+/g, ' ')
    .replace(/,? (?:again|too|also|though|however|therefore|then) ?$/, '')
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
  // "Because aging, particular types of brain trauma, and some disorders can …": the cut part has no verb of its own.
  const first = firstStatement(reason);
  const hasVerb = (text: string): boolean =>
    tag(text).some(({ tag: one, text: word }) => one === 'AUX' || (one === 'VERB' && !/(?:ing|ed)$/.test(word)));
  const isStated = !/^because$/i.test(joint) || hasVerb(first) || halvesOf(upperFirst(first), tag) !== undefined;
  if (!isStated && !hasVerb(reason)) return undefined;
  // A pronoun of the reason stands for something of the question.
  if (leading && /\b(it|they|them|its|their)\b/i.test(told)) return undefined;
  const question = turnedRound('Why', upperFirst(told), tag, names);
  return question === undefined
    ? undefined
    : answered(statement, {
        asks: 'reason',
        question: `${question}?`,
        answer: `${upperFirst(joint.toLowerCase())} ${isStated ? first : reason}`,
      });
}

/** "A occurs when B" as the question "When does A occur?". */
function occasionOf(statement: Statement, tag: Tagger, names: ReadonlySet<string>): Answered | undefined {
  const text = withoutStop(statement.text);
  const match =
    /^(.{3,80} (?:occurs?|happens?|arises?|develops?|begins?|takes? place|exists?|results?|forms?)) ((?:when|if|whenever) .{12,160})$/i.exec(
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
  const text = mainOpening(withoutStop(statement.text));
  if (/[?!:;]| [-–—]{1,2} /.test(text) || hasMarkup(text) || !balanced(text) || wordCount(text) > 45 || pointsAway.test(text))
    return undefined;
  if (!statement.isEnded && !statement.isLine) return undefined;
  const leading = /^(?:If|When|Whenever|Once) (.+?), (?:then )?(.+)$/s.exec(text);
  const trailing = leading ? undefined : /^(.+?),? (?:when|if|whenever) (.+)$/s.exec(text);
  const condition = leading?.[1] ?? trailing?.[2] ?? '';
  const consequence = leading?.[2] ?? trailing?.[1] ?? '';
  if (cutShort.test(consequence) || cutShort.test(condition) || /\bthem\b/i.test(condition)) return undefined;
  if (/\b(if|when|unless|but)\b/i.test(consequence) || /\b(if|when|unless)\b/i.test(condition)) return undefined;
  if (wordCount(condition) < 4 || wordCount(condition) > 24 || wordCount(consequence) < 3 || wordCount(consequence) > 25) return undefined;
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
    : answered(statement, {
        asks: 'consequence',
        question: `What happens when ${lowerStart(condition, { names, tag })}?`,
        answer: upperFirst(own),
      });
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
  const name = (caseNames.exec(text) ?? caseNames.exec(near))?.[0].replace(/^In (?=\p{Lu})/u, '').replace(/,(?: the)?$/, '');
  if (name === undefined) return undefined;
  return answered(statement, {
    asks: 'holding',
    question: `What did the court hold in ${name}?`,
    answer: `That ${held}`,
    form: formOf(held, tag) === 'none' ? '' : 'that',
  });
}

/** The weight from which a term is one of the material's own, and the fewest content words of what follows from a condition. */
const ownWeight = 3;
const fewestWordsOfConsequence = 4;

/**
 * Whether a question and its answer are understood, and worth to be known, outside of their place: they are about a term of the material, happen again,
 * and say more than that something "can vary".
 */
function isGeneral({ asks, question, answer, topic }: Answered, reading: Reading): boolean {
  if (asks === 'holding' || asks === 'advice' || asks === 'lecturer') return true;
  const { tag, weightOf } = reading;
  const isOfTerm =
    shared(contentStems(topic), contentStems(question)) > 0 || mentionsIn(question, tag).some(({ key }) => weightOf(key) >= ownWeight);
  const isEmpty = asks === 'consequence' && contentStems(answer).size < fewestWordsOfConsequence;
  return (
    isOfTerm &&
    !isEmpty &&
    !refersBack(question, reading) &&
    !/^(?:Why|When) (?:did|was|were|had)\b/.test(question) &&
    !/\b(?:var(?:y|ies)|different)\b/i.test(answer)
  );
}

/** The question that a sentence answers by its form, if it does. */
export function answerOf(statement: Statement, before: Statement | undefined, reading: Reading): Answered | undefined {
  const { tag, names } = reading;
  const found =
    holdingOf(statement, before, tag) ??
    reasonOf(statement, tag, names) ??
    occasionOf(statement, tag, names) ??
    askedReasonOf(statement, before) ??
    ruleOf(statement, tag, names);
  return found && isGeneral(found, reading) ? found : undefined;
}
