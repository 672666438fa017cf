/** Wordings that several forms share (specification, section 5). */
export const messages = {
  required: 'Please fill in this field',
  passwordTooShort: 'Password must be at least 8 characters long',
  passwordsDiffer: 'Passwords do not match',
} as const;

/** Shortest password that may be chosen. */
export const shortestPassword = 8;
