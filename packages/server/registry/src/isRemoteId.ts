/** Whether a text can be the id of a remote: `mf-`, then words of small letters and digits, the first of which begins with a letter. */
export const isRemoteId = (text: string): boolean => /^mf-[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(text);
