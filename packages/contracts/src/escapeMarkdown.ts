/**
 * Markdown that shows a text to the letter, on one line (CommonMark 0.31, section 2.4, "Backslash escapes"). Escaped are the characters of
 * emphasis, code, links, HTML and tables, whatever begins a character reference, and what would begin a heading or a list.
 */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>|~]|&(?=#?[A-Za-z0-9]{1,32};)/g, '\\$&')
    .replace(/^(?=(?:#{1,6}|[-+=]+)(?: |$))/, '\\')
    .replace(/^(\d{1,9})(?=[.)](?: |$))/, '$1\\');
