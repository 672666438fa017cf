import { endsSentence, type Citation, type Passage, type Source } from '@lectern/contracts/plain';
import { refersBack } from './engines/offline/guide/Topic.ts';
import { headingOf, listAround } from './gate/frames.ts';
import { maxPassageLength } from './gate/quotes.ts';
import { runOf, wholeTextOf } from './text/continuedPassages.ts';
import type { GuideLine } from './text/guideMaterial.ts';
import { sentencesOf } from './text/sentences.ts';
import { contentStems, fold } from './text/words.ts';

/** A statement of the material with its context. */
export interface WholeStatement {
  /** The whole sentence or bullet, or the cells of a row. */
  text: string;
  /** The line above a list item, or the heading of a line that needs one; otherwise empty. */
  lead: string;
  /** The title of the slide, or the heading above the paragraph. */
  heading: string;
  source: Citation;
  row?: { table: number | undefined; header: readonly string[]; cells: readonly string[] };
}

/** Lines with fewer content words need their heading. */
const wordsOfStatement = 4;
const maxPrecedingSentences = 2;

/** The whole sentence of a line, including parts in neighbouring passages, with the sentences that it refers back to. */
function wholeSentence(source: Source, { text, passage }: GuideLine): string {
  const isPart = runOf(source, passage).length > 1;
  if (!isPart && (!refersBack(text) || passage.text.length > maxPassageLength)) return text;
  const whole = wholeTextOf(source, passage);
  const sentences = sentencesOf(whole);
  const at = sentences.findIndex((sentence) => sentence.includes(text.trim()));
  if (at < 0) return isPart ? whole : text;
  let from = at;
  while (from > 0 && at - from < maxPrecedingSentences && refersBack(sentences[from] ?? '')) from -= 1;
  return sentences.slice(from, at + 1).join(' ');
}

const withoutEnd = (text: string): string => text.trim().replace(/(?:[:：]|(?<!\.)\.)$/, '');
const isLead = (text: string): boolean => /[:：]$/.test(text.trim());

/** The lead that a line needs; empty if it needs none. */
function leadOf(source: Source, passage: Passage, text: string, heading: string): string {
  const above = passage.kind === 'bullet' ? listAround(source, passage).heading : heading;
  const isAlone = above === heading && contentStems(text).size >= wordsOfStatement && !/^\p{Ll}/u.test(text);
  return isAlone || (above === heading && endsSentence(text)) ? '' : withoutEnd(above);
}

/** Table headers by table number. */
const headersOf = ({ passages }: Source): ReadonlyMap<number | undefined, readonly string[]> =>
  new Map(passages.flatMap(({ table, row, cells }) => (row === 0 && cells ? [[table, cells] as const] : [])).toReversed());

function statementOf(source: Source, line: GuideLine, headers: ReturnType<typeof headersOf>): WholeStatement {
  const { passage, text } = line;
  const { pointer, kind, cells, table } = passage;
  const heading = headingOf(source, pointer);
  const isWhole = kind === 'row' || kind === 'title';
  const statement = { heading, source: { pointer, quote: isWhole ? passage.text : text } };
  if (kind === 'title') return { ...statement, text, lead: '' };
  if (kind !== 'row') {
    const whole = wholeSentence(source, line);
    return { ...statement, text: whole, lead: leadOf(source, passage, whole, heading) };
  }
  const shown = (cells ?? []).filter(Boolean).join(' – ');
  const header = headers.get(table);
  const row = cells && header && header !== cells ? { table, header, cells } : undefined;
  return { ...statement, text: shown, lead: '', ...(row && { row }) };
}

/** The whole statements of the lines. Omits duplicates, and leads and headings that are shown with other statements. */
export function wholeStatements(source: Source, lines: readonly GuideLine[]): WholeStatement[] {
  const headers = headersOf(source);
  const headings = new Set(source.passages.filter(({ kind }) => kind !== 'title').map(({ pointer }) => fold(headingOf(source, pointer))));
  const isHeadOfOthers = ({ passage: { kind, text }, text: shown }: GuideLine): boolean =>
    kind === 'title' ? headings.has(fold(text)) : kind !== 'row' && isLead(shown);
  const statements = lines.filter((line) => !isHeadOfOthers(line)).map((line) => statementOf(source, line, headers));
  const seen = new Set<string>();
  return statements.filter(({ text, lead, heading, row }, index) => {
    // The next statement includes this one.
    if (!row && statements[index + 1]?.text.startsWith(`${text} `)) return false;
    const key = JSON.stringify([text, lead, heading, row?.table]);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
