import { endsSentence, type Passage, type Source } from '@lectern/contracts/plain';
import { memoiseBySource } from './memoise.ts';
import { pointerKey } from './pointers.ts';

/** Whether a text breaks off mid-sentence: at a comma, or at a word that needs another one. */
const isBrokenOff = (text: string): boolean =>
  /(?:[,(]|(?<!\p{L})(?:the|an?|of|to|in|on|at|for|with|without|by|from|and|or|but|nor|not|that|which|who|if|when|because|than|as|is|are|was|were|has|have|can|cannot|may|must|does|do|will))$/iu.test(
    text.trimEnd(),
  );

/** Whether a passage continues the sentence of the previous one. Items of a list may all start in lower case. */
function continues(before: Passage, passage: Passage): boolean {
  const [one, other] = [before.pointer, passage.pointer];
  const isBeside =
    one.kind === 'slide' ? other.kind === 'slide' && other.slide === one.slide && other.part === one.part : other.kind === one.kind;
  const isText = (passage.kind === 'bullet' && before.kind === 'bullet') || (passage.kind === 'paragraph' && before.kind !== 'row');
  if (!isBeside || !isText || before.level !== passage.level || !/^["“‘(]?\p{Ll}/u.test(passage.text.trimStart())) return false;
  const areParagraphs = before.kind === 'paragraph' && passage.kind === 'paragraph';
  return isBrokenOff(before.text) || (areParagraphs && !endsSentence(before.text) && !/[:：;；]["”’)]?$/.test(before.text.trimEnd()));
}

/** A run of more pieces is a list or code. */
const maxPieces = 4;

/** Runs of passages that share a sentence, by the pointer of each member. */
const runs = memoiseBySource(({ passages }): ReadonlyMap<string, readonly Passage[]> => {
  const found = new Map<string, readonly Passage[]>();
  let run: Passage[] = [];
  for (const passage of [...passages, undefined]) {
    const last = run.at(-1);
    if (last && passage && continues(last, passage)) {
      run.push(passage);
      continue;
    }
    if (run.length > 1 && run.length <= maxPieces) for (const { pointer } of run) found.set(pointerKey(pointer), run);
    run = passage ? [passage] : [];
  }
  return found;
});

/** The passages that share sentences with this one, itself included, in source order. */
export const runOf = (source: Source, passage: Passage): readonly Passage[] => runs(source).get(pointerKey(passage.pointer)) ?? [passage];

/** The text of a passage, extended to whole sentences by its neighbours. */
export const wholeTextOf = (source: Source, passage: Passage): string => {
  const run = runOf(source, passage);
  return run.length > 1 ? run.map(({ text }) => text.trim()).join(' ') : passage.text;
};
