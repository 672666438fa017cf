import type { Generation, Shortfall } from '@lectern/contracts';

/** A description on one line, without Markdown syntax. */
export const cleanDescription = (text: string): string =>
  text
    .replace(/!?\[([^[\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '$1')
    .replace(/^\s{0,3}(?:#{1,6}|>|[-*+]|\d+\.)\s+/gm, '')
    .replace(/[*_~`]{1,3}(\S(?:[^*_~`]*\S)?)[*_~`]{1,3}/g, '$1')
    .replace(/[*`#|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Says that fewer items were generated than requested, and why: '7 of 10 questions were made. …' Omits a reason that repeats the number. */
export const shortfallText = ({ asked, made, reason }: Shortfall, many: string): string =>
  `${String(made)} of ${String(asked)} ${many} were made. ${reason.replace(`${String(made)} good ${many} were found.`, '')}`.trim();

/** Says that generation is still running: '7 of 10 questions were ready in time. …' */
export const runningText = ({ asked, made }: Generation, one: string): string =>
  `${String(made)} of ${String(asked)} ${one}s ${made === 1 ? 'was' : 'were'} ready in time. The others are being made.`;

/** Says that generation stopped early. */
export const stoppedText = ({ asked, made }: Generation, many: string): string => `${String(made)} of ${String(asked)} ${many} were made.`;

/** Splits a generated title into kind and name: ['Quiz: ', 'Heart']. The kind is empty for titles given by learners. */
export const splitTitle = (title: string): [kind: string, name: string] => {
  const kind = ['Quiz: ', 'Flashcards: '].find((prefix) => title.startsWith(prefix) && title.length > prefix.length) ?? '';
  return [kind, title.slice(kind.length)];
};
