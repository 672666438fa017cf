/** So many characters of texts are kept with what was worked out of them: what a deck's items are checked against, over and over. */
const mostCharacters = 1_000_000;

/**
 * Works something out of a text once, however often it is asked for: each text of a deck is compared with many others. What it answers is
 * everybody's, and is not to be changed.
 */
export function onceForText<Value extends NonNullable<unknown>>(work: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  let characters = 0;
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const value = work(text);
    // A whole book is looked at once, and would only drive out the rest.
    if (text.length > mostCharacters / 10) return value;
    if ((characters += text.length) > mostCharacters) {
      known.clear();
      characters = text.length;
    }
    known.set(text, value);
    return value;
  };
}
