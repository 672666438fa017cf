import { endsSentence } from '@lectern/contracts/plain';
import { FormulaWords } from '@lectern/contracts/formulas';
import { escapeMarkdown } from '@lectern/contracts/plain';
import type { GuideWriter } from '../../../styles/GuideWriter.ts';
import { writeKeyTerms } from '../../../styles/renderGuide.ts';
import { fold } from '../../../text/words.ts';
import { linesOf, linesOfPoints, titleOf, type Block, type Line, type Point, type Topic } from './Topic.ts';

const deepestLevel = 3;

const ended = (text: string): string =>
  endsSentence(text) || /[:：;；]["”’)]?$/.test(text) || FormulaWords.isOne(text) ? text : `${text}.`;

/** The references of the lines, without duplicates. */
const references = (writer: GuideWriter, lines: readonly Line[]): string =>
  [...new Set(lines.map(({ source }) => writer.cite(source)))].join(' ');

function writeList(writer: GuideWriter, list: { points: readonly Point[]; isOrdered: boolean }): void {
  const items: string[] = [];
  const add = ({ points, isOrdered = false }: Pick<Point, 'points' | 'isOrdered'>, indent: string, level: number): void => {
    for (const [index, point] of points.entries()) {
      const mark = isOrdered ? `${index + 1}.` : '-';
      items.push(`${indent}${mark} ${escapeMarkdown(point.text)}`);
      add(point, level < deepestLevel ? `${indent}${' '.repeat(mark.length + 1)}` : indent, level + 1);
    }
  };
  add({ ...list, points: [...list.points] }, '', 0);
  const last = items.pop();
  if (last !== undefined) writer.add(...items, `${last} ${references(writer, linesOfPoints(list.points))}`, '');
}

/** @param isLead - Whether a list follows, so that the reference goes after the list. */
function writeBlock(writer: GuideWriter, block: Block, title: string, isLead: boolean): void {
  if (block.kind === 'terms') writeKeyTerms(writer, block.terms);
  else if (block.kind === 'list') writeList(writer, block);
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

/** Writes a topic without its heading. */
function writeBlocks(writer: GuideWriter, topic: Topic): void {
  const { blocks } = topic;
  for (const [index, block] of blocks.entries()) {
    const last = block.kind === 'paragraph' ? block.lines.at(-1) : undefined;
    const isLead = last !== undefined && /[:：]$/.test(last.text) && blocks[index + 1]?.kind === 'list';
    writeBlock(writer, block, titleOf(topic), isLead);
  }
}

/** Writes topics with their headings. Headings shared with the previous topic are not repeated. */
export function writeTopics(writer: GuideWriter, topics: readonly Topic[], level: number): void {
  let open: readonly string[] = [];
  for (const topic of topics) {
    const { path } = topic;
    const differs = path.findIndex((heading, at) => heading !== open[at]);
    const from = differs < 0 && path.length < open.length ? path.length - 1 : differs;
    if (from >= 0) for (const [at, heading] of path.entries()) if (at >= from) writer.heading(level + at, heading);
    open = path;
    writeBlocks(writer, topic);
  }
}
