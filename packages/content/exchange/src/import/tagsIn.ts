/** The most tags of a card, and the most characters of one. */
const mostTags = 50;
const mostCharacters = 100;

/** The tags of a list with spaces between them, as Anki writes it. */
export const tagsIn = (list: string): string[] => {
  const tags = new Set<string>();
  for (const tag of list.slice(0, 2 * mostTags * mostCharacters).split(/\s+/)) {
    const shown = tag.replace(/\p{Cc}/gu, '').toWellFormed();
    if (shown !== '' && shown.length <= mostCharacters && tags.size < mostTags) tags.add(shown);
  }
  return [...tags];
};
