// Control characters have no business in a paragraph; soft hyphens and zero-width marks would split words unseen.
// eslint-disable-next-line no-control-regex
const invisible = /[\u0000-\u0008\u000e-\u001f\u007f\u00ad\u200b\u2060\ufeff]/g;

/** Single spaces, no line breaks, no invisible marks, lone surrogates replaced. */
export const cleanText = (text: string): string => text.toWellFormed().replace(invisible, '').replace(/\s+/g, ' ').trim();

const raised: Record<string, string> = {
  '0': '⁰',
  '1': '¹',
  '2': '²',
  '3': '³',
  '4': '⁴',
  '5': '⁵',
  '6': '⁶',
  '7': '⁷',
  '8': '⁸',
  '9': '⁹',
  '+': '⁺',
  '-': '⁻',
  '−': '⁻',
};

/** Raised digits and signs as characters of their own, so that a footnote's number does not become part of the word before it. */
export const raiseDigits = (text: string): string =>
  /^[\d+\-−,\s]+$/.test(text) ? text.replace(/[\d+\-−]/g, (character) => raised[character] ?? character) : text;
