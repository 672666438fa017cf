import type { Generation, Shortfall } from '@lectern/contracts';

/** A description on one line, without markdown syntax. */
export const cleanDescription = (text: string): string =>
  text
    .replace(/!?\[([^[\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '$1')
    .replace(/^\s{0,3}(?:#{1,6}|>|[-*+]|\d+\.)\s+/gm, '')
    .replace(/[*_~`]{1,3}(\S(?:[^*_~`]*\S)?)[*_~`]{1,3}/g, '$1')
    .replace(/[*`#|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Says that fewer items were generated than asked for, and why: '7 of 10 questions were made. …' */
export const shortfallText = ({ asked, made, reason }: Shortfall, many: string): string =>
  `${String(made)} of ${String(asked)} ${many} were made. ${reason}`;

/** Says that items are still being made: '7 of 10 questions were ready in time. …' */
export const runningText = ({ asked, made }: Generation, one: string): string =>
  `${String(made)} of ${String(asked)} ${one}s ${made === 1 ? 'was' : 'were'} ready in time. The others are being made.`;

/** Says that the making ended early. */
export const stoppedText = ({ asked, made }: Generation, many: string): string => `${String(made)} of ${String(asked)} ${many} were made.`;

/** A generated title in its kind and its name: ['Quiz: ', 'Heart']. The kind is empty in the titles that learners give. */
export const splitTitle = (title: string): [kind: string, name: string] => {
  const kind = ['Quiz: ', 'Flashcards: '].find((prefix) => title.startsWith(prefix) && title.length > prefix.length) ?? '';
  return [kind, title.slice(kind.length)];
};
