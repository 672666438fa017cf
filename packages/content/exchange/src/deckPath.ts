const shownSeparator = ' › ';
const ankiSeparator = '::';

/** Returns the names from the outermost deck to this one. @param name - As in Anki: `Uni::Heart::Valves`. */
export const pathOfAnkiName = (name: string): string[] => name.split(ankiSeparator);

/** `Uni › Heart › Valves` */
export const titleOfPath = (path: readonly string[]): string => path.join(shownSeparator);

/** The reverse of `titleOfPath`, for a title written by the learner. */
export const pathOfTitle = (title: string): string[] => title.split(shownSeparator);

/** Returns the Anki name of each deck of a path, outermost first. "::" in a title would begin another deck. */
export const ankiNamesOf = (path: readonly string[]): string[] => {
  const parts = path.map((part) => part.replaceAll(ankiSeparator, ':'));
  return parts.map((_, index) => parts.slice(0, index + 1).join(ankiSeparator));
};
