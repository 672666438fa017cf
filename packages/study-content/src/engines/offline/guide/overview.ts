import { endsSentence } from '@lectern/contracts/plain';
import { escapeMarkdown, type Source } from '@lectern/contracts/plain';
import { fold, wordCount, withoutStop } from '../../../text/words.ts';
import type { GuideWriter } from '../../../styles/GuideWriter.ts';
import type { Facts } from '../facts/Fact.ts';
import type { Tagger } from '../posTagger.ts';
import { centralSentences } from './centralSentences.ts';
import { linesOf, type Line, type Topic } from './Topic.ts';

/** The opening of a guide: the sentences that the material is about, else the names of its topics. */
export interface Overview {
  text: string;
  lines: Line[];
}

const ended = (text: string): string => (endsSentence(text) || /[:：]["”’)]?$/.test(text) ? text : `${text}.`);

/** The more a source says, the more sentences its overview has. Words of the source. */
const sentenceCounts: readonly (readonly [words: number, sentences: number])[] = [
  [1_500, 4],
  [500, 3],
  [250, 2],
  [0, 1],
];
const mostTopics = 6;

/** Some topics, spread over all of them. */
function spreadTopics(source: Source, topics: readonly Topic[]): string[] {
  const names = [...new Set(topics.map(({ title }) => withoutStop(title).replace(/[?？]$/, '')))].filter(
    (title) => fold(title) !== fold(source.title) && title.length > 2 && wordCount(title) <= 8,
  );
  if (names.length <= mostTopics) return names;
  return Array.from({ length: mostTopics }, (_, index) => names[Math.round((index * (names.length - 1)) / (mostTopics - 1))] ?? '');
}

/** Chooses what the overview says. */
export function overviewOf(source: Source, facts: Facts, topics: readonly Topic[], words: number, tag: Tagger | undefined): Overview {
  const count = sentenceCounts.find(([least]) => words >= least)?.[1] ?? 1;
  const lines = centralSentences(source, facts, topics, count, tag);
  if (lines.length > 0) return { lines, text: lines.map(({ text }) => ended(text)).join(' ') };
  const names = spreadTopics(source, topics);
  const title = withoutStop(source.title);
  if (names.length > 0) return { lines: [], text: ended(`${title}: ${names.join('; ')}`) };
  const first = topics.flatMap(({ blocks }) => blocks.flatMap(linesOf))[0];
  return first ? { lines: [first], text: ended(first.text) } : { lines: [], text: ended(title) };
}

/** Writes an overview with its references. */
export function writeOverview(writer: GuideWriter, { text, lines }: Overview): string {
  if (lines.length === 0) return escapeMarkdown(text);
  return lines.map((line) => `${escapeMarkdown(ended(line.text))} ${writer.cite(line.source)}`).join(' ');
}
