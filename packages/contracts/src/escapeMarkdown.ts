import { splitFormulas, type Formula } from './formulas/index.ts';

const escaped = (text: string): string => text.replace(/[\\`*_[\]<>|~]|&(?=#?[A-Za-z0-9]{1,32};)/g, '\\$&');

/** In Markdown a bracket after a backslash is a bracket, so a formula of its own stands between dollar signs. */
const written = ({ latex, isDisplay }: Formula): string => (isDisplay ? `$$${latex}$$` : `\\(${latex}\\)`);

/**
 * Markdown that shows a text to the letter, on one line (CommonMark 0.31, section 2.4, "Backslash escapes"). Escaped are the characters of
 * emphasis, code, links, HTML and tables, whatever begins a character reference, and what would begin a heading or a list. Formulas stay formulas.
 */
export const escapeMarkdown = (text: string): string =>
  splitFormulas(text.replace(/\s+/g, ' ').trim())
    .map((piece) => (typeof piece === 'string' ? escaped(piece) : written(piece)))
    .join('')
    .replace(/^(?=(?:#{1,6}|[-+=]+)(?: |$))/, '\\')
    .replace(/^(\d{1,9})(?=[.)](?: |$))/, '$1\\');
