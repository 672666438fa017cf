/** An event of `window`: the visitor asked for a retry, so every running load starts another try under a new address. */
export const retryEvent = 'lectern:retry';
