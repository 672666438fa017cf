import type { KeyTerm } from '../../../styles/renderGuide.ts';
import { fold, upperFirst } from '../../../text/words.ts';
import type { Facts } from '../facts/Fact.ts';
import { goesOn, type Block, type Topic } from './Topic.ts';

const mostTerms = 40;
const fewestTerms = 2;

/** The terms that the material defines, and its acronyms, in its order. */
export function keyTermsOf(facts: Facts): KeyTerm[] {
  const terms = facts.facts.flatMap((fact): KeyTerm[] =>
    fact.type === 'definition'
      ? [{ term: upperFirst(fact.subject), meaning: fact.meaning, source: fact.source }]
      : fact.type === 'acronym'
        ? [{ term: fact.short, meaning: fact.long, source: fact.source }]
        : [],
  );
  return terms.length < fewestTerms ? [] : terms.slice(0, mostTerms);
}

/** "Term: its meaning", and nothing else. */
const isGlossaryLine = (text: string): boolean => /^[^.!?]{2,60}?\s*(:|：| – | — | - )/.test(text);

/**
 * Topics without the points, and the paragraphs, that do nothing but define a key term: these stand among the terms. A definition that the next point
 * goes on with stays.
 */
export function withoutTerms(topics: readonly Topic[], terms: readonly KeyTerm[]): Topic[] {
  const told = new Set(terms.map(({ source }) => fold(source.quote)));
  const without = (block: Block): Block[] => {
    const [only, ...others] = block.kind === 'paragraph' ? block.lines : [];
    if (only && others.length === 0 && isGlossaryLine(only.text) && told.has(fold(only.source.quote))) return [];
    if (block.kind !== 'list' || block.isOrdered) return [block];
    const points = block.points.filter(
      (point, at) => point.points.length > 0 || !told.has(fold(point.source.quote)) || goesOn(block.points[at + 1]?.text ?? ''),
    );
    return points.length > 0 ? [{ ...block, points }] : [];
  };
  return topics.map((topic) => ({ ...topic, blocks: topic.blocks.flatMap(without) })).filter(({ blocks }) => blocks.length > 0);
}
