import type { Source } from '@lectern/contracts';
import type { DraftQuestion } from '../StudyContentEngine.ts';
import { areNumeric } from '../shuffleOptions.ts';
import { characterAt, characterBefore, compatible, isWordCharacter } from '../text/characters.ts';
import { contentStems, fold, wordsOf } from '../text/words.ts';
import { around, coverage, headingOf, holds, listOf, citedPassage, sentencesIn, wordsIn } from './support.ts';

/** Words that a question is made of, whatever it asks for. */
const asking = contentStems(
  'which following statement describes best listed belongs among include includes included example examples term name names called given correct true right one completes statement main item items found part type kind part sign signs element elements step steps stage stages',
);

/** Whether a text is told by a line all but whole. */
const isToldBy = (text: string, line: string): boolean => {
  const words = wordsIn(line);
  const stems = contentStems(text);
  return (stems.size > 0 && coverage(stems, words) >= 0.9) || (stems.size === 0 && ` ${fold(line)} `.includes(` ${fold(text)} `));
};

const joiner = 'and|or|und|oder|et|ou|y|o|및|&';
const opensList = new RegExp(`^\\s*(?:[,、]|(?:${joiner})\\s)`, 'u');
const closesList = new RegExp(`(?:[,、]|(?:^|\\s)(?:${joiner}))\\s*(?:(?:an?|the)\\s+)?$`, 'u');
const listMarks = new RegExp(`[,、]|\\s(?:${joiner})\\s`, 'u');

/** "From the heart to the lungs": two ends of one thing. */
function tellsRange(sentence: string): boolean {
  const from = /\bfrom ./i.exec(sentence);
  return from !== null && / to\b/i.test(sentence.slice(from.index + from[0].length));
}

/** Two things that one sentence puts side by side: "sodium and water", "complexes I, III and IV". */
function areCoordinated(left: string, right: string, sentence: string): boolean {
  const plain = (text: string): string => compatible(text).toLowerCase().replace(/\s+/g, ' ').trim();
  const text = plain(sentence);
  const spanOf = (words: string): { from: number; to: number } | undefined => {
    for (let from = text.indexOf(words); words !== '' && from >= 0; from = text.indexOf(words, from + 1)) {
      const to = from + words.length;
      if (!isWordCharacter(characterBefore(text, from)) && !isWordCharacter(characterAt(text, to))) return { from, to };
    }
    return undefined;
  };
  const [one, other] = [left, right]
    .map((words) => spanOf(plain(words).replace(/^(an?|the)\s+|(?<![.\s])[.\s]+$/g, '')))
    .sort((a, b) => (a?.from ?? 0) - (b?.from ?? 0));
  if (!one || !other || other.from < one.to || other.from - one.to > 60) return false;
  const between = text.slice(one.to, other.from);
  return (
    opensList.test(between) && closesList.test(between) && between.split(listMarks).every((piece) => piece.trim().split(' ').length <= 4)
  );
}

