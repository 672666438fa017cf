import type { ListItem, Table, TableRow } from 'mdast';
import { defaultHandlers, type Handle, type Options, type Unsafe } from 'mdast-util-to-markdown';

/**
 * Writes tables, strikethrough and task lists. `mdast-util-gfm` also does, but with its import the modules for it would be part of the chunk that every
 * guide loads, because reading and writing are in the same files.
 */

/** Where a character has no meaning as text: in addresses and titles. */
const noText = ['autolink', 'destinationLiteral', 'destinationRaw', 'reference', 'titleQuote', 'titleApostrophe'] as const;
// The names of constructs are declared by extensions.
const inCell = 'tableCell' as 'phrasing';

const unsafe: Unsafe[] = [
  { character: '~', inConstruct: 'phrasing', notInConstruct: [...noText] },
  { character: '\r', inConstruct: inCell },
  { character: '\n', inConstruct: inCell },
  { character: '|', inConstruct: inCell },
  // The beginnings of a table's second line.
  { character: '|', atBreak: true, after: '[\t :-]' },
  { character: ':', atBreak: true, after: '-' },
  { character: '-', atBreak: true, after: '[:|-]' },
];

const delimiters = { left: ':---', right: '---:', center: ':---:' } as const;

const table: Handle = ({ align, children }: Table, _parent, state, info) => {
  const exit = state.enter('table' as 'phrasing');
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell || ' ').join(' | ')} |`;
  const rowOf = ({ children: cells }: TableRow): string =>
    line(
      cells.map((cell) => {
        const exits = [state.enter(inCell), state.enter('phrasing')];
        const value = state.containerPhrasing(cell, { ...info, before: ' ', after: ' ' });
        for (const leave of exits.reverse()) leave();
        return value;
      }),
    );
  const [head, ...rows] = children.map(rowOf);
  const columns = children[0]?.children ?? [];
  const delimiter = line(columns.map((_cell, index) => delimiters[align?.[index] ?? ('none' as 'left')] ?? '---'));
  exit();
  return [head, delimiter, ...rows].join('\n');
};

const inlineCode: Handle = (node, parent, state) => {
  const value = defaultHandlers.inlineCode(node, parent, state);
  return state.stack.includes(inCell) ? value.replace(/\|/g, '\\|') : value;
};

const strikethrough: Handle = (node, _parent, state, info) => {
  const exit = state.enter('strikethrough' as 'phrasing');
  const value = state.containerPhrasing(node, { ...info, before: '~', after: '~' });
  exit();
  return `~~${value}~~`;
};

const listItem: Handle = (node: ListItem, parent, state, info) => {
  const value = defaultHandlers.listItem(node, parent, state, info);
  if (typeof node.checked !== 'boolean' || node.children[0]?.type !== 'paragraph') return value;
  const box = node.checked ? '[x] ' : '[ ] ';
  return value.replace(/^(?:[*+-]|\d+[.)]) {1,3}/, (marker) => marker + box);
};

/** The extension of the serializer for GitHub's Markdown. */
export const gfmWriting: Options = {
  handlers: {
    table,
    inlineCode: Object.assign(inlineCode, { peek: () => '`' }),
    delete: Object.assign(strikethrough, {
      peek: () => '~',
      attention: () => ({ construct: 'strikethrough', markers: ['~'], sizes: [2, 1] }),
    }),
    listItem,
  },
  // A paragraph directly below would be a row.
  join: [(left) => (left.type === 'table' ? 1 : undefined)],
  unsafe,
};
