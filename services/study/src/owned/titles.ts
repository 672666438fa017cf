import { sizes, titleFrom } from '@lectern/contracts';

/** Titles that are named; the others are counted. */
const titlesNamed = 2;

/** The title of several guides together: 'Heart', 'Heart and Lungs', 'Heart, Lungs and 3 more'. */
export const titleOfGuides = (titles: readonly string[]): string => {
  if (titles.length <= titlesNamed) return titles.join(' and ');
  return `${titles.slice(0, titlesNamed).join(', ')} and ${titles.length - titlesNamed} more`;
};

/** A title that ends in these words, cut where it would be too long; `usual` stands for an empty title. */
export const endingIn = (title: string, ending: string, usual = ''): string =>
  titleFrom(title, sizes.title - ending.length, usual) + ending;

/** A title that none of these has: the second one is '… 2', the next '… 3'. */
export const distinctTitle = (title: string, taken: readonly string[]): string => {
  const known = new Set(taken);
  let distinct = title;
  for (let number = 2; known.has(distinct); number += 1) distinct = endingIn(title, ` ${number}`);
  return distinct;
};

const copyEnding = ' (copy)';

/** The title of a copy: '… (copy)', also of a copy, and with a number when there is one already. */
export const copyTitle = (title: string, taken: readonly string[]): string =>
  distinctTitle(endingIn(title.replace(/ \(copy\)(?: \d{1,3})?$/, ''), copyEnding), taken);