/** Whether the source, as a program reads it, makes a distractor an answer to the same question. */
export function hasSecondAnswer(draft: DraftQuestion, source: Source): boolean {
  const passage = citedPassage(source, draft.source);
  if (!passage || /\b(NOT|EXCEPT|LEAST)\b/.test(draft.question)) return false;
  const stem = contentStems(draft.question);
  const texts = draft.distractors.map(({ text }) => text).filter((text) => !areNumeric([text]));

  if (passage.kind === 'bullet' || passage.kind === 'paragraph') {
    const { heading, others } = listOf(source, passage);
    const known = wordsIn(heading);
    const own = wordsIn(passage.text);
    // What the question asks beyond the list's heading must not be told by the point itself: then it asks for any point of the list.
    const asked = [...stem].filter((word) => !asking.has(word));
    const rest = asked.filter((word) => !holds(known, word));
    const isListQuestion =
      known.stems.size > 0 &&
      asked.length > 0 &&
      rest.length <= asked.length * 0.34 &&
      !rest.some((word) => holds(own, word)) &&
      isToldBy(draft.answer, passage.text);
    if (
      isListQuestion &&
      texts.some((text) =>
        others.some((other) => isToldBy(text, other.text) && contentStems(other.text).size <= contentStems(text).size * 2 + 1),
      )
    )
      return true;
  }

  const sentence =
    sentencesIn(passage.text).find((one) => one.includes(draft.source.quote) || draft.source.quote.includes(one)) ?? draft.source.quote;
  const compares =
    /\b(between|versus|vs|unlike|than|rather|whereas|while|but|not)\b/i.test(sentence) ||
    tellsRange(sentence) ||
    /\b(first|last|second|before|after|most|least|more|less|each|both|two|compared|difference)\b/i.test(draft.question);
  if (!compares && texts.some((text) => areCoordinated(draft.answer, text, sentence))) return true;

  // Another sentence that says of a distractor all that the question asks, at least as fully as its own sentence says it of the answer.
  const asked = [...stem].filter((word) => !asking.has(word));
  if (asked.length < 3) return false;
  const own = coverage(asked, wordsIn(`${sentence} ${headingOf(source, draft.source.pointer)}`));
  const candidates = sentencesIn(around(source, draft.source)).filter(
    (one) => one !== sentence && !sentence.includes(one) && !one.includes(sentence),
  );
  return texts.some((text) => {
    const words = contentStems(text);
    if (words.size === 0 || [...words].every((word) => stem.has(word))) return false;
    return candidates.some((one) => {
      const said = wordsIn(one);
      return coverage(words, said) === 1 && coverage(asked, said) >= Math.max(0.8, own) && coverage(contentStems(draft.answer), said) < 0.6;
    });
  });
}

/** Whether the cited passage tells a distractor in place of the answer: the key is another option's. */
export function isKeyedWrong(draft: DraftQuestion, source: Source): boolean {
  const passage = citedPassage(source, draft.source);
  if (!passage) return false;
  const stem = contentStems(draft.question);
  const own = (text: string): string[] => [...contentStems(text)].filter((word) => !stem.has(word));
  const answer = own(draft.answer);
  // Word for word another option, and not the answer.
  const line = ` ${fold(`${draft.source.quote} ${passage.text}`)} `;
  const stands = (text: string): boolean =>
    fold(text).length >= 4 && line.includes(` ${fold(text)} `) && !` ${fold(draft.question)} `.includes(` ${fold(text)} `);
  const isTold = coverage(contentStems(draft.answer), wordsIn(`${draft.source.quote}\n${passage.text}`)) >= 0.5;
  const isAlike = (text: string): boolean =>
    wordsOf(text).some((word) => wordsOf(draft.answer).includes(word)) && wordsOf(text).length === wordsOf(draft.answer).length;
  if (!stands(draft.answer) && draft.distractors.some(({ text }) => stands(text) && (!isTold || isAlike(text)))) return true;
  // Of two clauses that tell of one option each, the one that the question asks for tells of the other.
  const asked = [...stem].filter((word) => !asking.has(word));
  const clauses = sentencesIn(`${draft.source.quote}\n${passage.text}`).map((clause) => ({
    text: ` ${fold(clause)} `,
    told: coverage(asked, wordsIn(clause)),
  }));
  const best = (text: string, but: string): number =>
    Math.max(
      -1,
      ...clauses
        .filter(({ text: one }) => fold(text) !== '' && one.includes(` ${fold(text)} `) && !one.includes(` ${fold(but)} `))
        .map(({ told }) => told),
    );
  const isOutdone = (text: string): boolean => best(draft.answer, text) >= 0 && best(text, draft.answer) > best(draft.answer, text);
  if (asked.length >= 2 && draft.distractors.some(({ text }) => isOutdone(text))) return true;
  if (answer.length === 0) return false;
  const told = wordsIn(`${draft.source.quote}\n${passage.text}`);
  const shared = new Set(answer);
  const inQuote = coverage(answer, told);
  return draft.distractors.some(({ text }) => {
    const words = own(text).filter((word) => !shared.has(word));
    return words.length > 0 && coverage(words, told) >= 0.8 && inQuote <= 0.34 && words.length >= answer.length * 0.5;
  });
}
