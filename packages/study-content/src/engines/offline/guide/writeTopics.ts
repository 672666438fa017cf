import { endsSentence } from '@lectern/contracts/plain';
import { FormulaWords } from '@lectern/formulas';
import { escapeMarkdown } from '@lectern/contracts/plain';
import type { GuideWriter } from '../../../styles/GuideWriter.ts';
import { fold } from '../../../text/words.ts';
import { linesOf, linesOfPoints, type Block, type Line, type Point, type Topic } from './Topic.ts';

const deepestLevel = 3;

const ended = (text: string): string =>
  endsSentence(text) || /[:：;；]["”’)]?$/.test(text) || FormulaWords.isOne(text) ? text : `${text}.`;

/** The references to some lines, each once, in their order. */
const references = (writer: GuideWriter, lines: readonly Line[]): string =>
  [...new Set(lines.map(({ source }) => writer.cite(source)))].join(' ');

function writeList(writer: GuideWriter, points: readonly Point[], isOrdered: boolean): void {
  const items: string[] = [];
  const add = (point: Point, level: number, number: number): void => {
    const mark = isOrdered && level === 0 ? `${number}.` : '-';
    items.push(`${'  '.repeat(Math.min(level, deepestLevel))}${mark} ${escapeMarkdown(point.text)}`);
    for (const [index, child] of point.points.entries()) add(child, level + 1, index + 1);
  };
  for (const [index, point] of points.entries()) add(point, 0, index + 1);
  const last = items.pop();
  if (last !== undefined) writer.add(...items, `${last} ${references(writer, linesOfPoints(points))}`, '');
}

/** @param isLead - Whether a list follows: then the reference stands behind the list. */
function writeBlock(writer: GuideWriter, block: Block, title: string, isLead: boolean): void {
  if (block.kind === 'list') writeList(writer, block.points, block.isOrdered);
  else if (block.kind === 'table') {
    if (block.caption !== undefined && fold(block.caption) !== fold(title)) writer.add('', `**${escapeMarkdown(block.caption)}**`, '');
    writer.table(block.rows);
  } else {
    const label = block.label ? `**${escapeMarkdown(ended(block.label.text.replace(/[:：]$/, '')))}** ` : '';
    const sentences = block.lines.map(({ text }) => escapeMarkdown(ended(text))).join(' ');
    const cited = references(writer, linesOf(block));
    writer.add(`${label}${sentences}${isLead ? '' : ` ${cited}`}`, '');
  }
}

/** Writes what a topic says, without its heading. */
export function writeBlocks(writer: GuideWriter, { title, blocks }: Topic): void {
  for (const [index, block] of blocks.entries()) {
    const last = block.kind === 'paragraph' ? block.lines.at(-1) : undefined;
    const isLead = last !== undefined && /[:：]$/.test(last.text) && blocks[index + 1]?.kind === 'list';
    writeBlock(writer, block, title, isLead);
  }
}

/** "Value of data sharing: to the public": what several topics are about, and which part of it this one is. */
function groupOf(title: string): [group: string, part: string | undefined] {
  const match = /^([^:]{4,60}): (\S.*)$/.exec(title);
  return match?.[1] !== undefined && match[2] !== undefined ? [match[1], match[2]] : [title, undefined];
}

/**
 * Writes topics under a heading each. Neighbours with the same words before their colon stand under one heading. The first topic needs none
 * where it has the title of the guide, and a single topic needs none at all.
 */
export function writeTopics(writer: GuideWriter, topics: readonly Topic[], level: number, guideTitle: string): void {
  let open: string | undefined;
  for (const [at, topic] of topics.entries()) {
    const [group, part] = groupOf(topic.title);
    const isGrouped =
      part !== undefined &&
      (open === group || [topics[at - 1], topics[at + 1]].some((other) => other !== undefined && groupOf(other.title)[0] === group));
    if (isGrouped && open !== group) writer.heading(level, group);
    open = isGrouped ? group : undefined;
    const isTitled = topics.length > 1 && !(at === 0 && fold(topic.title) === fold(guideTitle));
    if (isTitled) writer.heading(isGrouped ? level + 1 : level, isGrouped ? part : topic.title);
    writeBlocks(writer, topic);
  }
}
