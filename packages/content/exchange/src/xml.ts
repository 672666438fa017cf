/** Control characters, lone surrogates, U+FFFE and U+FFFF. XML 1.0 has no form for most of them. */
const special = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;
const whiteSpace = '\t\n\r';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** A text for XML and HTML, in content and in attributes. */
export const escapeXml = (text: string): string =>
  text
    .replace(special, (character) => (whiteSpace.includes(character) ? character : ''))
    .replace(/[&<>"']/g, (character) => entities[character] ?? character);
