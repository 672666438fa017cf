import { isInnerWord, isWordInLowerCase } from './joinWrapped.ts';
import type { Box } from './slide/Box.ts';
import type { SlideItem, TextItem } from './slide/SlideItem.ts';

/** Text that stops in the middle of a sentence, whatever comes next. */
const hasNoEnd =
  /(?:[,–&]|\p{L}-|\s(?:of|and|or|the|an?|to|by|in|on|with|from|for|into|than|that|which|is|are|und|oder|der|die|das|et|ou|le|la|les|des|de|y|el|los|las))$/u;
const endsSentence = /[.!?…。！？।][)"”’»]*$/u;
const endsPart = /[.!?…。！？।:;：；][)"”’»]*$/u;

/** Whether two boxes stand below each other in one column, near enough for one text. */
function isOneColumn(above: Box, below: Box): boolean {
  const shared = Math.min(above.left + above.width, below.left + below.width) - Math.max(above.left, below.left);
  const gap = below.top - (above.top + above.height);
  const height = Math.min(above.height, below.height);
  return (
    Math.abs(above.left - below.left) <= 0.1 * Math.max(above.width, below.width) &&
    shared >= 0.5 * Math.min(above.width, below.width) &&
    gap >= -0.5 * height &&
    gap <= height
  );
}

/** Whether the text of a box goes on in the next one. Labels of a drawing begin in lower case, too, but make no sentence. */
function goesOn(above: string, below: string): boolean {
  if (endsPart.test(above)) return false;
  if (hasNoEnd.test(above)) return /^[\p{L}\p{N}]/u.test(below);
  const isSentence = /^\P{Ll}/u.test(above) && / /.test(above) && endsSentence.test(below);
  return isWordInLowerCase(below) && (isSentence || isInnerWord(below));
}

const isText = (item: SlideItem | undefined): item is TextItem & { box: Box } =>
  item?.type === 'text' && item.kind === 'paragraph' && item.box !== undefined;

/**
 * The items of a slide. A sentence that was split into text boxes below each other is one paragraph again. Titles, bullets and boxes in other letters
 * stay apart.
 */
export function joinBoxes(items: readonly SlideItem[]): SlideItem[] {
  const joined: SlideItem[] = [];
  for (const item of items) {
    const last = joined.at(-1);
    const isRest =
      isText(last) &&
      isText(item) &&
      last.shape !== item.shape &&
      last.size === item.size &&
      isOneColumn(last.box, item.box) &&
      goesOn(last.text, item.text);
    // The text now ends in the lower box, from which it may go on.
    if (isRest)
      joined[joined.length - 1] = { ...last, text: `${last.text} ${item.text}`.replace(/(?<=\p{L})- (?=\p{Ll})/u, '-'), box: item.box };
    else joined.push(item);
  }
  return joined;
}
