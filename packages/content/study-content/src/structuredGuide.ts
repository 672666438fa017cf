import { escapeMarkdown, type Passage, type Source } from '@lectern/contracts/plain';
import type { Guide } from './StudyContentEngine.ts';
import { GuideWriter } from './styles/GuideWriter.ts';
import { hasSeveralDocuments } from './text/pointers.ts';
import { guideMaterial } from './text/guideMaterial.ts';
import { sentencesOf } from './text/sentences.ts';
import { titleOfGuide } from './text/titles.ts';
import { fold } from './text/words.ts';

const maxOverviewLength = 300;

/** The first sentence of a source; a very long one is cut at a space. */
function openingOf(passages: readonly Passage[], title: string): string {
  const first = passages.find(({ kind }) => kind !== 'title')?.text ?? title;
  const sentence = sentencesOf(first)[0] ?? first;
  return sentence.length <= maxOverviewLength ? sentence : sentence.slice(0, maxOverviewLength).replace(/(?<!\s)\s+\S*$/, '');
}

/** Writes the rows of one table. @returns the number of passages written */
function writeTable(writer: GuideWriter, passages: readonly Passage[], from: number): number {
  const number = passages[from]?.table;
  const end = passages.findIndex(({ kind, table }, index) => index > from && (kind !== 'row' || table !== number));
  const rows = passages.slice(from, end < 0 ? undefined : end);
  writer.table(rows.map(({ cells, text, pointer }) => ({ cells: cells ?? [text], source: { pointer, quote: text } })));
  return rows.length;
}

const deepestLevel = 3;

function writePassage(writer: GuideWriter, { kind, level, text, pointer }: Passage): void {
  const reference = writer.cite({ pointer, quote: text });
  if (kind === 'bullet') writer.add(`${'  '.repeat(Math.min(level, deepestLevel))}- ${escapeMarkdown(text)} ${reference}`);
  else writer.add('', `${escapeMarkdown(text)} ${reference}`, '');
}

/** Renders the material itself as a guide. It adds no statements, so it needs no checks and works for any readable text. */
export function structuredGuide(source: Source): Guide {
  const { passages } = guideMaterial(source);
  const writer = new GuideWriter(hasSeveralDocuments(source));
  writer.add(`# ${escapeMarkdown(titleOfGuide(source))}`, '');
  let heading = fold(source.title);
  for (let index = 0; index < passages.length; index += 1) {
    const passage = passages[index] as Passage;
    if (passage.kind === 'row') index += writeTable(writer, passages, index) - 1;
    else if (passage.kind !== 'title') writePassage(writer, passage);
    else {
      writer.cite({ pointer: passage.pointer, quote: passage.text });
      // Consecutive slides with the same title share a heading.
      if (fold(passage.text) !== heading) writer.heading(2, passage.text);
      heading = fold(passage.text);
    }
  }
  return {
    title: titleOfGuide(source),
    overview: openingOf(passages, source.title),
    markdownContent: writer.markdown,
    sources: writer.sources,
  };
}
