/** An event of the window: the visitor asked for another try, so every load under way starts one, with an address of its own. */
export const retryEvent = 'lectern:retry';
