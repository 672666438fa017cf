import { wordCount, withoutStop } from '../../../text/words.ts';
import type { Contrast } from '../facts.ts';
import type { Tagger } from '../languageModel.ts';
import type { Statement } from '../statements.ts';
import { clauseOf } from './clauses.ts';
import { sameTerm } from './grammar.ts';
import { placed } from './terms.ts';

/** "Copyright protects the expression, whereas a patent protects the idea": two things, and how they differ. */
export function contrastOf(statement: Statement, tag: Tagger): Contrast | undefined {
  const match = /^(.{12,}?),? (?:whereas|while|in contrast to|unlike) (.{12,})$/is.exec(withoutStop(statement.text));
  if (match?.[1] === undefined || match[2] === undefined || !statement.isEnded || wordCount(statement.text) > 26) return undefined;
  const side = (text: string) => clauseOf({ ...statement, text: text.charAt(0).toUpperCase() + text.slice(1), isEnded: true }, tag);
  const [one, other] = [side(match[1]), side(match[2])];
  if (!one || !other || sameTerm(one.subject, other.subject)) return undefined;
  return { type: 'contrast', one: one.subject, other: other.subject, sentence: withoutStop(statement.text), ...placed(statement) };
}
