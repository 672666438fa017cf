/** Control characters, lone surrogates, U+FFFE and U+FFFF, most of which XML 1.0 cannot represent. */
const special = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;
const whiteSpace = '\t\n\r';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes a text for XML and HTML, in content and in attributes. */
export const escapeXml = (text: string): string =>
  text
    .replace(special, (character) => (whiteSpace.includes(character) ? character : ''))
    .replace(/[&<>"']/g, (character) => entities[character] ?? character);
