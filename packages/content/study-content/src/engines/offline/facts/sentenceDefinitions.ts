import { contentStems, lowerFirst, shared, withoutStop, wordCount } from '../../../text/words.ts';
import type { Tagger } from '../posTagger.ts';
import type { Statement } from '../statements.ts';
import { placed } from './definitions.ts';
import type { Definition } from './Fact.ts';
import { finiteVerb, isPluralNoun, nameOfTerm, startsPointing } from './grammar.ts';
import {
  emptyMeaning,
  isDefining,
  isNounPhrase,
  isSlight,
  isStrict,
  isSubject,
  isUninformative,
  maxActionWords,
  maxMeaningWords,
  maxSubjectWords,
  meaningForm,
  narrowedNoun,
  narrowing,
  opensPointing,
  plainMeaning,
  praises,
  runsOn,
} from './meanings.ts';

const copula =
  /^((?:An?|The)?\s?["“]?[\p{L}\d][\p{L}\d\s/()&’'-]{1,60}?["”]?)\s+((?:is|are|can be) (?:\p{L}+ly )?(?:defined as|called|described as)|is|are|means|mean|refers to|refer to|consists? of)\s+(\S.*)$/u;

/** Extracts a definition from "X is a …", "X means …" or "X refers to …". */
export function copulaDefinitionOf(
  statement: Statement,
  group: string,
  tag: Tagger,
  isHeading: (term: string) => boolean,
): Definition | undefined {
  const match = copula.exec(statement.text.replace(/^“([^“”]+)”$/, '$1'));
  const [, named, connector = '', rest] = match ?? [];
  if (named === undefined || rest === undefined) return undefined;
  // Bullets may lack a full stop, but one that ends in such a function word is a truncated sentence.
  if (!statement.isEnded && (!statement.isLine || /\b(and|or|of|the|a|to|for|with|by|in|that)$/i.test(statement.text))) return undefined;
  const subject = nameOfTerm(named.replace(/^the term\s+/i, ''));
  const meaning = plainMeaning(withoutStop(rest));
  const isCopula = connector === 'is' || connector === 'are';
  const isParts = connector.startsWith('consist');
  const agrees = !(isPluralNoun(subject) && /^an?\s/i.test(rest));
  // "A normal pulse in a pale patient means the bleeding is recent" is a sign with its conclusion.
  const isSign = wordCount(subject) > maxSubjectWords || / (?:in|with) .*patients?$/i.test(subject);
  const isConclusion = /^means?$/i.test(connector) && !/^that\s/i.test(rest) && finiteVerb(tag(rest)) > 0;
  if (isSign || isConclusion) return undefined;
  // An adjective can be explained, too: "Nonrival means that …".
  const isExplained = /^means?$/i.test(connector) && /^that\s/i.test(rest) && wordCount(subject) <= 3 && !startsPointing.test(subject);
  if (isExplained && contentStems(rest).size >= 3 && wordCount(rest) <= 30 && !/[;:]/.test(rest))
    return { type: 'definition', subject, group, meaning: withoutStop(rest), form: 'that', ...placed(statement) };
  if (
    meaning === undefined ||
    /^(that|it|they)\s/i.test(meaning) ||
    !agrees ||
    !isSubject(subject, tag) ||
    startsPointing.test(named.trim())
  )
    return undefined;
  if (isParts)
    return wordCount(meaning) > maxActionWords ||
      contentStems(meaning).size < 2 ||
      isUninformative(meaning) ||
      /^(?:two|three|four|five|six|several|many|\d)/i.test(meaning)
      ? undefined
      : { type: 'definition', subject, group, meaning: `${connector} ${meaning}`, form: 'does', ...placed(statement) };
  // Quotation marks and "is when" mark an explained term: "A “license” is the way …".
  const isMarked = /“[^“”]+”|"[^"]+"/.test(named) || /^when\s/i.test(rest);
  if (isCopula && !isMarked && !narrowedNoun.test(rest) && !isNounPhrase(rest, meaning, connector, tag)) return undefined;
  if (isCopula && !isMarked && !isStrict(meaning)) return undefined;
  // "The expected outcome for fluid volume is …" describes one case, while "the vertex of a parabola" and "the Federal Reserve Bank" are
  // terms.
  const isCase = /^the \p{Ll}/iu.test(named) && !/^the (?:\p{L}+ of |\p{Lu})/u.test(lowerFirst(named));
  if (isCase && isCopula && wordCount(named) > 3 && !isHeading(named)) return undefined;
  if (
    praises.test(meaning) ||
    emptyMeaning.test(meaning) ||
    isUninformative(meaning) ||
    isSlight(subject, meaning, isCopula) ||
    runsOn(meaning)
  )
    return undefined;
  const isPlainSubject = isCopula && !/["“]/.test(named) && !/^the term\s/i.test(named);
  return {
    type: 'definition',
    subject,
    group,
    meaning,
    form: meaningForm(lowerFirst(meaning)),
    ...(isPlainSubject && { definingClause: { subject: named.trim(), verb: connector as 'is' | 'are' } }),
    ...placed(statement),
  };
}

