import { placeWords, sizes, type CardEdit, type NewQuestion, type Suggestion } from '@lectern/contracts';

/** What stands in the place of a hidden term. */
const gap = '_____';

/** Scripts whose words are not set apart by spaces: a particle may follow the term directly. */
const joined = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;
const letter = /[\p{L}\p{N}]/u;

const isEdge = (character: string | undefined): boolean => character === undefined || character === '' || !letter.test(character);

/** A statement with a gap wherever it names the term; `undefined` if it does not. */
export const withGap = (statement: string, term: string): string | undefined => {
  const [text, sought] = [statement.toLowerCase(), term.toLowerCase()];
  // Some letters get longer in lower case; then places in both texts differ.
  if (sought === '' || text.length !== statement.length) return undefined;
  const isJoined = joined.test(term);
  let result = '';
  let from = 0;
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + sought.length)) {
    const end = at + sought.length;
    if (!isJoined && !(isEdge(statement[at - 1]) && isEdge(statement[end]))) continue;
    result += statement.slice(from, at) + gap;
    from = end;
  }
  return from === 0 ? undefined : result + statement.slice(from);
};

/** What a statement says after its term: the meaning behind "Preload: ", the cells behind "Loop diuretics. "; `undefined` for a sentence. */
const saidOf = ({ term, statement }: Suggestion): string | undefined => {
  const isLabel = statement.toLowerCase().startsWith(term.toLowerCase()) && /^\s?[:：.] ?/u.test(statement.slice(term.length));
  return isLabel ? statement.slice(term.length).replace(/^\s?[:：.] ?/u, '') : undefined;
};

const side = (text: string): string => text.slice(0, sizes.cardSide);

/** A card whose front hides the term. */
export const gapCardOf = ({ term, statement }: Suggestion): CardEdit => ({
  front: side(withGap(statement, term) ?? `${gap}: ${statement}`),
  back: side(term),
});

/** The card of a suggestion: the term and its meaning, a heading and its points, or a sentence whose term is hidden. */
export const cardOf = (suggestion: Suggestion): CardEdit => {
  const { term, statement, form } = suggestion;
  const said = saidOf(suggestion);
  switch (form) {
    case 'list':
    case 'step':
    case 'row':
      return { front: side(term), back: side((said ?? statement).split('; ').join('\n')) };
    case 'definition':
    case 'acronym':
      return { front: side(term), back: side(said ?? statement) };
    case 'cause':
    case 'statement':
      return said === undefined ? gapCardOf(suggestion) : { front: side(term), back: side(said) };
  }
};

/** The options in an order that says nothing. @param random - from 0 up to 1 */
const shuffled = <Item>(items: readonly Item[], random: () => number): Item[] =>
  items
    .map((item) => ({ item, rank: random() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);

/** A question for the hidden term, with terms of its kind as wrong options; `undefined` if the material has none. */
export const questionOf = (suggestion: Suggestion, random: () => number): NewQuestion | undefined => {
  const { term, statement, siblings, pointer } = suggestion;
  if (siblings.length === 0) return undefined;
  const options = [{ text: term, isCorrect: true }, ...siblings.map((text) => ({ text, isCorrect: false }))];
  return {
    question: withGap(statement, term) ?? `${gap}: ${statement}`,
    options: shuffled(options, random),
    explanation: `${statement} (${placeWords(pointer)})`,
  };
};
