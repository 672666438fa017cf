import { sizes, titleFrom } from '@lectern/contracts';

/** The number of titles to name; the others are counted. */
const titlesNamed = 2;

/** Combines the titles of several guides: 'Heart', 'Heart and Lungs', 'Heart, Lungs and 3 more'. */
export const titleOfGuides = (titles: readonly string[]): string => {
  if (titles.length <= titlesNamed) return titles.join(' and ');
  return `${titles.slice(0, titlesNamed).join(', ')} and ${titles.length - titlesNamed} more`;
};

/** Appends an ending to a title, which is cut if too long. `usual` replaces an empty title. */
export const endingIn = (title: string, ending: string, usual = ''): string =>
  titleFrom(title, sizes.title - ending.length, usual) + ending;

/** Makes a title distinct from others: the second one is '… 2', the next '… 3'. */
export const distinctTitle = (title: string, taken: readonly string[]): string => {
  const known = new Set(taken);
  let distinct = title;
  for (let number = 2; known.has(distinct); number += 1) distinct = endingIn(title, ` ${number}`);
  return distinct;
};

const copyEnding = ' (copy)';

/** Returns the title of a copy: '… (copy)', also for a copy of a copy, with a number if it is taken. */
export const copyTitle = (title: string, taken: readonly string[]): string =>
  distinctTitle(endingIn(title.replace(/ \(copy\)(?: \d{1,3})?$/, ''), copyEnding), taken);
