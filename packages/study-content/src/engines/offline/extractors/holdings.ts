import { wordCount, withoutStop } from '../../../text/words.ts';
import type { Holding } from '../facts.ts';
import type { Statement } from '../statements.ts';
import { placed } from './terms.ts';

const party =
  "(?<![\\p{L}.&’'-])\\p{Lu}[\\p{L}.&’'-]*(?:,? (?:of|the|and|&|for|Inc\\.?|Co\\.?|Ltd\\.?|Corp\\.?|\\p{Lu}[\\p{L}.&’'-]*)){0,6}";
const caseName = new RegExp(`(${party}) vs?\\.? (${party})`, 'u');

/** "… was a landmark case establishing that …": what it decided. */
function decisionIn(text: string): string | undefined {
  const told = /\b(?:establish(?:ed|ing)|held|holding|ruled|ruling|decid(?:ed|ing)) that (.{15,220})$/iu.exec(text);
  const before = told ? text.slice(0, told.index) : '';
  const named = [...before.matchAll(/\b(?:case|decision)\b/giu)].at(-1);
  if (!told || !named || before.length - (named.index + named[0].length) > 80) return undefined;
  return /\b(?:was|is) (?:a|the) [\p{L}\s]{0,80}$/iu.test(before.slice(0, named.index)) ? told[1] : undefined;
}

/** What a court decided in a case, by the sentence itself or by the case named last before it on its slide. */
export function holdingsOf(statements: Statement[]): Map<Statement, Holding> {
  const found = new Map<Statement, Holding>();
  let current: { name: string; place: number } | undefined;
  for (const statement of statements) {
    const text = withoutStop(statement.text);
    const named = caseName.exec(text)?.[0].replace(/,$/, '');
    if (named !== undefined) current = { name: named, place: statement.place };
    const own =
      /^In (\p{Lu}[^,]{2,70}? vs?\.? [^,]{2,60}), the (?:[\p{L} ]{0,20})?(?:court|judges?|house of lords|tribunal) (?:held|ruled|decided|found) that (.{15,220})$/iu.exec(
        text,
      );
    const decision = decisionIn(text);
    const court = /^The (?:[\p{L}]+ ){0,3}court (?:held|ruled|decided|found|concluded) that (.{15,220})$/iu.exec(text);
    const name = own?.[1] ?? (decision !== undefined ? named : court && current?.place === statement.place ? current.name : undefined);
    const held = own?.[2] ?? decision ?? court?.[1];
    if (name === undefined || held === undefined || wordCount(held) > 32 || /\b(this|these|those|such)\b/i.test(held)) continue;
    found.set(statement, { type: 'holding', name, held, ...placed(statement) });
  }
  return found;
}
