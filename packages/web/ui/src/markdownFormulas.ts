import { FormulaWords } from '@lectern/contracts/formulas';

/** The fields of a markdown syntax tree that this module uses. */
interface MarkdownNode {
  type: string;
  children?: MarkdownNode[];
  data?: { hName: string; hProperties: Record<string, unknown> };
  [field: string]: unknown;
}

/** The attributes of a formula's element, from which `FormulaView` renders it. */
export interface FormulaProperties {
  'data-formula': string;
  'data-latex': string;
  'data-display': string;
}

const withPieces = (node: MarkdownNode, words: FormulaWords): MarkdownNode[] =>
  words.split(String(node['value'])).map((piece): MarkdownNode => {
    if (typeof piece === 'string') return { type: 'text', value: piece };
    const hProperties = { dataFormula: piece.source, dataLatex: piece.latex, dataDisplay: String(piece.isDisplay) };
    return { type: 'emphasis', data: { hName: 'span', hProperties }, children: [{ type: 'text', value: piece.source }] };
  });

/** In addresses, the placeholders of formulas are percent-encoded. */
const shownIn = (text: string, words: FormulaWords): string => {
  if (!text.includes('%EA%9F%B7')) return words.show(text);
  return words.show(text.replace(/(?:%EA%9F%B7|%C7%8[0-3])+/g, decodeURI));
};

/**
 * Replaces formulas with placeholders, because a Markdown parser would misread their characters. Returns the text and a remark plugin that
 * turns the placeholders into formula elements. In code, addresses and titles they become text again.
 */
export const hideFormulas = (markdown: string): { text: string; plugin: () => (tree: MarkdownNode) => void } => {
  const words = new FormulaWords();
  const text = words.hide(markdown, { isMarkdown: true });
  const walk = (node: MarkdownNode): void => {
    for (const [field, value] of Object.entries(node))
      if (field !== 'type' && typeof value === 'string') node[field] = shownIn(value, words);
    if (!node.children) return;
    for (const child of node.children) if (child.type !== 'text') walk(child);
    node.children = node.children.flatMap((child) => (child.type === 'text' ? withPieces(child, words) : [child]));
  };
  return { text, plugin: () => (words.isUsed ? walk : () => undefined) };
};
