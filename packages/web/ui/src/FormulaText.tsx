import { splitFormulas, type Formula } from '@lectern/contracts/formulas';
import { Fragment, useMemo, type ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { LazyPart } from './LazyPart';

const loadDrawing = () => import(/* webpackChunkName: "formulas" */ './DrawnFormula').then(({ DrawnFormula }) => DrawnFormula);

const Place = styled.span<{ $isDisplay: boolean }>`
  ${({ $isDisplay }) =>
    $isDisplay &&
    css`
      display: block;
      max-width: 100%;
      padding-block: 0.25em;
      overflow: auto hidden;
    `}
`;

export type FormulaViewProps = Pick<Formula, 'source' | 'latex' | 'isDisplay'>;

/**
 * A formula. Its code loads with the first one on a page; until then, and for LaTeX that cannot be rendered, its source is shown. Has its
 * own text direction, so that it does not affect that of the surrounding text.
 */
export const FormulaView = ({ source, latex, isDisplay }: FormulaViewProps): ReactNode => (
  <Place dir="ltr" data-formula={source} $isDisplay={isDisplay}>
    <LazyPart load={loadDrawing} props={{ source, latex, isDisplay }} fallback={source} />
  </Place>
);

/** A learner's text with its LaTeX formulas rendered. */
export const FormulaText = ({ children }: { children: string }): ReactNode => {
  const pieces = useMemo(() => splitFormulas(children), [children]);
  return pieces.map((piece, index) =>
    typeof piece === 'string' ? (
      <Fragment key={index}>{piece}</Fragment>
    ) : (
      <FormulaView key={index} source={piece.source} latex={piece.latex} isDisplay={piece.isDisplay} />
    ),
  );
};
