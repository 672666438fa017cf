import { memoiseByObject } from '../../../text/memoise.ts';
import { contentStems, fold, shared, upperFirst, wordCount } from '../../../text/words.ts';
import type { Facts, List } from '../facts/Fact.ts';
import { isPluralNoun } from '../facts/grammar.ts';
import type { Phrases } from '../phrases.ts';
import type { ItemSpec, Option } from './ItemSpec.ts';
import { leaks, placeName, type SpecBuilder, type SpecContext } from './SpecBuilder.ts';

/** The maximum number of items of a list. Longer lists are registers. */
const maxItems = 12;

/** Specs that ask for the next step. The other steps are the options. */
function stepSpecs({ heading, items }: List, build: SpecBuilder): ItemSpec[] {
  if (new Set(items.map(({ text }) => fold(text))).size < items.length) return [];
  const isNumber = (index: number): string => `This is number ${index + 1} of ${items.length} (${build.where}).`;
  return [0, Math.floor((items.length - 1) / 2)].flatMap((at): ItemSpec[] => {
    const [item, next] = [items[at], items[at + 1]];
    if (!item || !next || leaks(item.text, next.text)) return [];
    const own = items.flatMap(({ text }, index): Option[] =>
      index === at || index === at + 1
        ? []
        : [{ text: upperFirst(text), about: text, rationale: isNumber(index), fact: '', place: index, topic: heading }],
    );
    return [
      build.spec({
        about: heading,
        question: `${upperFirst(heading)}: what comes directly after “${item.text}”?`,
        text: next.text,
        own,
        rationale: isNumber(at + 1),
        core: `${heading}: ${items.map(({ text }) => text).join(' → ')}`,
        source: next.source,
        asQuestion: true,
        // One card per list, because its steps answer each other.
        asCard: at === 0,
      }),
    ];
  });
}

/** A list with the parts of its heading: "advantages" of "sampling". */
interface SidedList {
  list: List;
  side: ReadonlySet<string>;
  of: ReadonlySet<string>;
}

/** How many lists before and after a list to consider, because long material may have thousands. */
const reach = 40;

/** The lists with a side, and the position of each. */
const sidedLists = memoiseByObject(({ facts }: Facts) => {
  const lists = facts.flatMap((list): SidedList[] => {
    const at = list.type === 'list' ? list.heading.search(/ (?:of|for|in|to|affecting|against|by) /i) : -1;
    if (list.type !== 'list' || at < 0 || !isPluralNoun(list.heading.slice(0, at))) return [];
    return [{ list, side: contentStems(list.heading.slice(0, at)), of: contentStems(list.heading.slice(at)) }];
  });
  return { lists, positions: new Map(lists.map(({ list }, position) => [list, position])) };
});

/** The nearby lists with a side, including itself. */
function sidedListsNear(fact: List, facts: Facts): SidedList[] {
  const { lists, positions } = sidedLists(facts);
  const position = positions.get(fact);
  return position === undefined ? [] : lists.slice(Math.max(0, position - reach), position + reach + 1);
}

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size > 0 && one.size === other.size && shared(one, other) === one.size;

/** Finds contrasting lists: two sides of one thing ("advantages" and "disadvantages of sampling"), or one side of two things. */
function counterparts(fact: List, facts: Facts): List[] {
  const all = sidedListsNear(fact, facts);
  const own = all.find(({ list }) => list === fact);
  if (!own) return [];
  const others = all.filter(
    ({ list, side, of }) =>
      list !== fact &&
      isSame(own.side, side) !== isSame(own.of, of) &&
      // Different things may share sides, so only contrasting lists count.
      (isSame(own.of, of) || (own.of.size > 1 && shared(own.of, of) > 0)),
  );
  // The other side of the same thing is the clearest contrast.
  const sides = others.filter(({ of }) => isSame(own.of, of));
  return (sides.length > 0 ? sides : others).map(({ list }) => list);
}

/** The items of contrasting lists, as options. */
function optionsAgainst(fact: List, facts: Facts, phrases: Phrases): Option[] {
  const own = new Set(fact.items.map(({ text }) => fold(text)));
  return counterparts(fact, facts).flatMap((other) =>
    other.items
      .slice(0, maxItems)
      .filter(({ text }) => !own.has(fold(text)))
      .map(({ text, source }): Option => {
        const rationale = `${upperFirst(text)}: ${phrases.belongs(other.heading, placeName(phrases, source.pointer))}`;
        return { text: upperFirst(text), about: text, rationale, fact: '', place: other.place, topic: other.topic };
      }),
  );
}

/** The card that asks for all items of a short list. */
function wholeListSpec(
  { heading, items, isWhole }: List,
  question: string,
  core: string,
  build: SpecBuilder,
  isEnglish: boolean,
): ItemSpec | undefined {
  const whole = items.map(({ text }) => text).join('; ');
  const plain = heading
    .replace(/(?<!\s)\s*[:：]$/, '')
    .replace(/ (include|includes|are|is)$/, '')
    .replace(/^(?:the|different|various|main)\s+/i, '');
  // Points that describe the heading are not members of it.
  const areMembers =
    items.every(({ form }) => form === 'noun' || form === 'ing' || form === 'any') &&
    isPluralNoun(plain.split(/ (?:of|for|in|to) /)[0] ?? '');
  if (!isWhole || items.length > 3 || wordCount(whole) > 25 || whole.includes('=')) return undefined;
  const count = items.length === 2 ? 'two' : 'three';
  const isQuestion = heading.endsWith('?');
  if (isEnglish && !isQuestion && !areMembers) return undefined;
  const isTold = /\b(?:is|are|can|may|must|should|has|have|hold)\b/i.test(plain);
  const front = !isEnglish
    ? question
    : isQuestion
      ? `${heading} (${count} points)`
      : isTold
        ? `${upperFirst(plain)}: which ${count}?`
        : `What are the ${count} ${build.lower(plain)}?`;
  return build.spec({ about: heading, question: front, text: whole, rationale: '', core, asCard: true });
}

/** Specs for a list: an item against those of contrasting lists, the next step, or all items of a short list. */
export function listSpecs(fact: List, build: SpecBuilder, { facts, isEnglish, phrases }: SpecContext): ItemSpec[] {
  if (isEnglish && fact.isOrdered) return stepSpecs(fact, build);
  const { heading, items } = fact;
  const question = isEnglish ? fact.question : phrases.whichListed(heading);
  if (question === undefined) return [];
  const core = `${heading}${heading.endsWith('?') ? '' : ':'} ${items
    .slice(0, 40)
    .map(({ text }) => text)
    .join('; ')}`;
  const isTelling = (text: string): boolean => (wordCount(text) >= 2 || text.length >= 4) && !leaks(text, question);
  const own = optionsAgainst(fact, facts, phrases);
  const specs = items.slice(0, maxItems).flatMap(({ text, source }): ItemSpec[] => {
    if (own.length < 2 || !isTelling(text)) return [];
    const rationale = `${upperFirst(text)}: ${phrases.belongs(heading, placeName(phrases, source.pointer))}`;
    return [build.spec({ about: heading, question, text, rationale, core, source, own, asQuestion: true })];
  });
  const card = wholeListSpec(fact, question, core, build, isEnglish);
  return card ? [...specs, card] : specs;
}
