import type { Citation } from '@lectern/contracts';
import type { KeyTerm } from '../../../styles/renderGuide.ts';
import { pointerKey } from '../../../text/pointers.ts';
import { fold, upperFirst } from '../../../text/words.ts';
import type { Acronym, Definition, Facts } from '../facts/Fact.ts';
import { isPluralNoun } from '../facts/grammar.ts';
import { refersBack, linesOf, type Block, type Line, type Topic } from './Topic.ts';

const minTerms = 2;

/** Headings of instructions: below them, "Notices: manual recognition of new components" is a checklist entry. */
const checklist = /\b(?:checklists?|to-?dos?|steps?|process(?:es)?|procedures?|workflows?|examples?|agenda|timeline)\b/i;
/** A truncated meaning, or a whole sentence in Korean other than "… is a call". */
const brokenOff = /(?:[,;:]|\b(?:an?|the|of|to|and|or|in|on|for|with|by|from|that|which|it|they|hence|is|are))$|(?<!이)다[.]?$/i;

/** Whether a fact is a real definition: not a checklist entry, and not a plural subject with a singular meaning. */
function isRealDefinition(fact: Definition): boolean {
  const { subject, meaning, topic, definingClause } = fact;
  if (brokenOff.test(meaning) || /^(?:dr|prof|mr|mrs|ms)\b/i.test(subject)) return false;
  if (definingClause) return true;
  const head =
    meaning.split(/\s(?:that|which|who|whose|where|in|on|for|by|with|to|under|used|agreed|distributed|provided)\s/, 1)[0] ?? meaning;
  const isOneAsSeveral = /s$/.test(subject) && isPluralNoun(subject) && !isPluralNoun(head) && !/^(?:any|all|every|each)\b/i.test(meaning);
  return !checklist.test(topic) && !isOneAsSeveral;
}

const toTerm = (fact: Definition | Acronym): KeyTerm =>
  fact.type === 'definition'
    ? { term: upperFirst(fact.subject), meaning: fact.form === 'that' ? `means ${fact.meaning}` : fact.meaning, source: fact.source }
    : { term: fact.short, meaning: fact.long, source: fact.source };

/** Whether a line is nothing but "Term: meaning". */
const isGlossaryLine = (text: string): boolean => /^[^.!?]{2,60}?\s*(:|：| – | — | - )/.test(text);

/** Whether a block refers back to the previous one. */
const isNeeded = (next: Block | undefined): boolean => next !== undefined && refersBack(linesOf(next)[0]?.text ?? '');

/** Removes lists and paragraphs that only define these terms. A list with anything else stays whole, because its items belong together. */
function withoutTerms(topics: readonly Topic[], terms: readonly KeyTerm[]): Topic[] {
  const defined = new Set(terms.map(({ source }) => fold(source.quote)));
  const isDefined = ({ source }: Line): boolean => defined.has(fold(source.quote));
  const isGlossary = (block: Block): boolean => {
    if (block.kind === 'list') return !block.isOrdered && block.points.every((point) => point.points.length === 0 && isDefined(point));
    const [only, ...others] = block.kind === 'paragraph' ? block.lines : [];
    return only !== undefined && others.length === 0 && isGlossaryLine(only.text) && isDefined(only);
  };
  return topics
    .map(({ path, blocks }) => ({ path, blocks: blocks.filter((block, at) => !isGlossary(block) || isNeeded(blocks[at + 1])) }))
    .filter(({ blocks }) => blocks.length > 0);
}

const sourcesOf = (block: Block): Citation[] => (block.kind === 'table' ? block.rows : linesOf(block)).map(({ source }) => source);

/** The terms defined in the topics, in alphabetical order. */
function termsIn(topics: readonly Topic[], facts: readonly (Definition | Acronym)[], language: string): KeyTerm[] {
  const places = new Set(topics.flatMap(({ blocks }) => blocks.flatMap(sourcesOf).map(({ pointer }) => pointerKey(pointer))));
  const own = facts.filter(({ source }) => places.has(pointerKey(source.pointer))).map(toTerm);
  const byName = new Map(own.toReversed().map((term) => [fold(term.term), term] as const));
  const { compare } = new Intl.Collator(language === 'und' ? 'en' : language);
  return byName.size < minTerms ? [] : [...byName.values()].toSorted((left, right) => compare(left.term, right.term));
}

/** Adds key terms under a heading of their own: at the start of each chapter, or of the guide if few sections are in chapters. */
export function withKeyTerms(topics: readonly Topic[], facts: Facts, heading: string, language: string): Topic[] {
  const defining = facts.facts.flatMap((fact) =>
    fact.type === 'acronym' || (fact.type === 'definition' && isRealDefinition(fact)) ? [fact] : [],
  );
  const isDivided = topics.filter(({ path }) => path.length > 1).length * 2 > topics.length;
  const chapters = isDivided ? [...Map.groupBy(topics, ({ path }) => path[0] ?? '')] : [['', topics] as const];
  const defined = new Set<string>();
  return chapters.flatMap(([chapter, own]): Topic[] => {
    const terms = termsIn(own, defining, language).filter(({ term }) => !defined.has(fold(term)));
    if (terms.length < minTerms || (isDivided && chapter === '')) return [...own];
    for (const { term } of terms) defined.add(fold(term));
    const opening = own.filter(({ path }) => path.length === (isDivided ? 1 : 0));
    const glossary: Topic = { path: isDivided ? [chapter, heading] : [heading], blocks: [{ kind: 'terms', terms }] };
    const isLast = opening.length === own.length;
    return isDivided && isLast
      ? [...withoutTerms(own, terms), glossary]
      : [
          ...withoutTerms(opening, terms),
          glossary,
          ...withoutTerms(
            own.filter((topic) => !opening.includes(topic)),
            terms,
          ),
        ];
  });
}
