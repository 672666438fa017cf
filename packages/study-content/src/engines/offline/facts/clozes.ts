import { contentStems, lowerFirst, upperFirst, wordCount } from '../../../text/words.ts';
import type { Tagger } from '../posTagger.ts';
import type { Statement } from '../statements.ts';
import { announcesCount, cutShort, mainText, ofPicture, type Reading } from './clauses.ts';
import { placed } from './descriptions.ts';
import type { Cloze } from './Fact.ts';
import { balanced, finiteVerb, hasMarkup, isPluralNoun, isWordTag, leadingVerb, startsPointing } from './grammar.ts';
import { mentionsIn, type Mention } from './terms.ts';

/** Openings of a sentence that can be understood alone although it does not begin with its subject. */
const leadingPhrase =
  /^(in|on|at|for|to|from|with|within|by|under|during|after|before|when|if|while|although|because|since|unlike|as|both|most|many|some|all|each|every) (?!this|that|these|those|such|addition|contrast|other|general|fact|short|turn|order|result|example|noted|mentioned|you|we)/i;
const pointsOut =
  /\b(this|these|those|such|he|she|his|her|him|we|us|our|you|your|my|i|former|latter|above|below|following|here|there|another|also|however|example|instance|figure|exhibit|e\.g|i\.e|etc|same time|as a result|reasons?|ways?)\b/i;
/** A pronoun may stand for a noun of its own sentence, behind so many content words. */
const leastBeforePronoun = 2;
/** An instruction to the learner, such as a line of objectives: "Explain how …". */
const objective =
  /^(let|assume|suppose|calculate|compute|find|explain|describe|define|discuss|identify|list|compare|understand|recogni[sz]e|summari[sz]e|outline|demonstrate|analy[sz]e|apply|evaluate|examine|explore|differentiate|distinguish|illustrate|appreciate|consider|remember|note|think|recall|learn)\b/i;

/** Whether a sentence or bullet can be understood alone, with a term left out. */
function standsAlone({ isEnded, isLine, text }: Statement, said: string, tag: Tagger): boolean {
  const words = wordCount(said);
  const lowered = lowerFirst(said);
  const pronoun = /\b(it|they|them|its|their)\b/i.exec(said);
  return (
    words >= 7 &&
    words <= 20 &&
    (!startsPointing.test(said) || leadingPhrase.test(said)) &&
    (isEnded || (isLine && !/[:：,;]\s*$|\b(and|or|of|the|a|to|for|with|by|in|that)$/i.test(text))) &&
    /^\p{Lu}/u.test(said) &&
    !/[?!:;]|\.\s|\bsee\b|\(\s*\)|["“”]|[”.]\p{Lu}/iu.test(said) &&
    // "P1 and P2" belong to an example; "in everyday use, it …" speaks of an earlier sentence.
    !/\b\p{Lu}\d+ and |\d, \d+, |, (?:it|they) |^(?:at|in|on|under) no\b/iu.test(said) &&
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
    // "working capital", "developing plans".
    (isWordTag(before.tag) || before.tag === 'ADJ' || /ing$/.test(before.text)) &&
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

/** The weight of a term that is worth a gap: the material makes much of it. */
const leastWeight = 2;

/** A sentence with the weightiest of its terms left out. */
export function clozeOf(statement: Statement, reading: Reading): Cloze | undefined {
  const { tag, weightOf } = reading;
  const said = upperFirst(mainText(statement, tag));
  if (!standsAlone(statement, said, tag)) return undefined;
  const [best] = mentionsIn(said, tag)
    .filter((mention) => {
      const { start, end, text, key } = mention;
      const rest = contentStems(`${said.slice(0, start)} ${said.slice(end)}`);
      const isOnce = ![...contentStems(text)].some((word) => rest.has(word));
      return (
        isOnce &&
        weightOf(key) >= (key.includes(' ') ? 1 : leastWeight) &&
        rest.size >= leastAround &&
        !/\d/.test(text) &&
        !isMember(said, mention) &&
        // "Review results": the first word is the verb of an instruction.
        !(start === 0 && leadingVerb(tag(lowerFirst(said))) === 'base') &&
        isWholePhrase(said, mention, tag)
      );
    })
    .toSorted((left, right) => weightOf(right.key) - weightOf(left.key) || left.start - right.start);
  if (!best) return undefined;
  return {
    type: 'cloze',
    subject: best.text,
    before: said.slice(0, best.start),
    after: said.slice(best.end),
    group: '',
    ...placed(statement),
  };
}
