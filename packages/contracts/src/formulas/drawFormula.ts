import temml from 'temml';
import type { Formula } from './findFormulas.ts';

/** A MathML element. */
export interface FormulaElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** CSS properties, in camel case. */
  style: Readonly<Record<string, string>>;
  children: readonly (FormulaElement | string)[];
}

/** A node of Temml's tree. Fragments have no type. */
interface TemmlNode {
  type?: string;
  text?: string;
  attributes?: Record<string, unknown>;
  classes?: readonly string[];
  style?: Record<string, unknown>;
  children?: readonly TemmlNode[];
}

/** Creates the tree. Temml's types omit it from the default export. */
const { __renderToMathMLTree: treeOf } = temml as unknown as {
  __renderToMathMLTree: (latex: string, options: Readonly<Record<string, unknown>>) => TemmlNode;
};

/** The elements and attributes that are drawn. None of them loads, links or runs anything. */
const elements = new Set(
  'math mrow mi mn mo mtext mspace ms mfrac msqrt mroot mstyle merror mpadded mphantom msub msup msubsup munder mover munderover mmultiscripts mprescripts none mtable mtr mtd mlabeledtr menclose'.split(
    ' ',
  ),
);
const attributes = new Set(
  'display displaystyle scriptlevel mathvariant mathsize mathcolor mathbackground lspace rspace stretchy symmetric maxsize minsize largeop movablelimits accent accentunder form fence separator width height depth voffset linethickness columnalign rowspacing columnspacing columnlines rowlines notation'.split(
    ' ',
  ),
);
const plainValue = /^[\w #%.,()+-]{1,60}$/;

/** The maximum nesting depth of a formula. */
const deepest = 200;
/** The maximum number of nodes of a drawn formula. */
const mostNodes = 5_000;

class Refusal extends Error {}

const plainEntries = (values: Readonly<Record<string, unknown>> = {}, isAllowed: (name: string) => boolean): [string, string][] =>
  Object.entries(values).flatMap(([name, value]): [string, string][] => {
    const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    return typeof text === 'string' && isAllowed(name) && plainValue.test(text) ? [[name, text]] : [];
  });

const createCleaner = () => {
  let nodes = 0;
  const clean = (node: TemmlNode, depth: number): (FormulaElement | string)[] => {
    nodes += 1;
    if (depth > deepest || nodes > mostNodes) throw new Refusal();
    if (node.text !== undefined && node.children === undefined) return [node.text];
    const children = (node.children ?? []).flatMap((child) => clean(child, depth + 1));
    if (node.type === undefined) return children;
    if (!elements.has(node.type)) throw new Refusal();
    const classes = (node.classes ?? []).filter((name) => /^[\w-]+$/.test(name)).join(' ');
    return [
      {
        name: node.type,
        attributes: Object.fromEntries([
          ...plainEntries(node.attributes, (name) => attributes.has(name)),
          ...(classes === '' ? [] : [['class', classes]]),
        ]) as Record<string, string>,
        style: Object.fromEntries(plainEntries(node.style, (name) => /^[a-zA-Z]+$/.test(name))),
        children,
      },
    ];
  };
  return clean;
};

/** Refuses commands that link, load or set attributes: `\href`, `\includegraphics`, `\class` and the like. */
const refuse = (): never => {
  throw new Refusal();
};

/** The maximum number of macro expansions, and the maximum size in em that a formula may set. */
const limits = { maxExpand: 200, maxSize: [20, 20] };

/**
 * Draws a formula as MathML.
 *
 * @returns `undefined` for LaTeX that is invalid, too expensive, or uses a refused command
 */
export const drawFormula = ({ latex, isDisplay }: Pick<Formula, 'latex' | 'isDisplay'>): FormulaElement | undefined => {
  try {
    const tree = treeOf(latex, {
      displayMode: isDisplay,
      throwOnError: true,
      strict: false,
      trust: refuse,
      // Long formulas may break after a relation sign, as in TeX.
      wrap: 'tex',
      ...limits,
    });
    const [math, ...more] = createCleaner()(tree, 0);
    return typeof math === 'object' && math.name === 'math' && more.length === 0 ? math : undefined;
  } catch {
    // Invalid LaTeX, a refused command or a stack overflow. The source is shown instead.
    return undefined;
  }
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const styleOf = (style: FormulaElement['style']): [string, string][] => {
  const css = Object.entries(style).map(([name, value]) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value}`);
  return css.length === 0 ? [] : [['style', css.join('; ')]];
};

const markupOf = (node: FormulaElement | string): string => {
  if (typeof node === 'string') return escaped(node);
  const tag = [...Object.entries(node.attributes), ...styleOf(node.style)].map(([name, value]) => ` ${name}="${escaped(value)}"`).join('');
  return `<${node.name}${tag}>${node.children.map(markupOf).join('')}</${node.name}>`;
};

/** Draws a formula as HTML with MathML. Returns `undefined` in the same cases as `drawFormula`. */
export const formulaMarkup = (formula: Pick<Formula, 'latex' | 'isDisplay'>): string | undefined => {
  const drawn = drawFormula(formula);
  return drawn && markupOf(drawn);
};
