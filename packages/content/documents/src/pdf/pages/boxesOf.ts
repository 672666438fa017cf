import { pageLimits, type PageBox } from '@lectern/contracts/plain';
import type { Box } from '../matrix.ts';
import type { Stretch } from './findLetters.ts';

/** In pixels around the letters. */
const padding = 3;

const joined = (one: Box, other: Box): Box => ({
  left: Math.min(one.left, other.left),
  right: Math.max(one.right, other.right),
  top: Math.min(one.top, other.top),
  bottom: Math.max(one.bottom, other.bottom),
});

/** Returns whether a letter stands in the line of those before it, on either side. */
function isInLine(line: Box, letter: Box): boolean {
  const overlap = Math.min(line.bottom, letter.bottom) - Math.max(line.top, letter.top);
  const height = Math.min(line.bottom - line.top, letter.bottom - letter.top);
  const space = 3 * (line.bottom - line.top);
  return letter.right >= line.left - space && letter.left <= line.right + space && overlap >= height / 2;
}

/** Returns whether a line continues the block above it. */
function isBelow(block: Box, line: Box, previous: Box): boolean {
  const height = Math.max(previous.bottom - previous.top, line.bottom - line.top);
  return line.top >= previous.top && line.top - previous.bottom < 1.2 * height && line.left < block.right && line.right > block.left;
}

function linesOf(letters: Iterable<Box>): Box[] {
  const lines: Box[] = [];
  for (const letter of letters) {
    const line = lines.at(-1);
    if (line && isInLine(line, letter)) lines[lines.length - 1] = joined(line, letter);
    else lines.push(letter);
  }
  return lines;
}

function blocksOf(lines: readonly Box[]): Box[] {
  const blocks: Box[] = [];
  for (const [index, line] of lines.entries()) {
    const [block, previous] = [blocks.at(-1), lines[index - 1]];
    if (block && previous && isBelow(block, line, previous)) blocks[blocks.length - 1] = joined(block, line);
    else blocks.push(line);
  }
  return blocks;
}

const rounded = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000;

/** Returns a box in fractions of the page; `undefined` if it is not on the page. */
function onPage({ left, right, top, bottom }: Box, { width, height }: { width: number; height: number }): PageBox | undefined {
  const [x, y] = [rounded((left - padding) / width), rounded((top - padding) / height)];
  const [endX, endY] = [rounded((right + padding) / width), rounded((bottom + padding) / height)];
  const box = { x, y, width: rounded(endX - x), height: rounded(endY - y) };
  return box.width > 0 && box.height > 0 ? box : undefined;
}

/**
 * Returns rectangles around the letters of a passage: one for a paragraph, more if it goes on in another column.
 *
 * @param boxOf - The box of a letter in pixels; `undefined` if it is unknown.
 */
export function boxesOf(
  stretches: readonly Stretch[],
  boxOf: (letter: number) => Box | undefined,
  size: { width: number; height: number },
): PageBox[] {
  const letters = stretches.flatMap(([start, end]) => Array.from({ length: end - start }, (_, index) => boxOf(start + index)));
  const blocks = blocksOf(linesOf(letters.filter((box) => box !== undefined)));
  return blocks.flatMap((block) => onPage(block, size) ?? []).slice(0, pageLimits.boxes);
}
