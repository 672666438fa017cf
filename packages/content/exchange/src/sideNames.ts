const frontNames = /^(?:front|question|term|word|prompt|vorderseite|frage|recto|question|anverso|pregunta)$/i;
const backNames = /^(?:back|answer|definition|translation|meaning|rückseite|antwort|verso|réponse|reverso|respuesta)$/i;

/** The cells that a table's first line names as the sides. @returns undefined where it is no such line */
export const namedSides = (cells: readonly string[]): { front: number; back: number } | undefined => {
  const names = cells.map((cell) => cell.trim());
  const [front, back] = [names.findIndex((name) => frontNames.test(name)), names.findIndex((name) => backNames.test(name))];
  return front >= 0 && back >= 0 ? { front, back } : undefined;
};

/** Whether a line would be taken for the names of columns. */
export const isHeader = (cells: readonly string[]): boolean => namedSides(cells) !== undefined;
