/** The engine that is part of the product. It follows some styles; a language model follows every style. */
export const embeddedEngine = 'offline';

const longestQuote = 120;

/** A preference in quotation marks, shortened where it is long. */
export const quotedStyle = (preference: string): string => {
  const wish = preference.trim();
  return `“${wish.length > longestQuote ? `${wish.slice(0, longestQuote - 3)}…` : wish}”`;
};
