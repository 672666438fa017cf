import type { Node } from 'prosemirror-model';
import type { GuideSource } from './readMarkdown';
import { writeBlock, type ListMarkers } from './writeBlock';

/** A block of the editor on its way into the text. */
interface WrittenBlock {
  text: string;
  /** The source is written as it was. */
  isUntouched: boolean;
  /** The number of the source's block in whose place it is. */
  place: number | undefined;
}

const markersOf = (text: string): { bullet?: string | undefined; number?: string | undefined } => ({
  bullet: /^[ \t]*([-*+])(?:\s|$)/.exec(text)?.[1],
  number: /^[ \t]*\d{1,9}([.)])(?:\s|$)/.exec(text)?.[1],
});

/** Chooses markers that neither neighbour has: adjacent lists with the same marker would be one. */
const markersBetween = (...neighbours: readonly (string | undefined)[]): ListMarkers => {
  const taken = neighbours.map((text) => markersOf(text ?? ''));
  const free = <Marker extends string>(markers: readonly [Marker, ...Marker[]], field: 'bullet' | 'number'): Marker =>
    markers.find((marker) => taken.every((each) => each[field] !== marker)) ?? markers[0];
  return { bullet: free(['-', '*', '+'], 'bullet'), number: free(['.', ')'], 'number') };
};

const emptyLine = /\r?\n[ \t]*\r?\n/;
const emptyLineFirst = /^[ \t]*\r?\n[ \t]*\r?\n/;
const emptyLineLast = /\n[ \t]*\r?\n$/;

/** A separator after which any block can begin. Keeps the rules in it. */
const loosened = (separator: string): string => {
  const rules = separator.trim();
  const isLoose = rules === '' ? emptyLine.test(separator) : emptyLineFirst.test(separator) && emptyLineLast.test(separator);
  if (isLoose) return separator;
  return rules === '' ? '\n\n' : `\n\n${rules}\n\n`;
};

/** The end of a text below any block. */
const loosenedEnd = (end: string): string => (end.trim() === '' || emptyLineFirst.test(end) ? end : `\n\n${end.trimStart()}`);

const isEmptyParagraph = (node: Node): boolean => node.type.name === 'paragraph' && /^[ \t]*$/.test(node.textContent) && !hasAtom(node);

function hasAtom(node: Node): boolean {
  return node.children.some((child) => !child.isText && child.type.name !== 'hard_break');
}

/** A code block without an end would go on over what follows. */
const closed = (text: string): string => {
  const [, fence] = /^ {0,3}(`{3,}|~{3,})/.exec(text) ?? [];
  if (fence === undefined) return text;
  const lines = text.split('\n');
  const last = lines.length > 1 ? (lines.at(-1)?.trim() ?? '') : '';
  const isClosed = last.length >= fence.length && [...last].every((character) => character === fence.charAt(0));
  return isClosed ? text : `${text}\n${fence}`;
};

/**
 * Writes what is in the editor as Markdown. A block that is as it was read is written as it was, with the white space around it. So a document
 * without a change is exactly the source again, and a change affects its block only.
 */
export class MarkdownWriter {
  private readonly source: GuideSource;
  private readonly texts = new WeakMap<Node, { key: string; text: string }>();

  constructor(source: GuideSource) {
    this.source = source;
  }

  write(doc: Node): string {
    const { blocks, after } = this.source;
    const nodes = doc.children.filter((node) => !isEmptyParagraph(node));
    if (nodes.length === 0) return blocks.length === 0 ? after : '';
    const written = this.writeAll(nodes);
    const last = written.at(-1);
    const isEnd = last?.isUntouched === true && last.place === blocks.length - 1;
    const pieces = written.map(
      (block, index) => this.separator(written[index - 1], block) + this.textOf(block, index === written.length - 1),
    );
    return pieces.join('') + (isEnd ? after : loosenedEnd(after));
  }

  private textOf({ text, place }: WrittenBlock, isLast: boolean): string {
    return isLast && place === this.source.blocks.length - 1 ? text : closed(text);
  }

  private writeAll(nodes: readonly Node[]): WrittenBlock[] {
    const used = new Set<number>();
    const numbers = nodes.map((node) => {
      const number = node.attrs['block'] as number | null;
      if (number === null || used.has(number)) return undefined;
      used.add(number);
      return number;
    });
    const untouched = nodes.map((node) => this.untouchedText(node, used));
    const written: WrittenBlock[] = [];
    nodes.forEach((node, index) => {
      const asItWas = untouched[index];
      const before = written.at(-1);
      const text = asItWas ?? this.blockText(node, markersBetween(before?.text, untouched[index + 1]));
      written.push({
        text,
        isUntouched: asItWas !== undefined,
        place: numbers[index] ?? this.placeBetween(before?.place, numbers.slice(index + 1)),
      });
    });
    return written;
  }

  /** A new block between others is in the place of a block that is gone. */
  private placeBetween(before: number | undefined, later: readonly (number | undefined)[]): number | undefined {
    const place = (before ?? -1) + 1;
    const next = later.find((number) => number !== undefined);
    return place < (next ?? this.source.blocks.length) ? place : undefined;
  }

  private untouchedText(node: Node, used: ReadonlySet<number>): string | undefined {
    const number = node.attrs['block'] as number | null;
    const block = number !== null && used.has(number) ? this.source.blocks[number] : undefined;
    if (block && (block.node === node || block.node.eq(node))) return block.source;
    return node.type.name === 'kept_block' ? ((node.attrs['source'] as string | null) ?? undefined) : undefined;
  }

  private blockText(node: Node, markers: ListMarkers): string {
    const key = markers.bullet + markers.number;
    const known = this.texts.get(node);
    if (known?.key === key) return known.text;
    const text = writeBlock(node, markers);
    this.texts.set(node, { key, text });
    return text;
  }

  private separator(previous: WrittenBlock | undefined, { isUntouched, place }: WrittenBlock): string {
    const before = place === undefined ? undefined : this.source.blocks[place]?.before;
    const isAdjacent = place === (previous?.place ?? -1) + 1;
    if (previous === undefined) {
      const start = this.source.blocks[0]?.before ?? '';
      if (isAdjacent && (isUntouched || start.trim() === '' || emptyLineLast.test(start))) return start;
      return start.trim() === '' ? '' : `${start.trimEnd()}\n\n`;
    }
    if (before === undefined || place === 0) return '\n\n';
    if (isAdjacent && isUntouched && previous.isUntouched) return before;
    return isAdjacent || before.trim() !== '' ? loosened(before) : '\n\n';
  }
}
