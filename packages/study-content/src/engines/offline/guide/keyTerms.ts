import type { KeyTerm } from '../../../styles/renderGuide.ts';
import { fold, upperFirst } from '../../../text/words.ts';
import type { Facts } from '../facts/Fact.ts';
import { goesOn, linesOf, type Block, type Line, type Topic } from './Topic.ts';

const mostTerms = 40;
const fewestTerms = 2;

/** The terms that the material defines, and its acronyms, in its order. */
export function keyTermsOf(facts: Facts): KeyTerm[] {
  const terms = facts.facts.flatMap((fact): KeyTerm[] =>
    fact.type === 'definition'
      ? [{ term: upperFirst(fact.subject), meaning: fact.form === 'that' ? `means ${fact.meaning}` : fact.meaning, source: fact.source }]
      : fact.type === 'acronym'
        ? [{ term: fact.short, meaning: fact.long, source: fact.source }]
        : [],
  );
  return terms.length < fewestTerms ? [] : terms.slice(0, mostTerms);
}

/** "Term: its meaning", and nothing else. */
const isGlossaryLine = (text: string): boolean => /^[^.!?]{2,60}?\s*(:|：| – | — | - )/.test(text);

/**
 * Topics without the lists and paragraphs that do nothing but define key terms: these stand among the terms. A list with anything else stays whole,
 * because its points belong together.
 */
export function withoutTerms(topics: readonly Topic[], terms: readonly KeyTerm[]): Topic[] {
  const told = new Set(terms.map(({ source }) => fold(source.quote)));
  const isTold = ({ source }: Line): boolean => told.has(fold(source.quote));
  const isGlossary = (block: Block): boolean => {
    if (block.kind === 'list') return !block.isOrdered && block.points.every((point) => point.points.length === 0 && isTold(point));
    const [only, ...others] = block.kind === 'paragraph' ? block.lines : [];
    return only !== undefined && others.length === 0 && isGlossaryLine(only.text) && isTold(only);
  };
  return topics
    .map(({ title, blocks }) => ({ title, blocks: blocks.filter((block, at) => !isGlossary(block) || isNeeded(blocks[at + 1])) }))
    .filter(({ blocks }) => blocks.length > 0);
}

/** Whether a block goes on with the one before it. */
const isNeeded = (next: Block | undefined): boolean => next !== undefined && goesOn(linesOf(next)[0]?.text ?? '');
