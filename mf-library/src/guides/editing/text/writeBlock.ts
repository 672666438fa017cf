import { findFormulas } from '@lectern/contracts/formulas';
import type { BlockContent, ListItem, Nodes, PhrasingContent, Root, RootContent, TableRow } from 'mdast';
import { defaultHandlers, toMarkdown, type Handle, type Options } from 'mdast-util-to-markdown';
import type { Mark, Node } from 'prosemirror-model';
import { gfmWriting } from './gfmWriting';

/** A text that is written as it is. */
interface Verbatim {
  type: 'verbatim';
  value: string;
}

const verbatim = (value: string): PhrasingContent => ({ type: 'verbatim', value }) satisfies Verbatim as unknown as PhrasingContent;

/** The marks that become nodes, the outer ones first if they have the same length. Code is a node of its own. */
const outerFirst = ['link', 'strong', 'emphasis', 'delete'];

const writtenFormula = ({ attrs }: Node, isStrict: boolean): string =>
  isStrict && attrs['isDisplay'] === false ? `\\(${String(attrs['latex'])}\\)` : String(attrs['source']);

const leafOf = (node: Node, isStrict: boolean): PhrasingContent => {
  if (node.type.name === 'hard_break') return { type: 'break' };
  if (node.type.name === 'formula') return verbatim(writtenFormula(node, isStrict));
  if (!node.isText) return verbatim(String(node.attrs['source']));
  const value = (node.text ?? '').replace(/[\r\n]+/g, ' ');
  return { type: node.marks.some(({ type }) => type.name === 'code') ? 'inlineCode' : 'text', value };
};

const wrapped = ({ type, attrs }: Mark, children: PhrasingContent[]): PhrasingContent => {
  if (type.name === 'link') {
    const { href, title } = attrs as { href: string; title: string | null };
    // A link holds no link.
    return { type: 'link', url: href, title, children: children as never };
  }
  return { type: type.name as 'strong' | 'emphasis' | 'delete', children };
};

/** Moves white space out of a mark: `** word**` is not bold. */
const wrap = (mark: Mark, children: PhrasingContent[]): PhrasingContent[] => {
  const inner = [...children];
  const edges = { before: '', after: '' };
  const first = inner[0];
  if (first?.type === 'text') {
    const value = first.value.trimStart();
    edges.before = first.value.slice(0, first.value.length - value.length);
    inner[0] = { ...first, value };
  }
  const last = inner.at(-1);
  if (last?.type === 'text') {
    const value = last.value.trimEnd();
    edges.after = last.value.slice(value.length);
    inner[inner.length - 1] = { ...last, value };
  }
  const filled = inner.filter((child) => child.type !== 'text' || child.value !== '');
  const space = (value: string): PhrasingContent[] => (value === '' ? [] : [{ type: 'text', value }]);
  return [...space(edges.before), ...(filled.length === 0 ? [] : [wrapped(mark, filled)]), ...space(edges.after)];
};

/** How many of the nodes have the mark, from an index on. */
const reach = (nodes: readonly Node[], from: number, mark: Mark): number => {
  let to = from;
  while (nodes[to] && mark.isInSet(nodes[to]?.marks ?? [])) to += 1;
  return to - from;
};

/** Texts without white space beside a break or the edges of a block, where it has no meaning, and without neighbours. */
const tidy = (children: readonly PhrasingContent[]): PhrasingContent[] => {
  const tidied: PhrasingContent[] = [];
  for (const child of children) {
    const last = tidied.at(-1);
    if (child.type === 'text' && last?.type === 'text') tidied[tidied.length - 1] = { ...last, value: last.value + child.value };
    else tidied.push(child);
  }
  const isEdge = (child: PhrasingContent | undefined): boolean => child === undefined || child.type === 'break';
  return tidied.flatMap((child, index): PhrasingContent[] => {
    if (child.type !== 'text') return [child];
    // A non-breaking space has a meaning.
    const from = isEdge(tidied[index - 1]) ? child.value.replace(/^[ \t]+/, '') : child.value;
    const value = isEdge(tidied[index + 1]) ? from.replace(/(?<![ \t])[ \t]+$/, '') : from;
    return value === '' ? [] : [{ ...child, value }];
  });
};

