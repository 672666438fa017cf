/** A selection in a text field, as offsets. */
interface Selection {
  start: number;
  end: number;
}

/** A replacement of a part of a text, and the selection after it. */
interface TextEdit extends Selection {
  text: string;
  selection: Selection;
}

type TextEditor = (value: string, selection: Selection) => TextEdit | undefined;

/** Words without the marks of formatting around them. */
const letters = /[\p{L}\p{M}\p{N}'’-]/u;

/** Returns the word at the caret; the selection itself if something is selected, or no word is there. */
const wordAt = (value: string, { start, end }: Selection): Selection => {
  if (start !== end) return { start, end };
  let [from, to] = [start, end];
  while (from > 0 && letters.test(value.charAt(from - 1))) from -= 1;
  while (letters.test(value.charAt(to))) to += 1;
  return from < start && to > end ? { start: from, end: to } : { start, end };
};

/** Returns the selection without spaces at its ends: "**word **" is not bold. */
const trimmed = (value: string, { start, end }: Selection): Selection => {
  const text = value.slice(start, end);
  if (text.trim() === '') return { start, end };
  return { start: start + text.length - text.trimStart().length, end: end - text.length + text.trimEnd().length };
};

/** Letters of scripts with spaces between words. There, a part of a word cannot be italic. */
const spaced = /(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Mymr}])[\p{L}\p{M}\p{N}_]/u;

/** Extends a selection within words to whole words. */
const wholeWords = (value: string, { start, end }: Selection): Selection => {
  let [from, to] = [start, end];
  while (spaced.test(value.charAt(from)) && spaced.test(value.charAt(from - 1))) from -= 1;
  while (to > from && spaced.test(value.charAt(to - 1)) && spaced.test(value.charAt(to))) to += 1;
  return { start: from, end: to };
};

/** Returns how many times a mark's character stands before an offset, or from it on. */
const runAt = (value: string, character: string, offset: number, step: -1 | 1): number => {
  let count = 0;
  while (value.charAt(step === 1 ? offset + count : offset - 1 - count) === character) count += 1;
  return count;
};

/** Whether a run of asterisks includes a mark: `***` is bold and italic. */
const hasMark = (run: number, mark: string): boolean => (mark === '*' ? run === 1 || run === 3 : run >= mark.length);

/**
 * Encloses the selected words in a mark, or removes it if they already have it. Without a selection it encloses the word at the caret, or
 * puts the caret between two marks.
 */
export const toggleMark =
  (mark: string): TextEditor =>
  (value, selected) => {
    const words = trimmed(value, wordAt(value, selected));
    const { start, end } = mark === '*' ? wholeWords(value, words) : words;
    const character = mark.charAt(0);
    const inner = value.slice(start, end);
    const [before, after] = [runAt(value, character, start, -1), runAt(value, character, end, 1)];
    if (hasMark(before, mark) && hasMark(after, mark))
      return {
        start: start - mark.length,
        end: end + mark.length,
        text: inner,
        selection: { start: start - mark.length, end: end - mark.length },
      };
    const [leading, trailing] = [runAt(inner, character, 0, 1), runAt(inner, character, inner.length, -1)];
    if (inner.length > 2 * mark.length && hasMark(leading, mark) && hasMark(trailing, mark)) {
      const text = inner.slice(mark.length, -mark.length);
      return { start, end, text, selection: { start, end: start + text.length } };
    }
    return { start, end, text: mark + inner + mark, selection: { start: start + mark.length, end: end + mark.length } };
  };

const bullet = /^(\s*)[-*] /;

/** Makes each selected line an item of a list, or plain lines again if all are items. */
export const toggleList: TextEditor = (value, { start: from, end: to }) => {
  const start = value.lastIndexOf('\n', from - 1) + 1;
  const next = value.indexOf('\n', to);
  const end = next < 0 ? value.length : next;
  const lines = value.slice(start, end).split('\n');
  const filled = lines.filter((line) => line.trim() !== '');
  const isList = filled.length > 0 && filled.every((line) => bullet.test(line));
  const text = lines
    .map((line) =>
      isList ? line.replace(bullet, '$1') : bullet.test(line) || (line.trim() === '' && filled.length > 0) ? line : `- ${line}`,
    )
    .join('\n');
  const isOneLine = from === to;
  const caret = Math.max(start, to + text.length - (end - start));
  return { start, end, text, selection: isOneLine ? { start: caret, end: caret } : { start, end: start + text.length } };
};

const listMark = /^(\s*)(?:([-*])|(\d{1,3})([.)])) /;

/** Continues a list on the next line; ends it after an empty item. Undefined outside lists. */
export const continueList: TextEditor = (value, { start, end }) => {
  if (start !== end) return undefined;
  const from = value.lastIndexOf('\n', start - 1) + 1;
  const line = value.slice(from, start);
  const found = listMark.exec(line);
  if (!found) return undefined;
  const [whole, indent = '', sign, number, dot = ''] = found;
  if (line === whole) return { start: from, end: start, text: '', selection: { start: from, end: from } };
  const text = `\n${indent}${sign ?? `${String(Number(number) + 1)}${dot}`} `;
  return { start, end, text, selection: { start: start + text.length, end: start + text.length } };
};

const gap = /\{\{c\d{1,3}::((?:(?!\{\{|\}\}|::)[^])*)(?:::(?:(?!\{\{|\}\})[^])*)?\}\}/g;

/**
 * Makes the selected words, or the word at the caret, a gap with the next number: `{{c2::words}}`. Inside a gap, it removes the gap.
 * Undefined if there are no words.
 */
export const toggleGap: TextEditor = (value, selected) => {
  for (const { 0: whole, 1: words = '', index } of value.matchAll(gap))
    if (selected.start >= index && selected.end <= index + whole.length)
      return { start: index, end: index + whole.length, text: words, selection: { start: index, end: index + words.length } };
  const { start, end } = trimmed(value, wordAt(value, selected));
  const words = value.slice(start, end);
  if (words.trim() === '' || /\{\{|\}\}/.test(words)) return undefined;
  const numbers = [...value.matchAll(/\{\{c(\d{1,3})::/g)].map(([, number]) => Number(number));
  const opening = `{{c${String(Math.max(0, ...numbers) + 1)}::`;
  return { start, end, text: `${opening}${words}}}`, selection: { start: start + opening.length, end: end + opening.length } };
};

/** Replaces text with the browser's editing command, so that undo reverts it. Edits the field directly if the command is unavailable. */
const replaceText = (field: HTMLTextAreaElement, { start, end, text }: TextEdit): void => {
  field.setSelectionRange(start, end);
  // Deprecated, yet the only way to edit a text field that keeps the browser's undo.
  const command = text === '' ? 'delete' : 'insertText';
  if (typeof document.execCommand === 'function' && document.execCommand(command, false, text)) return;
  field.setRangeText(text, start, end, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
};

/** Applies an edit to a text field with its selection. Does nothing if the text would become too long. Returns whether it did. */
export const editText = (field: HTMLTextAreaElement, editor: TextEditor): boolean => {
  const { value, selectionStart, selectionEnd, maxLength } = field;
  const edit = editor(value, { start: selectionStart, end: selectionEnd });
  if (!edit) return false;
  const length = value.length - (edit.end - edit.start) + edit.text.length;
  if (maxLength >= 0 && length > maxLength && length > value.length) return false;
  field.focus();
  replaceText(field, edit);
  field.setSelectionRange(edit.selection.start, edit.selection.end);
  return true;
};
