import { lowerFirst, withoutStop, wordCount } from '../../../text/words.ts';
import type { Tagger } from '../posTagger.ts';
import type { Statement } from '../statements.ts';
import { isDefining, meaningForm, placed, plainMeaning, saysNothing } from './descriptions.ts';
import { headingName, namesThing } from './entries.ts';
import type { Definition } from './Fact.ts';
import { finiteVerb } from './grammar.ts';
import type { OutlineNode } from './outline.ts';

/** The most words of a meaning, and the most lines below a heading among which it stands. */
const longestMeaning = 30;
const mostLines = 3;

/** "Definition of demand" is about demand. */
const definitionOf = /^(?:the )?(?:definition|meaning|concept) of /i;

/** "A process that …", "Ratio of …": a line that says what the heading above it is. */
const opensMeaning =
  /^(?:an? (?:[\p{L}-]+ ){1,4}(?:that|which|who|in which|by which|where|used|of|for|to|whose) |(?:the )?(?:[\p{L}-]+ )?(?:process|measure|ratio|degree|extent|ability|study|amount|rate|practice|act|art|science|procedure|tendency|arrangement|probability|percentage|sum|difference|relationship|branch|theory|belief|period|state|capacity|allocation) (?:of|to|that|which|for|by which|in which|between|at which) )/iu;

/** A line that goes on below it, or that names its term at the end. */
const endsOpenly = /\b(?:for|to|of|by|with|in) \p{L}+ing$|\b(?:is|are) (?:known|called|termed)\b/iu;

/**
 * Meanings below a heading or a title that do not name their term: "Depreciation", and below it "Process of allocating the cost of an asset over its
 * useful life". Only one of the first lines below a heading is its meaning.
 */
export function headingMeanings(nodes: readonly OutlineNode[], byPassage: ReadonlyMap<number, Statement[]>, tag: Tagger): Definition[] {
  const position = new Map<string, number>();
  return nodes.flatMap((node): Definition[] => {
    const { parent, group, one, family } = node;
    const at = position.get(group) ?? 0;
    position.set(group, at + 1);
    const subject = headingName((parent?.one.passage.text ?? one.topic).replace(definitionOf, ''));
    const [statement] = byPassage.get(one.index) ?? [];
    // A line that ends in a colon heads what follows.
    if (at >= mostLines || !statement || statement.text.endsWith(':') || !namesThing(subject, tag)) return [];
    const meaning = plainMeaning(withoutStop(statement.text));
    if (meaning === undefined || !opensMeaning.test(meaning) || endsOpenly.test(meaning)) return [];
    const form = meaningForm(lowerFirst(meaning));
    if (
      wordCount(meaning) > longestMeaning ||
      saysNothing(meaning) ||
      !isDefining(meaning, form, finiteVerb(tag(lowerFirst(meaning))), tag)
    )
      return [];
    return [{ type: 'definition', subject, group: parent ? parent.family : `title|${family}`, meaning, form, ...placed(statement) }];
  });
}
