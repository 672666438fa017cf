import { placeWords, sizes, type CardEdit, type NewQuestion, type Suggestion } from '@lectern/contracts';

/** Placeholder for a hidden term. */
const gap = '_____';

/** Scripts that do not separate words by spaces, so that a particle may directly follow the term. */
const joined = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;
const letter = /[\p{L}\p{N}]/u;

const isEdge = (character: string | undefined): boolean => character === undefined || character === '' || !letter.test(character);

/** Replaces each occurrence of the term with a gap; `undefined` if the statement does not contain it. */
export const withGap = (statement: string, term: string): string | undefined => {
  const [text, sought] = [statement.toLowerCase(), term.toLowerCase()];
  // Lower case can lengthen a letter, which shifts positions between the two texts.
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

/** The part of a statement after its term: the meaning in "Preload: …", the cells in "Loop diuretics. …"; `undefined` for a sentence. */
const saidOf = ({ term, statement }: Suggestion): string | undefined => {
  const isLabel = statement.toLowerCase().startsWith(term.toLowerCase()) && /^\s?[:：.] ?/u.test(statement.slice(term.length));
  return isLabel ? statement.slice(term.length).replace(/^\s?[:：.] ?/u, '') : undefined;
};

const side = (text: string): string => text.slice(0, sizes.cardSide);

/** A card that hides the term on its front. */
export const gapCardOf = ({ term, statement }: Suggestion): CardEdit => ({
  front: side(withGap(statement, term) ?? `${gap}: ${statement}`),
  back: side(term),
});

/** A suggestion's card: a term with its meaning, a heading with its points, or a sentence with the term hidden. */
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

/** Shuffles the options. @param random - returns a number from 0 (inclusive) to 1 (exclusive) */
const shuffled = <Item>(items: readonly Item[], random: () => number): Item[] =>
  items
    .map((item) => ({ item, rank: random() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);

/** A question about the hidden term, with sibling terms as distractors; `undefined` without siblings. */
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
