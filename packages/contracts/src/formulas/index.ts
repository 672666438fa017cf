export { findFormulas, hasFormula, replaceFormulas, splitFormulas, type Formula, type TextKind } from './findFormulas.ts';
export { formulaStyle } from './formulaStyle.ts';
export { FormulaWords } from './FormulaWords.ts';
export { forMathJax, withBackslashes, withDollars } from './marks.ts';
