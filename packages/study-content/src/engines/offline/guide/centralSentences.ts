import { fullStops, type Source } from '@lectern/contracts/plain';
import { contentStems, fold, lowerFirst, wordCount } from '../../../text/words.ts';
import { finiteVerb, isWordTag, leadingVerb, startsPointing } from '../facts/grammar.ts';
import type { Facts } from '../facts/Fact.ts';
import type { Tagger } from '../posTagger.ts';
import { linesOf, type Line, type Topic } from './Topic.ts';

const sentenceWords = { least: 7, most: 36 } as const;

/** Openings that join a sentence to the one before, or address the reader. */
const joiningOpening =
  /^(similarly|likewise|thus|therefore|hence|however|moreover|furthermore|additionally|consequently|conversely|instead|otherwise|meanwhile|remember|recall|note|check|consider|think|see|make|use|keep|try|look|in addition|in (this|that|these|those|such|other|some|most|the) |of course|usually|sometimes|often|generally|typically|specifically|recently|today|now|unfortunately|fortunately|certainly|ideally|clearly|obviously|indeed|based on|using|given|once|test|examples?|the (remainder|rest)|yes|no|well|ok)\b/i;

/** What a sentence points at that the learner may not see: "Exhibit 8-3". */
const numberedThing =
  /\b(?:[Ee]xhibits?|[Ff]igures?|[Ff]ig\.|[Tt]ables?|[Dd]iagrams?|[Cc]harts?|[Cc]hapters?|[Ss]lides?|[Ss]ections?|[Aa]ppendix|[Bb]ox(?:es)?) (?:\d|[IVX]+\b)/;
/** The company of an exercise, or an amount of money: a sentence with one is mostly a part of a worked example. */
const workedExample =
  /\b(?:(?:ABC|XYZ|PQR) [Cc]ompany|[Cc]ompany [A-Z])\b|(?:[$£€¥₹]|\b(?:Rs|USD|EUR|GBP|NPR)\b\.?) ?\d|\d ?(?:€|(?:dollars?|euros?|rupees?)\b)/;

/** Whether a sentence can be read without what stands around it. */
export const standsAlone = (text: string): boolean =>
  /^[\p{Lu}\p{Lo}\d“"]/u.test(text) &&
  fullStops.includes(text.replace(/["”]$/, '').slice(-1)) &&
  !/[.!?]\s+\p{Lu}/u.test(text) &&
  wordCount(text) >= sentenceWords.least &&
  wordCount(text) <= sentenceWords.most &&
  !startsPointing.test(text) &&
  !joiningOpening.test(text) &&
  !/^[^:–]{2,60}(:| – )|^\d+\.\d/.test(text) &&
  !numberedThing.test(text) &&
  !workedExample.test(text) &&
  !/\b(this|these|those|such|(?:above|below)(?=[.,;:)]|$)|following|however|also|for example|you|your|we|our)\b/i.test(text);

/**
 * Whether a sentence says something of a subject: it has one, with a verb of its own. Lines of slides often leave out one of them ("Refers to …",
 * "The market which …"), or tell the reader to do something.
 */
function isWhole(text: string, tag: Tagger | undefined): boolean {
  if (!tag) return true;
  const tokens = tag(lowerFirst(text));
  const verb = finiteVerb(tokens);
  return verb > 0 && tokens.slice(0, verb).some((token) => isWordTag(token.tag)) && leadingVerb(tokens) === undefined;
}

/** How much a word counts in a sentence: in the title of the source, in headings, in a definition's term. */
const weights = { title: 3, heading: 1, mostHeadings: 4, definition: 4, firstOfTopic: 1 } as const;

/** How often each stem stands in the headings of a guide. */
function headingCounts(topics: readonly Topic[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { title } of topics) for (const stem of contentStems(title)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}

/**
 * The sentences of a source that say what it is about: those with the words of its title and headings, and definitions of these words. At most
 * one of a topic, in the order of the guide.
 */
export function centralSentences(source: Source, facts: Facts, topics: readonly Topic[], count: number, tag: Tagger | undefined): Line[] {
  const inTitle = contentStems(source.title);
  const inHeadings = headingCounts(topics);
  const definitions = new Set(facts.facts.flatMap((fact) => (fact.type === 'definition' && fact.asked ? [fact.source.quote] : [])));
  const weightOf = (line: Line, index: number): number => {
    const stems = [...contentStems(line.text)];
    const sum = stems.reduce(
      (all, stem) =>
        all + (inTitle.has(stem) ? weights.title : 0) + Math.min(weights.mostHeadings, inHeadings.get(stem) ?? 0) * weights.heading,
      0,
    );
    return (
      sum / Math.sqrt(stems.length + 4) +
      (definitions.has(line.source.quote) ? weights.definition : 0) +
      (index === 0 ? weights.firstOfTopic : 0)
    );
  };
  const chosen = topics
    .flatMap((topic, at) => {
      const candidates = topic.blocks
        .flatMap(linesOf)
        .map((line, index) => ({ line, at, weight: weightOf(line, index) }))
        .filter(({ line, weight }) => weight > 0 && standsAlone(line.text))
        .sort((left, right) => right.weight - left.weight);
      const best = candidates.find(({ line }) => isWhole(line.text, tag));
      return best ? [best] : [];
    })
    .sort((left, right) => right.weight - left.weight);
  // Two topics may begin with the same sentence.
  return [...Map.groupBy(chosen, ({ line }) => fold(line.text)).values()]
    .flatMap(([first]) => first ?? [])
    .slice(0, count)
    .sort((left, right) => left.at - right.at)
    .map(({ line }) => line);
}
