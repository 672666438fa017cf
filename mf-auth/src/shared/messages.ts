import { Name } from '@lectern/contracts';

/** Wordings that several forms share (specification, section 5). */
export const messages = {
  required: 'Please fill in this field',
  passwordTooShort: 'Password must be at least 8 characters long',
  passwordsDiffer: 'Passwords do not match',
} as const;

/** Shortest password that may be chosen. */
export const shortestPassword = 8;

/** What is wrong with a name, in the words of the contract; `undefined` when nothing is. */
export const nameProblem = (name: string): string | undefined => Name.safeParse(name).error?.issues[0]?.message;
