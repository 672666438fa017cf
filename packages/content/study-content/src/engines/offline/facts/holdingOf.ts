import { withoutStop, wordCount } from '../../../text/words.ts';
import type { Tagger } from '../posTagger.ts';
import type { Statement } from '../statements.ts';
import { placed } from './definitions.ts';
import type { Answered } from './Fact.ts';
import { formOf } from './grammar.ts';

const caseName = "\\p{Lu}[\\p{L}.&’'-]*(?:,? (?:of|the|and|&|for|Inc\\.?|Co\\.?|Ltd\\.?|Corp\\.?|\\p{Lu}[\\p{L}.&’'-]*)){0,6}";
const caseNames = new RegExp(`(?<![\\p{L}.&’'-])(${caseName}) vs?\\.? (${caseName})`, 'u');
const decided = /\b(?:held|ruled|decided|found|concluded|establish(?:ed|ing)|holding) that (.{15,220})$/iu;

/** Extracts a court's holding from a sentence. The case is named there or in the previous sentence of the slide. */
export function holdingOf(statement: Statement, before: Statement | undefined, tag: Tagger): Answered | undefined {
  const text = withoutStop(statement.text);
  const held = /\b(court|judges?|lords|tribunal|case|decision)\b/i.test(text) ? decided.exec(text)?.[1] : undefined;
  if (held === undefined || wordCount(held) > 32 || /\b(this|these|those|such)\b/i.test(held)) return undefined;
  const near = before?.place === statement.place ? before.text : '';
  const name = (caseNames.exec(text) ?? caseNames.exec(near))?.[0].replace(/^In (?=\p{Lu})/u, '').replace(/,(?: the)?$/, '');
  if (name === undefined) return undefined;
  return {
    type: 'answered',
    asks: 'holding',
    question: `What did the court hold in ${name}?`,
    answer: `That ${held}`,
    form: formOf(held, tag) === 'none' ? '' : 'that',
    sentence: text,
    ...placed(statement),
  };
}
