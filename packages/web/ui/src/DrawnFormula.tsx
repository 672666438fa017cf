import { formulaStyle } from '@lectern/contracts/formulas';
import { drawFormula, type FormulaElement } from '@lectern/contracts/draw-formula';
import { createElement, useMemo, type ReactNode } from 'react';
import { styled } from 'styled-components';

const Drawing = styled.span`
  ${formulaStyle}
`;

/**
 * Sets style properties one by one, which the content security policy allows. Not every browser has `style` on MathML elements, although
 * React needs it.
 */
const styler = (style: FormulaElement['style']) => (element: { style?: object } | null) => {
  if (element?.style) Object.assign(element.style, style);
};

const elementOf = (node: FormulaElement | string, key: number): ReactNode => {
  if (typeof node === 'string') return node;
  const { class: className, ...attributes } = node.attributes;
  const { style } = node;
  return createElement(
    node.name,
    { key, ...attributes, ...(className !== undefined && { className }), ...(Object.keys(style).length > 0 && { ref: styler(style) }) },
    ...node.children.map(elementOf),
  );
};

export interface DrawnFormulaProps {
  /** The formula as written in the text. Shown for LaTeX that cannot be rendered. */
  source: string;
  latex: string;
  isDisplay: boolean;
}

/** Renders a formula as MathML. Part of a chunk that loads with the first formula, see `FormulaText`. */
export const DrawnFormula = ({ source, latex, isDisplay }: DrawnFormulaProps): ReactNode => {
  const drawn = useMemo(() => drawFormula({ latex, isDisplay }), [latex, isDisplay]);
  return drawn ? <Drawing>{elementOf(drawn, 0)}</Drawing> : source;
};
