import type { DraftQuestion } from '../../../StudyContentEngine.ts';
import { contentStems, fold, lowerFirst, shared, upperFirst, withoutStop } from '../../../text/words.ts';
import type { Cell, Highest } from '../facts.ts';
import { draftOf, factsOfType, isEven, pickDistractors, placeName, type QuestionContext } from './distractors.ts';

/** Asks for a cell of a table; the distractors are other cells of its column. */
export function cellQuestions(context: QuestionContext, fact: Cell): DraftQuestion[] {
  const { phrases, random, facts } = context;
  const all = factsOfType(context, 'cell', fact);
  const column = all.filter((other) => other.table === fact.table && other.header === fact.header);
  const candidates = column
    .filter((other) => fold(other.value) !== fold(fact.value))
    .map((other) => ({
      text: upperFirst(other.value),
      rationale: phrases.appliesTo(
        context.isEnglish ? lowerFirst(other.row, facts.names) : other.row,
        placeName(phrases, other.source.pointer),
      ),
      place: other.place,
    }));
  if (new Set(column.map(({ value }) => fold(value))).size < 3) return [];
  // "Which ejection fraction applies to reduced ejection fraction?" asks nothing.
  if ([...contentStems(fact.header)].every((word) => contentStems(fact.row).has(word))) return [];
  const row = all.filter((other) => other.table === fact.table && other.row === fact.row);
  // Cells of one column are of one kind, so they may be used although their lengths differ.
  const distractors =
    pickDistractors(upperFirst(fact.value), candidates, fact.place, random) ??
    (candidates.length >= 3 && shared(contentStems(fact.value), contentStems(fact.row)) === 0 && isEven(fact.value, candidates.slice(0, 3))
      ? candidates.slice(0, 3).map(({ text, rationale }) => ({ text, rationale }))
      : undefined);
  const header = context.isEnglish ? lowerFirst(fact.header, facts.names) : fact.header;
  const question = phrases.cell(
    /^(what|how|where|when|why|who|which)\b/i.test(fact.header) ? fact.header : header,
    context.isEnglish ? lowerFirst(fact.row, facts.names) : fact.row,
  );
  return draftOf(context, fact, {
    question,
    answer: upperFirst(fact.value),
    distractors,
    concept: fact.row,
    core: `${fact.row}: ${row.map((cell) => `${lowerFirst(cell.header, facts.names)}, ${cell.value}`).join('; ')}`,
    rationale: phrases.appliesTo(lowerFirst(fact.row, facts.names), placeName(phrases, fact.source.pointer)),
  });
}

/** The highest value of a chart. */
export function highestQuestions(context: QuestionContext, fact: Highest): DraftQuestion[] {
  if (!context.isEnglish) return [];
  const distractors = fact.others.slice(0, 3).map(({ text, value }) => ({
    text,
    rationale: `Its value is ${value}, below ${fact.value} (${placeName(context.phrases, fact.source.pointer)}).`,
  }));
  return draftOf(context, fact, {
    question: `${withoutStop(fact.caption)}: which of these has the highest value?`,
    answer: fact.winner,
    distractors,
    concept: fact.measure,
    core: `${fact.measure}: ${[{ text: fact.winner, value: fact.value }, ...fact.others].map(({ text, value }) => `${text}, ${value}`).join('; ')}`,
    rationale: `Its value is ${fact.value} (${placeName(context.phrases, fact.source.pointer)}).`,
  });
}
