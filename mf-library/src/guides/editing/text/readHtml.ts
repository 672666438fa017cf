import { FormulaWords } from '@lectern/contracts/formulas';
import { safeAddress } from '@lectern/ui/markdown';
import { Parser } from 'htmlparser2';
import type { BlockContent, ListItem, PhrasingContent, TableRow } from 'mdast';
import { Fragment, Slice, type Node } from 'prosemirror-model';
import { guideSchema, nodeType } from './guideSchema';
import { readMarkdown, readOuterBlock } from './readMarkdown';

/** What is pasted beyond this is cut off. Characters. */
const longest = 500_000;
/** Elements nested deeper than this become part of their parents. */
const deepest = 40;

interface HtmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: (HtmlElement | string)[];
}

/** Elements whose content is not text. */
const unseen = new Set([
  'script',
  'style',
  'head',
  'title',
  'template',
  'noscript',
  'iframe',
  'object',
  'svg',
  'math',
  'select',
  'textarea',
  'button',
]);
const blocks = new Set(
  'p div section article main header footer aside nav figure figcaption address pre h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote table thead tbody tfoot tr td th hr body html'.split(
    ' ',
  ),
);

/** Parses HTML into elements of our own. No element of the page is made, so nothing loads or runs. */
const parse = (html: string): HtmlElement => {
  const root: HtmlElement = { name: 'body', attributes: {}, children: [] };
  const open = [root];
  let hidden = 0;
  let skippedLevels = 0;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (unseen.has(name) || hidden > 0) hidden += 1;
      else if (open.length >= deepest) skippedLevels += 1;
      else {
        const element: HtmlElement = { name, attributes, children: [] };
        open.at(-1)?.children.push(element);
        open.push(element);
      }
    },
    ontext: (text) => {
      if (hidden === 0) open.at(-1)?.children.push(text);
    },
    onclosetag: () => {
      if (hidden > 0) hidden -= 1;
      else if (skippedLevels > 0) skippedLevels -= 1;
      else if (open.length > 1) open.pop();
    },
  });
  parser.end(html.slice(0, longest));
  return root;
};

const isBlock = (child: HtmlElement | string): child is HtmlElement =>
  typeof child !== 'string' && (blocks.has(child.name) || child.children.some(isBlock));

/** The mark of an element, by its name or by the styles with which word processors write it. */
const markOf = ({ name, attributes }: HtmlElement): 'strong' | 'emphasis' | 'delete' | undefined => {
  const { style = '' } = attributes;
  // Google Docs puts the whole text into a `b` that is not bold.
  if (/font-weight:\s*normal/.test(style)) return undefined;
  if (['b', 'strong'].includes(name) || /font-weight:\s*(?:bold|[6-9]00)/.test(style)) return 'strong';
  if (['i', 'em'].includes(name) || /font-style:\s*italic/.test(style)) return 'emphasis';
  return ['s', 'del', 'strike'].includes(name) ? 'delete' : undefined;
};

const textOf = (child: HtmlElement | string): string => (typeof child === 'string' ? child : child.children.map(textOf).join(''));

const phrasesOf = (children: readonly (HtmlElement | string)[]): PhrasingContent[] => children.flatMap(phraseOf);

