import { Schema, type Attrs, type MarkSpec, type MarkType, type Node, type NodeSpec, type NodeType } from 'prosemirror-model';
import { tableNodes } from 'prosemirror-tables';
import { nameOf, referenceOf } from '../../reading/guideMarkdown';

/** The number of the block of the source from which an outermost block was read. `null` for a new block. */
const block = { block: { default: null } };

const inlineAtom = (attrs: NodeSpec['attrs'], textOf: (node: Node) => string): NodeSpec => ({
  inline: true,
  atom: true,
  group: 'inline',
  draggable: true,
  attrs: { source: {}, ...attrs },
  leafText: textOf,
  // For the clipboard, from which `readHtml` reads it again. On the page it has a view of its own.
  toDOM: (node) => ['span', { 'data-markdown': String(node.attrs['source']) }, textOf(node)],
});

const list = (name: 'ul' | 'ol', attrs: NodeSpec['attrs']): NodeSpec => ({
  content: 'list_item+',
  group: 'block',
  attrs: { ...block, isLoose: { default: false }, ...attrs },
  toDOM: (node) => [name, name === 'ol' && node.attrs['start'] !== 1 ? { start: String(node.attrs['start']) } : {}, 0],
});

const tables = tableNodes({
  tableGroup: 'block',
  cellContent: 'inline*',
  cellAttributes: { align: { default: null } },
});

const nodes: Record<string, NodeSpec> = {
  doc: { content: 'block+' },
  paragraph: { content: 'inline*', group: 'block', attrs: block, parseDOM: [{ tag: 'p' }], toDOM: () => ['p', { dir: 'auto' }, 0] },
  heading: {
    content: 'inline*',
    group: 'block',
    defining: true,
    attrs: { ...block, level: { default: 2 } },
    toDOM: (node) => [`h${String(node.attrs['level'])}`, { dir: 'auto' }, 0],
  },
  bullet_list: list('ul', {}),
  ordered_list: list('ol', { start: { default: 1 } }),
  list_item: {
    content: 'paragraph block*',
    defining: true,
    attrs: { checked: { default: null }, isLoose: { default: false } },
    toDOM: (node) => ['li', typeof node.attrs['checked'] === 'boolean' ? { 'data-checked': String(node.attrs['checked']) } : {}, 0],
  },
  blockquote: { content: 'block+', group: 'block', defining: true, attrs: block, toDOM: () => ['blockquote', 0] },
  ...tables,
  table: { ...tables.table, attrs: block, parseDOM: [], toDOM: () => ['div', { class: 'table' }, ['table', ['tbody', 0]]] },
  // A block that the editor shows and cannot change. `source` is its text if it was an outermost block, `node` its syntax tree.
  kept_block: {
    group: 'block',
    atom: true,
    draggable: true,
    attrs: { ...block, source: { default: null }, node: {} },
    leafText: (node) => String(node.attrs['source'] ?? ''),
    toDOM: (node) => ['pre', String(node.attrs['source'] ?? '')],
  },
  text: { group: 'inline' },
  hard_break: { inline: true, group: 'inline', selectable: false, leafText: () => '\n', parseDOM: [{ tag: 'br' }], toDOM: () => ['br'] },
  citation: inlineAtom({ address: {}, label: {} }, ({ attrs }) => citationWords(attrs)),
  picture: inlineAtom({ address: {}, alt: {} }, ({ attrs }) => String(attrs['alt'])),
  formula: inlineAtom({ latex: {}, isDisplay: {} }, ({ attrs }) => String(attrs['source'])),
  kept_text: inlineAtom({}, ({ attrs }) => String(attrs['source'])),
};

const marks: Record<string, MarkSpec> = {
  link: {
    inclusive: false,
    attrs: { href: {}, title: { default: null } },
    toDOM: (mark) => ['a', { href: String(mark.attrs['href']) }, 0],
  },
  strong: { toDOM: () => ['strong', 0] },
  emphasis: { toDOM: () => ['em', 0] },
  delete: { toDOM: () => ['del', 0] },
  code: { excludes: 'code', code: true, toDOM: () => ['code', 0] },
};

/** '(slide 4)' */
function citationWords({ address, label }: Attrs): string {
  const reference = referenceOf(String(address), String(label));
  return ` (${reference ? nameOf(reference) : String(label)})`;
}

/** What the editor of a guide's text can hold. */
export const guideSchema = new Schema({ nodes, marks });

const named =
  <Type>(all: Readonly<Record<string, Type>>) =>
  (name: string): Type => {
    const found = all[name];
    if (found === undefined) throw new Error(`The schema has no ${name}.`);
    return found;
  };

/** @throws if the schema has no such node */
export const nodeType = named<NodeType>(guideSchema.nodes);
/** @throws if the schema has no such mark */
export const markType = named<MarkType>(guideSchema.marks);