/** A law or theory with its statement: "the law of demand states that …", "Ohm's law: the current …". */
const saying =
  /^((?:The )?[\p{L}\d’' -]{3,60}?\b(?:law|theory|principle|rule|theorem|hypothesis|doctrine|amendment|act|axiom|model|effect)(?: of [\p{L} -]{3,40})?)(?: ((?:states?|holds?|says?|predicts?) that),?|:) (.+)$/iu;

/** Extracts what a law or theory states. */
export function lawOf(statement: Statement, group: string, tag: Tagger): Definition | undefined {
  const [, named = '', verb, predicate = ''] = saying.exec(withoutStop(statement.text)) ?? [];
  const subject = nameOfTerm(named);
  const rest = verb === undefined ? lowerFirst(predicate) : predicate;
  if (
    rest === '' ||
    (verb === undefined && finiteVerb(tag(rest)) < 1) ||
    !statement.isEnded ||
    !isSubject(subject, tag) ||
    wordCount(rest) > maxMeaningWords ||
    opensPointing(rest)
  )
    return undefined;
  return { type: 'definition', subject, group, meaning: `${verb ?? 'states that'} ${rest}`, form: 'does', ...placed(statement) };
}

/** Maximum number of words of a meaning before "is called". */
const maxNamedWords = 26;

/** Extracts a definition from "A group of units selected from a population is called a sample." */
export function calledDefinitionOf(statement: Statement, group: string, tag: Tagger): Definition | undefined {
  const text = withoutStop(statement.text);
  // "This is known as automatic processing, or the encoding of details like …"
  const explained = / (?:known as|called|termed) (?:the |an? )?([^,.;:]{3,40}), or ((?:the|an?) [^.;:]{15,160})$/.exec(text);
  const own = explained ? plainMeaning(explained[2] ?? '') : undefined;
  const term = nameOfTerm(explained?.[1] ?? '');
  if (own !== undefined && statement.isEnded && isSubject(term, tag) && isDefining(own, meaningForm(own), tag) && !isUninformative(own))
    return { type: 'definition', subject: term, group, meaning: own, form: meaningForm(own), ...placed(statement) };
  const verb = / (is|are) (?:also |often |sometimes |commonly )?(called|known as|termed|referred to as|named) (?:as )?(?:an? |the )?/i.exec(
    text,
  );
  if (!verb || !statement.isEnded) return undefined;
  const meaning = plainMeaning(text.slice(0, verb.index)) ?? '';
  const subject = nameOfTerm(
    text
      .slice(verb.index + verb[0].length)
      .split(/,| and | or | because | which | where | when |\s\(/)[0]
      ?.trim() ?? '',
  );
  if (!isSubject(subject, tag) || wordCount(subject) > 4 || wordCount(meaning) < 4 || wordCount(meaning) > maxNamedWords) return undefined;
  const isNominal = finiteVerb(tag(lowerFirst(meaning))) < 1 || narrowing.test(meaning);
  if (!isNominal || startsPointing.test(meaning) || isUninformative(meaning) || shared(contentStems(subject), contentStems(meaning)) > 1)
    return undefined;
  return { type: 'definition', subject, group, meaning: lowerFirst(meaning), form: meaningForm(lowerFirst(meaning)), ...placed(statement) };
}
