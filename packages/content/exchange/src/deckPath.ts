/** Between a deck and the one within it, as titles show it. */
const shownSeparator = ' › ';
/** As Anki writes it. */
const ankiSeparator = '::';

/** The names from the outermost deck to the deck itself. @param name - of a deck in Anki: `Uni::Heart::Valves` */
export const pathOfAnkiName = (name: string): string[] => name.split(ankiSeparator);

/** `Uni › Heart › Valves` */
export const titleOfPath = (path: readonly string[]): string => path.join(shownSeparator);

/** The reverse of `titleOfPath`, for a deck whose title the learner wrote. */
export const pathOfTitle = (title: string): string[] => title.split(shownSeparator);

/** The name of each deck of a path in Anki, the outermost first. A title's own "::" would begin another deck. */
export const ankiNamesOf = (path: readonly string[]): string[] => {
  const parts = path.map((part) => part.replaceAll(ankiSeparator, ':'));
  return parts.map((_, index) => parts.slice(0, index + 1).join(ankiSeparator));
};
