/** The rule of a check, and where it comes from. */
export interface CheckRule {
  /** The same in the gate, in metrics and in the tables of docs/quality.md. */
  id: string;
  rule: string;
  source: string;
}

const haladyna = 'Haladyna, Downing and Rodriguez 2002, item-writing guidelines';
const tarrant = 'Tarrant, Ware and Mohammed 2009, functioning distractors';
const wozniak = 'Wozniak 1999, twenty rules of formulating knowledge';
const ragas = 'Es et al. 2023, Ragas: faithfulness';
const ours = 'measured on public decks and question banks';

/** Every check: of extraction, of questions, of truth, of guides and of flashcards. */
export const checkRules: readonly CheckRule[] = [
  { id: 'words-extracted', rule: 'Words of text boxes, groups, tables, charts, SmartArt and notes are read.', source: ours },
  { id: 'notes-matched', rule: 'Notes belong to the slide that their relationship names, not the one of their number.', source: ours },
  {
    id: 'slide-order',
    rule: "Slides keep the order of the presentation's list; hidden ones are marked.",
    source: 'ECMA-376, PresentationML',
  },
  { id: 'table-cells', rule: 'Every cell of a table keeps its row and its column.', source: 'ECMA-376, DrawingML' },
  { id: 'slide-titles', rule: 'A slide without a title placeholder gets a title that names its subject.', source: ours },
  { id: 'pictures-listed', rule: 'Slides with nothing but pictures are listed to the learner.', source: ours },
  { id: 'no-boilerplate', rule: 'No item cites a footer, a slide number or a licence line.', source: ours },
  {
    id: 'one-right-option',
    rule: 'A question has three or four options, exactly one of them right; the program shuffles them.',
    source: haladyna,
  },
  { id: 'distinct-options', rule: 'No two options are equal once case, accents, punctuation and spaces are folded.', source: haladyna },
  { id: 'no-filler', rule: 'No placeholder, no "all of the above", no repeated question.', source: haladyna },
  { id: 'positive-stem', rule: 'Few questions ask what is not so, and these write the negation in capitals.', source: haladyna },
  { id: 'even-option-length', rule: 'The right option is about as long as the wrong ones.', source: haladyna },
  { id: 'no-grammar-cue', rule: 'Articles, number and tense fit every option.', source: haladyna },
  { id: 'no-stem-cue', rule: 'The right option is not the only one that repeats words of the question.', source: haladyna },
  { id: 'one-kind-of-option', rule: 'All options are of one kind, unit and grammatical form; numbers are sorted.', source: haladyna },
  { id: 'clear-stem', rule: 'The stem is one question or completion of 5 to 35 words, a case at most 90.', source: haladyna },
  {
    id: 'self-contained',
    rule: 'No item refers to something that the learner cannot see: a slide, a figure, an option by its letter.',
    source: haladyna,
  },
  {
    id: 'explanation',
    rule: 'An explanation of 60 to 500 characters gives the reason; each option has a rationale of its own.',
    source: haladyna,
  },
  { id: 'unambiguous', rule: 'No distractor is also right.', source: tarrant },
  { id: 'applied-questions', rule: 'Asked for applied questions, an engine gives them or says that it cannot.', source: haladyna },
  { id: 'near-duplicates', rule: 'No two questions of a quiz ask the same.', source: ours },
  { id: 'regeneration', rule: 'A regenerated quiz repeats nothing and turns to the weak areas.', source: ours },
  { id: 'item-count', rule: 'As many items as asked for, or a message that the material supports fewer.', source: ours },
  { id: 'spread', rule: 'Questions come from all parts of the material.', source: ours },
  { id: 'key-positions', rule: 'The right option is at every position equally often.', source: 'chi-square test' },
  { id: 'cue-baseline', rule: 'Choosing by the form of the options alone finds the right one no more often than chance.', source: tarrant },
  {
    id: 'quote-verbatim',
    rule: 'Every statement, question and card keeps a place of the source and a quote that is found there.',
    source: ragas,
  },
  { id: 'supported-by-source', rule: 'The words of an answer are found at its place in the source or beside it.', source: ragas },
  { id: 'names-and-numbers', rule: 'Numbers, units and names are found in the source.', source: ragas },
  { id: 'no-contradiction', rule: 'No negation or direction is reversed.', source: ragas },
  { id: 'material-covered', rule: 'Slides that teach are cited by the guide, and by quiz and cards together.', source: ours },
  { id: 'notes-covered', rule: 'Content that is only in the notes appears where notes are much of the material.', source: ours },
  { id: 'same-language', rule: 'The content is in the language of the material, or the engine says that it cannot.', source: ours },
  {
    id: 'no-prompt-injection',
    rule: 'Instructions in the material are text: they are not followed, cited or asked about.',
    source: 'OWASP LLM01',
  },
  { id: 'guide-structure', rule: 'Headings form a tree, a style has its parts in order, tables are kept.', source: ours },
  {
    id: 'facts-kept',
    rule: 'Three quarters of the content words of each teaching statement stand together in the guide: 92 % of the statements, 98 % offline.',
    source: ours,
  },
  { id: 'guide-length', rule: 'The guide is neither an excerpt nor longer than its material.', source: ours },
  { id: 'both-sides', rule: 'No side of a card is empty or a placeholder.', source: ours },
  { id: 'short-card', rule: 'A front of at most 20 words, a question or a cloze; a back of at most 25.', source: wozniak },
  { id: 'one-fact-card', rule: 'A card asks for one fact and not for a list.', source: wozniak },
  { id: 'answer-not-in-front', rule: 'The front does not contain the answer.', source: wozniak },
  { id: 'standalone-front', rule: 'A front says what it is about, and asks for no yes or no.', source: wozniak },
  { id: 'distinct-cards', rule: 'No two cards have the same front; fronts that are alike differ by a word that matters.', source: wozniak },
  { id: 'new-cards', rule: 'New cards repeat none, or the engine says how many the material still supports.', source: ours },
];