function phraseOf(child: HtmlElement | string): PhrasingContent[] {
  if (typeof child === 'string') {
    const value = child.replace(/[ \t\r\n\f]+/g, ' ');
    return value === '' ? [] : [{ type: 'text', value }];
  }
  const { name, attributes, children } = child;
  // A piece of a guide, from this editor.
  if (attributes['data-markdown'] !== undefined) return [{ type: 'html', value: attributes['data-markdown'] }];
  if (name === 'br') return [{ type: 'break' }];
  if (name === 'code') return [{ type: 'inlineCode', value: textOf(child).replace(/\s+/g, ' ') || ' ' }];
  const inner = phrasesOf(children);
  if (inner.length === 0) return [];
  const address = safeAddress(attributes['href'] ?? '');
  if (name === 'a' && /^(?:https?:|mailto:|#)/i.test(address))
    return [{ type: 'link', url: address, title: null, children: inner as never }];
  const mark = markOf(child);
  return mark ? [{ type: mark, children: inner }] : inner;
}

/** Removes the white space that HTML does not show at the edges of a block. */
const trimmed = (phrases: PhrasingContent[]): PhrasingContent[] => {
  const [first] = phrases;
  const start = first?.type === 'text' ? [{ ...first, value: first.value.trimStart() }, ...phrases.slice(1)] : phrases;
  const last = start.at(-1);
  const all = last?.type === 'text' ? [...start.slice(0, -1), { ...last, value: last.value.trimEnd() }] : start;
  return all.filter((phrase) => phrase.type !== 'text' || phrase.value !== '');
};

const rowsOf = (element: HtmlElement): TableRow[] =>
  element.children.flatMap((child): TableRow[] => {
    if (typeof child === 'string') return [];
    if (child.name !== 'tr') return rowsOf(child);
    const cells = child.children.filter((cell): cell is HtmlElement => typeof cell !== 'string' && ['td', 'th'].includes(cell.name));
    return [{ type: 'tableRow', children: cells.map((cell) => ({ type: 'tableCell', children: trimmed(phrasesOf(cell.children)) })) }];
  });

const itemOf = (element: HtmlElement): ListItem => {
  const children = blocksOf(element.children);
  return {
    type: 'listItem',
    spread: false,
    checked: null,
    children: children[0]?.type === 'paragraph' ? children : [{ type: 'paragraph', children: [] }, ...children],
  };
};

const blockOf = (element: HtmlElement): BlockContent[] => {
  const { name, children } = element;
  const [, level] = /^h([1-6])$/.exec(name) ?? [];
  if (level !== undefined)
    return [{ type: 'heading', depth: Math.max(2, Number(level)) as 2 | 3 | 4 | 5 | 6, children: trimmed(phrasesOf(children)) }];
  if (name === 'ul' || name === 'ol') {
    const items = children.filter((child): child is HtmlElement => typeof child !== 'string').map(itemOf);
    return items.length === 0
      ? []
      : [{ type: 'list', ordered: name === 'ol', start: name === 'ol' ? 1 : null, spread: false, children: items }];
  }
  if (name === 'blockquote') {
    const inner = blocksOf(children);
    return inner.length === 0 ? [] : [{ type: 'blockquote', children: inner }];
  }
  if (name === 'table') {
    const rows = rowsOf(element).filter((row) => row.children.length > 0);
    return rows.length === 0 ? [] : [{ type: 'table', align: [], children: rows }];
  }
  return blocksOf(children);
};

/** Blocks, with a paragraph for each run of text between them. */
function blocksOf(children: readonly (HtmlElement | string)[]): BlockContent[] {
  const found: BlockContent[] = [];
  let line: (HtmlElement | string)[] = [];
  const endLine = (): void => {
    const phrases = trimmed(phrasesOf(line));
    line = [];
    if (phrases.length > 0) found.push({ type: 'paragraph', children: phrases });
  };
  for (const child of children) {
    if (!isBlock(child)) line.push(child);
    else {
      endLine();
      found.push(...blockOf(child));
    }
  }
  endLine();
  return found;
}

/** Reads a citation, picture, formula or kept piece from the Markdown that a copy carries. Anything else is text. */
const atomFrom = (markdown: string): Node => {
  const only = readMarkdown(markdown).doc.firstChild;
  const atom = only?.childCount === 1 ? only.firstChild : null;
  return atom?.isAtom && !atom.isText ? atom : guideSchema.text(markdown || ' ');
};

/** Puts the pieces of a guide in place of the stand-ins that the syntax tree has for them. */
const withAtoms = (node: Node): Node => {
  if (node.type.name === 'kept_text') return atomFrom(String(node.attrs['source'])).mark(node.marks);
  if (node.isLeaf) return node;
  return node.copy(Fragment.fromArray(node.children.map(withAtoms)));
};

/** Reads pasted HTML into what the editor can hold. */
export const readHtml = (html: string): Slice => {
  const reading = { words: new FormulaWords(), sourceOf: (node: object) => ('value' in node ? String(node.value) : ''), isInner: false };
  const nodes = blocksOf(parse(html).children).map((block) => withAtoms(readOuterBlock(block, reading)));
  return openSlice(nodes);
};

/** Reads pasted text. Each line is a paragraph. */
export const readPlainText = (text: string): Slice =>
  openSlice(
    text
      .slice(0, longest)
      .split(/(?:\r\n?|\n)+/)
      .map((line) => nodeType('paragraph').create(null, line.trim() === '' ? null : guideSchema.text(line))),
  );

/** A slice whose first and last paragraph join the text around it. */
const openSlice = (nodes: Node[]): Slice => {
  const isOpen = (node: Node | undefined): number => (node?.type.name === 'paragraph' ? 1 : 0);
  return new Slice(Fragment.fromArray(nodes), isOpen(nodes[0]), isOpen(nodes.at(-1)));
};
