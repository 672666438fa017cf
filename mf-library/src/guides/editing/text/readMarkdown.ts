import type { FormulaWords } from '@lectern/contracts/formulas';
import { pictureIdOf } from '@lectern/ui/markdown';
import type { BlockContent, DefinitionContent, Link, ListItem, Node as MarkdownNode, PhrasingContent, RootContent, Table } from 'mdast';
import { Fragment, type Mark, type Node } from 'prosemirror-model';
import { referenceOf } from '../../reading/guideMarkdown';
import { guideSchema, markType, nodeType } from './guideSchema';
import { parseMarkdown } from './parseMarkdown';

/** An outermost block of a source. */
interface SourceBlock {
  /** The text between the previous block and this one: empty lines and rules, which a guide does not show. */
  before: string;
  source: string;
  /** The block as it was read. If it is unchanged in the editor, its source is written back as it was. */
  node: Node;
}

/** A guide's Markdown, divided into blocks. Joining them restores exactly the same text. */
export interface GuideSource {
  blocks: readonly SourceBlock[];
  /** What follows the last block. */
  after: string;
  /** What the editor shows. */
  doc: Node;
}

/** The context for reading a syntax tree. */
interface Reading {
  words: FormulaWords;
  sourceOf: (node: MarkdownNode) => string;
  /** Whether the block is inside another one, so that the outer marks begin each line of its source. */
  isInner: boolean;
}

/** A node's text on one line, without the marks of a quote or the indent of a list. */
const onOneLine = (source: string): string =>
  source
    .split(/\r?\n/)
    .map((line, index) => (index === 0 ? line : line.replace(/^[ \t>]+/, '')).trimEnd())
    .join(' ');

const atomSource = (source: string, { isInner }: Reading): string => (isInner ? onOneLine(source) : source);

/** Replaces the placeholders of formulas in all fields of a node and its children. */
const withFormulas = (value: unknown, words: FormulaWords): unknown => {
  if (typeof value === 'string') return words.show(value.replace(/(?:%EA%9F%B7|%C7%8[0-3])+/g, decodeURI));
  if (Array.isArray(value)) return value.map((each) => withFormulas(each, words));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([field, each]) => (field === 'position' ? [] : [[field, withFormulas(each, words)]])),
  );
};

const plainTextOf = ({ children }: Link): string | undefined => {
  const [only, ...rest] = children;
  return rest.length === 0 && (only === undefined || only.type === 'text') ? (only?.value ?? '') : undefined;
};

const readText = (value: string, marks: readonly Mark[], reading: Reading): Node[] =>
  reading.words.split(value).map((piece) => {
    if (typeof piece === 'string') return guideSchema.text(piece.replace(/[\r\n]+/g, ' '), marks);
    const { latex, isDisplay } = piece;
    return nodeType('formula').create({ source: atomSource(piece.source, reading), latex, isDisplay }, null, marks);
  });

const readPhrase = (node: PhrasingContent, marks: readonly Mark[], reading: Reading): Node[] => {
  const within = (name: string, attrs?: Record<string, unknown>): Node[] =>
    'children' in node ? readPhrases(node.children, markType(name).create(attrs).addToSet(marks), reading) : [];
  const source = atomSource(reading.sourceOf(node), reading);
  switch (node.type) {
    case 'text':
      return readText(node.value, marks, reading);
    case 'strong':
      return within('strong');
    case 'emphasis':
      return within('emphasis');
    case 'delete':
      return within('delete');
    case 'inlineCode':
      return [guideSchema.text(reading.words.show(node.value), markType('code').create().addToSet(marks))];
    case 'break':
      return [nodeType('hard_break').create(null, null, marks)];
    case 'link': {
      const label = plainTextOf(node);
      if (label !== undefined && referenceOf(node.url, label))
        return [nodeType('citation').create({ source, address: node.url, label: reading.words.show(label) }, null, marks)];
      if (node.children.length > 0)
        return within('link', { href: String(withFormulas(node.url, reading.words)), title: node.title ?? null });
      break;
    }
    case 'image':
      if (pictureIdOf(node.url) !== undefined)
        return [nodeType('picture').create({ source, address: node.url, alt: reading.words.show(node.alt ?? '') }, null, marks)];
      break;
    default:
  }
  return [nodeType('kept_text').create({ source }, null, marks)];
};

const readPhrases = (nodes: readonly PhrasingContent[], marks: readonly Mark[], reading: Reading): Node[] =>
  nodes.flatMap((node) => readPhrase(node, marks, reading));

