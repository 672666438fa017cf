/** Maximum number of titles that are named; further ones are counted. */
const titlesNamed = 3;

/** '“Heart”, “Lungs”, “Kidney”, and 2 more' */
export const quotedTitles = (titles: readonly string[]): string => {
  const named = titles.slice(0, titlesNamed).map((title) => `“${title}”`);
  const more = titles.length - named.length;
  return new Intl.ListFormat('en').format(more > 0 ? [...named, `${String(more)} more`] : named);
};
