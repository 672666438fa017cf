export { findFormulas, hasFormula, replaceFormulas, splitFormulas, type Formula, type TextKind } from './findFormulas.ts';
export { FormulaWords } from './FormulaWords.ts';