/** Nests the marks of a line: at each place the one that reaches furthest is the outer one. */
const nest = (nodes: readonly Node[], isDone: readonly Mark[], isStrict: boolean): PhrasingContent[] => {
  const nested: PhrasingContent[] = [];
  for (let index = 0; index < nodes.length;) {
    const node = nodes[index] as Node;
    const open = node.marks.filter((mark) => outerFirst.includes(mark.type.name) && !mark.isInSet(isDone));
    const [outer] = open
      .map((mark) => ({ mark, length: reach(nodes, index, mark), rank: outerFirst.indexOf(mark.type.name) }))
      .sort((one, other) => other.length - one.length || one.rank - other.rank);
    if (outer) nested.push(...wrap(outer.mark, nest(nodes.slice(index, index + outer.length), [...isDone, outer.mark], isStrict)));
    else nested.push(leafOf(node, isStrict));
    index += outer?.length ?? 1;
  }
  return nested;
};

const phrasesOf = (node: Node, isStrict: boolean): PhrasingContent[] => {
  const phrases = tidy(nest(node.children, [], isStrict));
  // A break at the end is a backslash.
  while (phrases.at(-1)?.type === 'break') phrases.pop();
  return phrases;
};

const itemOf = (node: Node, isStrict: boolean): ListItem => ({
  type: 'listItem',
  checked: node.attrs['checked'] as boolean | null,
  spread: node.attrs['isLoose'] as boolean,
  children: node.children.map((child) => treeOf(child, isStrict) as BlockContent),
});

const rowOf = (row: Node, isStrict: boolean): TableRow => ({
  type: 'tableRow',
  children: row.children.map((cell) => ({ type: 'tableCell', children: phrasesOf(cell, isStrict) })),
});

const treeOf = (node: Node, isStrict: boolean): RootContent => {
  const { attrs, children } = node;
  switch (node.type.name) {
    case 'heading':
      return { type: 'heading', depth: attrs['level'] as 1 | 2 | 3 | 4 | 5 | 6, children: phrasesOf(node, isStrict) };
    case 'bullet_list':
    case 'ordered_list':
      return {
        type: 'list',
        ordered: node.type.name === 'ordered_list',
        start: (attrs['start'] as number | undefined) ?? null,
        spread: attrs['isLoose'] as boolean,
        children: children.map((item) => itemOf(item, isStrict)),
      };
    case 'blockquote':
      return { type: 'blockquote', children: children.map((child) => treeOf(child, isStrict) as BlockContent) };
    case 'table':
      return {
        type: 'table',
        align: (children[0]?.children ?? []).map((cell) => cell.attrs['align'] as 'left' | 'right' | 'center' | null),
        children: children.map((row) => rowOf(row, isStrict)),
      };
    case 'kept_block':
      return attrs['node'] as RootContent;
    default:
      return { type: 'paragraph', children: phrasesOf(node, isStrict) };
  }
};

/** Escapes what could be read as a formula. */
const strictText: Handle = (node: Nodes, parent, state, info) =>
  defaultHandlers
    .text(node as never, parent, state, info)
    .replace(/\\[^]|\$/g, (found) => ({ $: '\\$', '\\[': '&#91;', '\\]': '&#93;' })[found] ?? found);

/** The markers with which a list is written. */
export interface ListMarkers {
  bullet: '-' | '*' | '+';
  number: '.' | ')';
}

const optionsOf = ({ bullet, number }: ListMarkers, isStrict: boolean): Options => ({
  extensions: [gfmWriting],
  bullet,
  bulletOther: bullet === '*' ? '-' : '*',
  bulletOrdered: number,
  emphasis: '*',
  fences: true,
  listItemIndent: 'one',
  rule: '-',
  strong: '*',
  handlers: {
    verbatim: ({ value }: Verbatim) => value,
    ...(isStrict && { text: strictText }),
  } as NonNullable<Options['handlers']>,
});

/** The LaTeX of the formulas that a text should have. Undefined if a block is in it that only the parser knows. */
const formulasIn = (node: Node): string[] | undefined => {
  const latex: string[] = [];
  let isKnown = node.type.name !== 'kept_block';
  node.descendants(({ type, attrs }) => {
    if (type.name === 'formula') latex.push(String(attrs['latex']));
    else if (type.isInline && type.isAtom && !type.isText) latex.push(...latexIn(String(attrs['source'] ?? '')));
    else if (type.name === 'kept_block') isKnown = false;
  });
  return isKnown ? latex : undefined;
};

const latexIn = (markdown: string): string[] => findFormulas(markdown, { isMarkdown: true }).map(({ latex }) => latex);

/** Writes a block as Markdown, in the style of generated guides. */
export const writeBlock = (node: Node, markers: ListMarkers): string => {
  const write = (isStrict: boolean): string => {
    const root: Root = { type: 'root', children: [treeOf(node, isStrict)] };
    return toMarkdown(root, optionsOf(markers, isStrict)).replace(/\n$/, '');
  };
  const written = write(false);
  const wanted = formulasIn(node);
  return wanted === undefined || latexIn(written).join('\n') === wanted.join('\n') ? written : write(true);
};
