/** The built-in engine. It supports some styles; a language model follows every style. */
export const embeddedEngine = 'offline';

const longestQuote = 120;

/** Quotes a preference, and shortens a long one. */
export const quotedStyle = (preference: string): string => {
  const wish = preference.trim();
  return `“${wish.length > longestQuote ? `${wish.slice(0, longestQuote - 3)}…` : wish}”`;
};
