import type { Passage, Source } from '@lectern/contracts';
import { withoutContinuation } from '../../../text/continuation.ts';
import { titlePassageAbove } from '../../../text/headings.ts';
import { guideMaterial } from '../../../text/omissions.ts';
import { fold, wordCount } from '../../../text/words.ts';
import type { Tagger } from '../posTagger.ts';
import { TopicBlocks } from './TopicBlocks.ts';
import { readSection } from './readSection.ts';
import { blockOfTable, tablesOf, withoutBuilds, type SourceTable } from './readTables.ts';
import { sectionsOfParagraphs, type Section } from './sectionsOfParagraphs.ts';
import type { Block, Topic } from './Topic.ts';

/** Titles that name no subject: they and what stands below them belong to the topic before. */
const emptyTitle =
  /^(let[’']?s .*|discuss(ion)?\b.*|examples?( \d+)?|activit(y|ies)\b.*|exercises?\b.*|practice\b.*|your turn|more|notes?|topics?|check your understanding.*|quiz|homework|think about it.*|polls?\b.*|review( questions)?|group work.*|break)$/i;

/** A title of more words reads as a sentence. It is the first paragraph of its section, so that its words are kept. */
const longestTitle = 14;

/**
 * The headings of a document that stand right below another one, as "Heading above: heading". No section has the one above as its title, so that its
 * words would be lost.
 */
function namesBelowHeadings({ passages, title }: Source): Map<Passage, string> {
  const names = new Map<Passage, string>();
  let above: { level: number; text: string; isAlone: boolean }[] = [];
  passages.forEach((passage, index) => {
    const { kind, level, text, pointer } = passage;
    if (kind !== 'title' || pointer.kind === 'slide') return;
    above = above.filter((heading) => heading.level < level);
    const nearest = above.at(-1);
    if (nearest?.isAlone && fold(nearest.text) !== fold(title)) names.set(passage, `${nearest.text}: ${text}`);
    const next = passages[index + 1];
    above.push({ level, text, isAlone: next?.kind === 'title' && next.level > level && !text.includes(':') });
  });
  return names;
}

/** "Examples:" is a heading without its colon. */
const withoutColon = (title: string): string => title.trim().replace(/(?<!\s)\s*[:：]$/, '');

/** The section below a title, without passages yet. */
function sectionBelow(titlePassage: Passage | undefined, name = titlePassage?.text ?? ''): Section {
  const title = withoutContinuation(name);
  return titlePassage && (wordCount(title) > longestTitle || emptyTitle.test(withoutColon(title)))
    ? { title: '', passages: [{ ...titlePassage, kind: 'paragraph' }] }
    : { title, passages: [] };
}

/** The passages below the titles. */
const lecturePassages = (source: Source): Passage[] => guideMaterial(source).passages.filter(({ kind }) => kind !== 'title');

function sectionsOf(source: Source, tag: Tagger | undefined): Section[] {
  const passages = lecturePassages(source);
  const names = namesBelowHeadings(source);
  const sections: Section[] = [];
  let key: string | undefined;
  for (const passage of passages) {
    const { pointer } = passage;
    const title = titlePassageAbove(source, pointer);
    const own = pointer.kind === 'slide' ? `slide ${pointer.slide}` : `text ${withoutContinuation(title?.text ?? '')}`;
    if (own !== key) sections.push(sectionBelow(title, title && names.get(title)));
    key = own;
    sections.at(-1)?.passages.push(passage);
  }
  const isText = passages[0] !== undefined && passages[0].pointer.kind !== 'slide';
  return isText ? sections.flatMap((section) => sectionsOfParagraphs(section, tag)) : sections;
}

/** What a section says: its parts in their order, its tables where they start, its notes behind. */
function blocksOf({ title, passages }: Section, tables: ReadonlyMap<number, SourceTable>): Block[] {
  const blocks: Block[] = [];
  let run: Passage[] = [];
  let caption: string | undefined;
  const shown = new Set<number>();
  const closeRun = (): void => {
    blocks.push(...readSection(run, title));
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
  return blocks;
}

/** What a source teaches, by topic, in its order and nothing twice. Slides of one title that follow each other are one topic. */
export function readTopics(source: Source, tag: Tagger | undefined): Topic[] {
  const tables = withoutBuilds(tablesOf(lecturePassages(source)));
  const topics: { title: string; content: TopicBlocks }[] = [];
  const toldSentences = new Set<string>();
  for (const section of sectionsOf(source, tag)) {
    const before = topics.at(-1);
    const title = withoutColon(section.title) || (before?.title ?? source.title);
    const isSame = before !== undefined && fold(before.title) === fold(title);
    const topic = isSame ? before : { title, content: new TopicBlocks(toldSentences) };
    topic.content.add(blocksOf(section, tables));
    if (!isSame && topic.content.blocks.length > 0) topics.push(topic);
  }
  return topics.map(({ title, content: { blocks } }) => ({ title, blocks }));
}
