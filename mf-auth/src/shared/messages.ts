/** Messages shared by several forms. */
export const messages = {
  required: 'Please fill in this field',
  passwordTooShort: 'Password must be at least 8 characters long',
  confirmationMissing: 'Please enter the password again',
  passwordsDiffer: 'Passwords do not match',
} as const;

/** Minimum length of a new password, in characters. */
export const shortestPassword = 8;
