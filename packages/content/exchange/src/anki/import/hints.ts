/** A placeholder for a hint in a question. No text has this character. */
export const hintMark = '\uFDD0';

const [opening, closing] = ['([{（', ')]}）'];

const isBracketed = (before: string, after: string): boolean => {
  const kind = opening.indexOf(before.at(-1) ?? ' ');
  return kind >= 0 && closing.charAt(kind) === after.charAt(0);
};

/** Removes a word that announces the hint. */
const withoutLabel = (text: string): string => text.replace(/(?<!\p{L})hint\s?[:：]?$/iu, '').trimEnd();

/** Joins the text before and after a mark, on one line if they were on one. */
const joined = (before: string, after: string): string => {
  const [start, end] = [before.trimEnd(), after.trimStart()];
  if (start === '' || end === '') return start + end;
  const between = before.slice(start.length) + after.slice(0, after.length - end.length);
  return `${start}${between.includes('\n') ? '\n' : ' '}${end}`;
};

/** Removes hint placeholders with their brackets and labels: `(Hint: …)`. */
export const withoutHintMarks = (question: string): string => {
  const [first = '', ...others] = question.split(hintMark);
  let text = first;
  for (const other of others) {
    const [before, after] = [withoutLabel(text.trimEnd()), other.trimStart()];
    if (isBracketed(before, after)) text = joined(before.slice(0, -1), after.slice(1));
    else text = joined(before === text.trimEnd() ? text : before, other);
  }
  return text.trim();
};
