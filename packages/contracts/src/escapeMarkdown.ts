import { splitFormulas, type Formula } from './formulas/index.ts';

const escaped = (text: string): string => text.replace(/[\\`*_[\]<>|~]|&(?=#?[A-Za-z0-9]{1,32};)/g, '\\$&');

/** In Markdown an escaped bracket is a plain bracket, so display formulas are written between dollar signs. */
const written = ({ latex, isDisplay }: Formula): string => (isDisplay ? `$$${latex}$$` : `\\(${latex}\\)`);

/**
 * Escapes a text for Markdown, on one line (CommonMark 0.31, section 2.4, "Backslash escapes"). Escapes the characters of emphasis, code, links,
 * HTML, tables and character references, and what would start a heading or a list. Formulas stay formulas.
 */
export const escapeMarkdown = (text: string): string =>
  splitFormulas(text.replace(/\s+/g, ' ').trim())
    .map((piece) => (typeof piece === 'string' ? escaped(piece) : written(piece)))
    .join('')
    .replace(/^(?=(?:#{1,6}|[-+=]+)(?: |$))/, '\\')
    .replace(/^(\d{1,9})(?=[.)](?: |$))/, '$1\\');