const readCells = ({ align, children }: Table, reading: Reading): Node => {
  const columns = Math.max(...children.map((row) => row.children.length));
  const rows = children.map((row, index) => {
    const type = nodeType(index === 0 ? 'table_header' : 'table_cell');
    const cells = Array.from({ length: columns }, (_, column) =>
      type.create({ align: align?.[column] ?? null }, readPhrases(row.children[column]?.children ?? [], [], reading)),
    );
    return nodeType('table_row').create(null, cells);
  });
  return nodeType('table').create(null, rows);
};

const readItem = ({ children, checked, spread }: ListItem, reading: Reading): Node => {
  const inner = children.map((child) => readBlock(child, { ...reading, isInner: true }));
  const content = inner.length === 0 ? [nodeType('paragraph').create()] : inner;
  return nodeType('list_item').createChecked({ checked: checked ?? null, isLoose: spread ?? false }, content);
};

const keep = (node: MarkdownNode, { words, sourceOf, isInner }: Reading): Node =>
  nodeType('kept_block').create({ source: isInner ? null : sourceOf(node), node: withFormulas(node, words) });

type MarkdownBlock = BlockContent | DefinitionContent;

/** @throws RangeError if the schema does not allow the block's content, such as a heading at the start of a list item */
const readBlock = (node: MarkdownBlock, reading: Reading): Node => {
  switch (node.type) {
    case 'paragraph':
      return nodeType('paragraph').create(null, readPhrases(node.children, [], reading));
    case 'heading':
      return nodeType('heading').create({ level: node.depth }, readPhrases(node.children, [], { ...reading, isInner: true }));
    case 'list': {
      const isLoose = node.spread ?? false;
      const items = node.children.map((item) => readItem(item, reading));
      return node.ordered === true
        ? nodeType('ordered_list').create({ start: node.start ?? 1, isLoose }, items)
        : nodeType('bullet_list').create({ isLoose }, items);
    }
    case 'blockquote': {
      const inner = node.children.map((child) => readBlock(child, { ...reading, isInner: true }));
      return nodeType('blockquote').createChecked(null, inner);
    }
    case 'table':
      return readCells(node, { ...reading, isInner: true });
    case 'footnoteDefinition':
      // Only an outermost footnote can be kept, because it is written back as its source.
      if (reading.isInner) throw new RangeError('A footnote inside of another block');
      return keep(node, reading);
    default:
      return keep(node, reading);
  }
};

const isBlock = (node: RootContent): node is MarkdownBlock => node.type !== 'thematicBreak';

/** Reads an outermost block. A block that the editor cannot represent becomes a `kept_block`, which keeps its source. */
export const readOuterBlock = (node: MarkdownBlock, reading: Reading): Node => {
  try {
    return readBlock(node, reading);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return keep(node, reading);
  }
};

/** Returns the start of the line if only white space precedes the position; otherwise the position. */
const lineStart = (text: string, at: number, least: number): number => {
  let start = at;
  while (start > least && /[ \t]/.test(text.charAt(start - 1))) start -= 1;
  return start === least || /[\r\n]/.test(text.charAt(start - 1)) ? start : at;
};

const emptyDoc = (): Node => nodeType('doc').create(null, nodeType('paragraph').create());

/** Adds an empty paragraph below a last block that the cursor could not leave downwards. An empty paragraph is not written. */
const withEnd = (nodes: Node[]): Node[] =>
  ['table', 'kept_block'].includes(nodes.at(-1)?.type.name ?? '') ? [...nodes, nodeType('paragraph').create()] : nodes;

/** Reads a guide's Markdown for the editor. The page shows the title separately, so a first heading of level 1 is not part of the document. */
export const readMarkdown = (text: string): GuideSource => {
  const { tree, words, rangeOf } = parseMarkdown(text);
  const blocks: SourceBlock[] = [];
  let end = 0;
  tree.children.forEach((node, index) => {
    const isTitle = index === 0 && node.type === 'heading' && node.depth === 1;
    const range = rangeOf(node);
    if (isTitle || !isBlock(node) || range.end <= end) return;
    const start = lineStart(text, Math.max(range.start, end), end);
    const source = text.slice(start, range.end);
    const isOuter = (each: MarkdownNode): boolean => each === node;
    const sourceOf = (each: MarkdownNode): string => {
      if (isOuter(each)) return source;
      const inner = rangeOf(each);
      return text.slice(inner.start, inner.end);
    };
    const read = readOuterBlock(node, { words, sourceOf, isInner: false });
    const numbered = read.type.create({ ...read.attrs, block: blocks.length }, read.content, read.marks);
    blocks.push({ before: text.slice(end, start), source, node: numbered });
    end = range.end;
  });
  const nodes = blocks.map(({ node }) => node);
  return {
    blocks,
    after: text.slice(end),
    doc: nodes.length === 0 ? emptyDoc() : nodeType('doc').create(null, Fragment.fromArray(withEnd(nodes))),
  };
};
