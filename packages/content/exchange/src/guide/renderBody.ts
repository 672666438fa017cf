import { FormulaWords, type Formula } from '@lectern/contracts/formulas';
import { escapeXml } from '../xml.ts';

/** Loads the renderers with the first guide. */
const loadRenderers = async () => {
  const [{ micromark }, { gfm, gfmHtml }, { formulaMarkup }] = await Promise.all([
    import('micromark'),
    import('micromark-extension-gfm'),
    import('@lectern/contracts/draw-formula'),
  ]);
  return { toHtml: (markdown: string) => micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] }), formulaMarkup };
};

/** Code with its content, or a tag. The renderer escapes these characters in texts and attributes. */
const codeOrTag = /<(pre|code)\b[^>]*>[^]*?<\/\1>|<(\/?)([a-z]+\d?)\b[^>]*>/g;

/** Blocks with their own text direction. Nested blocks inherit it. */
const ownDirection = new Set('p h1 h2 h3 h4 h5 h6 ul ol blockquote table'.split(' '));

const withDirection = (tag: string, direction: 'auto' | 'ltr'): string => tag.replace(/^<\w+/, `$& dir="${direction}"`);

/** Restores formulas in code and URLs as text. The renderer has encoded those in URLs. */
const createShowSource =
  (words: FormulaWords) =>
  (html: string): string =>
    words.show(
      html.replace(/(?:%EA%9F%B7|%C7%8[0-3])+/g, (encoded) => decodeURIComponent(encoded)),
      ({ source }) => escapeXml(source),
    );

/**
 * Renders a guide as HTML. Formulas become MathML, and each block has its own text direction. Formulas are hidden from the Markdown
 * renderer, which would interpret their characters.
 */
export const renderBody = async (markdown: string): Promise<string> => {
  const { toHtml, formulaMarkup } = await loadRenderers();
  const words = new FormulaWords();
  const html = toHtml(words.hide(markdown, { isMarkdown: true }));
  const draw = (formula: Formula): string => `<span dir="ltr">${formulaMarkup(formula) ?? escapeXml(formula.source)}</span>`;
  const showSource = createShowSource(words);
  const pieces: string[] = [];
  let from = 0;
  let depth = 0;
  for (const { 0: found, 1: code, 2: slash, 3: name = '', index } of html.matchAll(codeOrTag)) {
    pieces.push(words.show(html.slice(from, index), draw));
    from = index + found.length;
    const isBlock = ownDirection.has(name);
    if (isBlock && slash !== '') depth -= 1;
    const direction = code === 'pre' ? 'ltr' : isBlock && slash === '' && depth === 0 ? 'auto' : undefined;
    pieces.push(showSource(direction === undefined ? found : withDirection(found, direction)));
    if (isBlock && slash === '') depth += 1;
  }
  return [...pieces, words.show(html.slice(from), draw)].join('');
};
