import type { Passage, Source } from '@lectern/contracts';
import { withoutContinuation } from '../../../text/titles.ts';
import { guideMaterial } from '../../../text/guideMaterial.ts';
import { fold, wordCount } from '../../../text/words.ts';
import type { Tagger } from '../posTagger.ts';
import { pathsOfSlides, type Slide } from './chapters.ts';
import { blockOfTable, comparisonOf, type SourceTable, tablesOf, withoutBuilds } from './readTables.ts';
import { placeNotes } from './placeNotes.ts';
import { TopicBlocks } from './TopicBlocks.ts';
import { readSection } from './readSection.ts';
import { type Section, sectionsOfParagraphs } from './sectionsOfParagraphs.ts';
import { type Block, isSamePath, linesOf, titleOf, type Topic } from './Topic.ts';

/** Titles without a subject. They belong to the previous topic. */
const emptyTitle =
  /^(let[’']?s .*|discuss(ion)?\b.*|examples?( \d+)?|activit(y|ies)\b.*|exercises?\b.*|practice\b.*|your turn|more|notes?|topics?|homework|think about it.*|polls?\b.*|review( questions)?|group work.*|break)$/i;

/** A longer title reads as a sentence. It becomes the first paragraph of its section, so that its words are kept. */
const maxTitleWords = 14;

/** Strips a trailing colon. */
const withoutColon = (title: string): string => title.trim().replace(/(?<!\s)\s*[:：]$/, '');

/** The section name in a title; empty if there is none. */
const nameOfTitle = ({ text }: Passage): string => {
  const title = withoutColon(withoutContinuation(text));
  return wordCount(title) > maxTitleWords || emptyTitle.test(title) ? '' : title;
};

/** Keeps a title without a section name as a paragraph, unless it is only a continuation marker. */
const asParagraph = (title: Passage): Passage[] =>
  nameOfTitle(title) === '' && withoutContinuation(title.text) !== '' ? [{ ...title, kind: 'paragraph' }] : [];

function sectionsOfSlides(source: Source, passages: readonly Passage[]): Section[] {
  const slides = [...Map.groupBy(passages, ({ pointer }) => (pointer.kind === 'slide' ? pointer.slide : 0))].map(([number, own]): Slide => {
    const title = own.find(({ kind }) => kind === 'title');
    const below = own.filter((passage) => passage !== title);
    return { number, title: title ? nameOfTitle(title) : '', passages: title ? [...asParagraph(title), ...below] : below };
  });
  const paths = pathsOfSlides(source, slides);
  // The chapter number is part of the heading.
  return slides.map(({ passages: own }, at) => {
    const [chapter = ''] = paths[at] ?? [];
    return { path: paths[at] ?? [], passages: own.filter(({ text }) => fold(text) !== fold(chapter.split(':', 1)[0] ?? '')) };
  });
}

const deepestPath = 4;

/** The sections of a text with their heading paths. */
function sectionsOfText(source: Source, passages: readonly Passage[], tag: Tagger | undefined): Section[] {
  const sections: Section[] = [{ path: [], passages: [] }];
  let above: Passage[] = [];
  for (const passage of passages) {
    if (passage.kind !== 'title') sections.at(-1)?.passages.push(passage);
    else if (nameOfTitle(passage) === '') sections.at(-1)?.passages.push(...asParagraph(passage));
    else {
      above = [...above.filter(({ level }) => level < passage.level), passage];
      const names = above.map(nameOfTitle).filter((name) => fold(name) !== fold(source.title));
      sections.push({ path: names.length > deepestPath ? [...names.slice(0, deepestPath - 1), names.at(-1) ?? ''] : names, passages: [] });
    }
  }
  return sections.filter((section) => section.passages.length > 0).flatMap((section) => sectionsOfParagraphs(section, tag));
}

function sectionsOf(source: Source, tag: Tagger | undefined): Section[] {
  const { passages } = guideMaterial(source);
  const runs: Passage[][] = [];
  for (const passage of passages) {
    const run = runs.at(-1);
    if (run && (run[0]?.pointer.kind === 'slide') === (passage.pointer.kind === 'slide')) run.push(passage);
    else runs.push([passage]);
  }
  return runs.flatMap((run) => (run[0]?.pointer.kind === 'slide' ? sectionsOfSlides(source, run) : sectionsOfText(source, run, tag)));
}

/** The blocks of a section: parts in order, tables where they start, notes last. */
function blocksOf({ path, passages }: Section, tables: ReadonlyMap<number, SourceTable>): Block[] {
  const blocks: Block[] = [];
  let run: Passage[] = [];
  let caption: string | undefined;
  const shown = new Set<number>();
  const closeRun = (): void => {
    const comparison = comparisonOf(run, titleOf({ path }));
    blocks.push(...(comparison ? [comparison] : readSection(run, titleOf({ path }))));
    run = [];
  };
  const partOf = ({ pointer }: Passage): string => (pointer.kind === 'slide' ? pointer.part : '');
  for (const passage of passages) {
    if (passage.kind === 'caption') {
      if (partOf(passage) === 'chart') caption = passage.text;
      continue;
    }
    if (passage.kind === 'row') {
      closeRun();
      const table = passage.table === undefined || shown.has(passage.table) ? undefined : tables.get(passage.table);
      if (table) {
        shown.add(table.number);
        blocks.push(...blockOfTable(table, caption));
        caption = undefined;
      }
      continue;
    }
    const [first] = run;
    if (first && partOf(first) !== partOf(passage)) closeRun();
    run.push(passage);
  }
  closeRun();
  return placeNotes(blocks, titleOf({ path }));
}

/** The only line of a slide section; `undefined` if it has more. */
const onlyLine = ({ path, blocks }: Topic) => {
  const lines = blocks.flatMap(linesOf);
  const [line] = lines;
  const isOne = path.length > 0 && lines.length === 1 && blocks.length === 1 && line?.source.pointer.kind === 'slide';
  return isOne ? line : undefined;
};

/** Appends a section with a single line to the previous one, with its title as a label. */
function joinShort(topics: readonly Topic[]): Topic[] {
  const joined: Topic[] = [];
  for (const [at, topic] of topics.entries()) {
    const line = onlyLine(topic);
    const before = topics[at - 1];
    const target = joined.at(-1);
    const isBeside =
      before !== undefined &&
      [topic.path.length, topic.path.length - 1].includes(before.path.length) &&
      isSamePath(topic.path.slice(0, -1), before.path.slice(0, topic.path.length - 1));
    if (!line || !target || !isBeside || onlyLine(before) || topics[at + 1]?.path.length === topic.path.length + 1) joined.push(topic);
    else target.blocks.push({ kind: 'paragraph', label: { ...line, text: titleOf(topic) }, lines: [line] });
  }
  return joined;
}

/** Reads what a source teaches, by topic, in order and without repetitions. Consecutive slides with the same title form one topic. */
export function readTopics(source: Source, tag: Tagger | undefined): Topic[] {
  const sections = sectionsOf(source, tag);
  const tables = withoutBuilds(tablesOf(sections.flatMap(({ passages }) => passages)));
  const topics: { path: readonly string[]; content: TopicBlocks }[] = [];
  const seenSentences = new Set<string>();
  for (const section of sections) {
    const before = topics.at(-1);
    const isSame = before !== undefined && isSamePath(before.path, section.path);
    const topic = isSame ? before : { path: section.path, content: new TopicBlocks(seenSentences) };
    topic.content.add(blocksOf(section, tables));
    if (!isSame && topic.content.blocks.length > 0) topics.push(topic);
  }
  return joinShort(topics.map(({ path, content: { blocks } }) => ({ path, blocks })));
}
