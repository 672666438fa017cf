import type { Mark } from '@lectern/contracts';
import { referenceOf } from '../reading/guideMarkdown';
import { findMarks, type MarkPlace } from './findMarks';
import { labelOf } from './passageOf';

/** The fields of an HTML syntax tree that this module uses. */
interface HtmlNode {
  type: string;
  value?: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: HtmlNode[];
}

/** A text node with its position and the offsets of its characters other than white space. */
interface Piece {
  parent: HtmlNode;
  node: HtmlNode;
  /** The position of its first character in the squeezed text. */
  start: number;
  /** The offsets in `node.value` of characters other than white space. */
  offsets: readonly number[];
  isInLink: boolean;
  /** A formula. It is marked as a whole. */
  isWhole: boolean;
}

const isFormula = ({ properties = {} }: HtmlNode): boolean => properties['dataFormula'] !== undefined;

const offsetsOf = (text: string): number[] => [...text.matchAll(/\S/g)].map(({ index }) => index);

/** Collects the text nodes of a page in order. References contribute their small numbers to the text but are never marked. */
const readTexts = (tree: HtmlNode): { text: string; pieces: Piece[] } => {
  const parts: string[] = [];
  const pieces: Piece[] = [];
  let start = 0;
  const add = (value: string): void => {
    parts.push(value);
    start += value.length;
  };
  const addPiece = (piece: Pick<Piece, 'parent' | 'node' | 'isInLink' | 'isWhole'>, value: string): void => {
    const offsets = offsetsOf(value);
    if (offsets.length > 0) pieces.push({ ...piece, start, offsets });
    add(offsets.map((offset) => value[offset] ?? '').join(''));
  };
  const walk = (parent: HtmlNode, isInLink: boolean): void => {
    for (const node of parent.children ?? []) {
      const { href } = node.properties ?? {};
      const reference = node.tagName === 'a' && typeof href === 'string' ? referenceOf(href) : undefined;
      if (reference) add(labelOf(reference));
      else if (isFormula(node)) addPiece({ parent, node, isInLink, isWhole: true }, String(node.properties?.['dataFormula']));
      else if ((node.type === 'text' || node.type === 'raw') && node.value !== undefined)
        addPiece({ parent, node, isInLink, isWhole: false }, node.value);
      else walk(node, isInLink || node.tagName === 'a');
    }
  };
  walk(tree, false);
  return { text: parts.join(''), pieces };
};

/** A range of a piece that is covered by one mark or by none. Offsets count the piece's own characters. */
interface Part {
  from: number;
  to: number;
  place: MarkPlace | undefined;
}

const partsOf = ({ node, start, offsets }: Piece, places: readonly MarkPlace[]): Part[] => {
  const end = start + offsets.length;
  const over = places.filter((place) => place.start < end && place.end > start);
  if (over.length === 0) return [];
  const cuts = new Set([0, offsets.length]);
  for (const place of over) {
    cuts.add(Math.max(0, place.start - start));
    cuts.add(Math.min(offsets.length, place.end - start));
  }
  const sorted = [...cuts].sort((one, other) => one - other);
  const covering = (at: number): MarkPlace | undefined => over.findLast((place) => place.start <= at && place.end > at);
  const parts: Part[] = [];
  sorted.slice(0, -1).forEach((from, index) => {
    const to = sorted[index + 1] ?? from;
    const place = covering(start + from);
    // White space between two marked characters is marked, even if the mark continues in the next piece.
    const next = offsets[to] ?? node.value?.length ?? 0;
    const goesOn = place === undefined || place.end > start + to;
    parts.push({ from: offsets[from] ?? 0, to: goesOn ? next : (offsets[to - 1] ?? 0) + 1, place });
  });
  return parts;
};

/** Builds the text nodes and marks that replace a piece. */
const replacementOf = (piece: Piece, parts: readonly Part[], toMark: (place: MarkPlace, text: HtmlNode, isInLink: boolean) => HtmlNode) => {
  if (piece.isWhole) {
    const place = parts.find((part) => part.place)?.place;
    return [place ? toMark(place, piece.node, piece.isInLink) : piece.node];
  }
  const value = piece.node.value ?? '';
  const nodes: HtmlNode[] = [];
  let at = 0;
  const addText = (to: number): void => {
    if (to > at) nodes.push({ type: 'text', value: value.slice(at, to) });
    at = Math.max(at, to);
  };
  for (const { from, to, place } of parts) {
    addText(from);
    if (!place) continue;
    nodes.push(toMark(place, { type: 'text', value: value.slice(at, to) }, piece.isInLink));
    at = to;
  }
  addText(value.length);
  return nodes;
};

/**
 * A rehype plugin that wraps marked words in `<mark data-mark="ID" data-colour="yellow">`. A mark that spans several elements becomes
 * several `mark` elements; the first one has `data-first`. Inside a link they have `data-in-link`.
 */
export const markedText =
  ({ marks }: { marks: readonly Mark[] }) =>
  (tree: HtmlNode): void => {
    if (marks.length === 0) return;
    const { text, pieces } = readTexts(tree);
    const places = findMarks(text, marks);
    const byId = new Map(marks.map((mark) => [mark._id, mark]));
    const begun = new Set<string>();
    const toMark = ({ id }: MarkPlace, child: HtmlNode, isInLink: boolean): HtmlNode => {
      const mark = byId.get(id);
      const isFirst = !isInLink && !begun.has(id);
      if (isFirst) begun.add(id);
      const properties = {
        dataMark: id,
        dataColour: mark?.colour,
        ...(isFirst && { dataFirst: 'true' }),
        ...(isInLink && { dataInLink: 'true' }),
        ...(mark?.note && { dataNote: 'true' }),
      };
      return { type: 'element', tagName: 'mark', properties, children: [child] };
    };
    for (const piece of pieces) {
      const parts = partsOf(piece, places);
      if (parts.length === 0) continue;
      const { children = [] } = piece.parent;
      children.splice(children.indexOf(piece.node), 1, ...replacementOf(piece, parts, toMark));
    }
  };
