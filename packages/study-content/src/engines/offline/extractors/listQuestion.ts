import { plainCase, wordCount } from '../../../text/words.ts';
import type { ListQuestion } from '../facts.ts';
import type { Tagger } from '../languageModel.ts';
import { isPluralNoun, isWordTag } from './grammar.ts';

const goesOn =
  /\b(to|by|for|about|of|with|on|that|if|when|should|must|can|may|as|from|in|at|through|including|enabling|allowing|providing|enables?|requires?|supports?|using|promotes?|provides?|involves?|means|ensures?|allows?)$/i;
const vague =
  /^(the |some |other |important |relevant |key |more |several |many )*(questions?|terms?|examples?|steps?|points?|things?|topics?|notes?|items?|issues?|ideas?|facts?|considerations?|details?|concepts?|basics)$/i;

/** The heads of headings whose items are members of it: "Signs of …", "Types of …", "Risk factors for …". */
const isMemberHeading = (heading: string, tag: Tagger | undefined): boolean => {
  const head = heading.split(/ (?:of|for|in|to|that|on|with|among|at|during) /)[0] ?? '';
  if (!isPluralNoun(head) || wordCount(head) > 5) return false;
  if (tag === undefined) return true;
  const tokens = tag(head.toLowerCase());
  return (
    isWordTag(tokens.at(-1)?.tag ?? '') &&
    tokens[0]?.tag !== 'ADP' &&
    !tokens.some(({ tag: one }) => one === 'VERB' || one === 'AUX' || one === 'PRON')
  );
};

/** The question that a list's heading asks; `undefined` where the heading is no plain one. */
export function listQuestion(heading: string, names: ReadonlySet<string>, tag: Tagger | undefined): ListQuestion | undefined {
  if (/^(what|who|which|when|where|why) .*\?$/i.test(heading)) {
    if (/^what (is|are) (an?|the)?\s*[\p{L}-]+\?$/iu.test(heading) || /\b(you|we|your|our|i|this|these|it|they)\b/i.test(heading))
      return undefined;
    return wordCount(heading) >= 4 ? { question: heading, completes: false } : undefined;
  }
  if (
    /[?:]/.test(heading) ||
    /\b(not|never|you|your|we|our|this|these|those|such|following|below|above|it|they|someone|slides?|chapter|lesson|lecture)\b/i.test(
      heading,
    ) ||
    /^(example|note|for example|attribution|source|photo|learn|see|e\.?g|i\.?e|other|additional|further)\b/i.test(heading) ||
    vague.test(heading) ||
    // "Three possible outcomes" of what?
    (/\b(possible|main|following|two|three|four|five|key|basic)\b/i.test(heading) && !/\s(of|for|in)\s/i.test(heading))
  )
    return undefined;
  const named =
    /^(?:The |Some |Common |Typical |Main )?(.{6,}?) (?:often |usually |commonly |typically |may |can |could )?(?:include|includes|are|is|can be|may be|could be)$/i.exec(
      heading,
    );
  if (named?.[1] !== undefined) {
    if (wordCount(named[1]) < 2 || wordCount(named[1]) > 12 || vague.test(named[1])) return undefined;
    const plural = isPluralNoun(named[1]);
    return {
      question: plural
        ? `Which of these is among the ${plainCase(named[1], names)}?`
        : `Which of these belongs to ${plainCase(named[1], names)}?`,
      completes: false,
    };
  }
  if (goesOn.test(heading))
    return wordCount(heading) >= 5 ? { question: `Which of these completes the statement? “${heading} …”`, completes: true } : undefined;
  if (
    wordCount(heading) >= 2 &&
    wordCount(heading) <= 9 &&
    isMemberHeading(heading, tag) &&
    !/[,;&]|\b(and|or|vs|versus)\b/i.test(heading.split(/ (?:of|for|in|to) /)[0] ?? '')
  )
    return { question: `Which of these is among the ${plainCase(heading.replace(/^the\s+/i, ''), names)}?`, completes: false };
  return undefined;
}
