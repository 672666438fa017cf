import { endsSentence } from '@lectern/contracts/plain';
import type { Paragraph } from './deck.ts';
import type { Box } from './slide/Box.ts';
import type { SlideItem, TextItem } from './slide/SlideItem.ts';

/** The minimum length of a wrapped line. A shorter line ends where its author wanted. */
const shortestWrappedLine = 50;

/** Whether a line may begin a sentence. If no line of a list may, each stands for itself. */
const beginsSentence = ({ text }: Paragraph): boolean => /^[\p{Lu}\p{N}"“‘(]/u.test(text);

/** Whether a text begins with a lower-case word. "mRNA" and "pH" do not count. */
const isWordInLowerCase = (text: string): boolean => /^\p{Ll}[\p{Ll}’'-]*(?![\p{L}\p{N}])/u.test(text);

/** Whether a line may break off in a sentence that the next line continues. */
const mayBeWrapped = (above: Paragraph, below: Paragraph): boolean =>
  above.kind === 'paragraph' &&
  below.kind === 'paragraph' &&
  above.part === below.part &&
  above.shape === below.shape &&
  above.level === below.level &&
  above.text.length >= shortestWrappedLine &&
  !/[:;…：；]$/u.test(above.text) &&
  !endsSentence(above.text) &&
  isWordInLowerCase(below.text);

/** Words that never begin a line of their own. */
const innerWord =
  /^(?:of|and|or|to|by|than|that|which|who|whose|was|were|is|are|has|have|had|will|would|can|could|should|the|an?|into|through|from)\b/;
const isInnerWord = (text: string): boolean => innerWord.test(text);
const isEnded = ({ text }: Paragraph): boolean => endsSentence(text) || /…["”’)]?$/u.test(text);

/** A line with the end of one sentence and the beginning of the next. */
const isProse = ({ text }: Paragraph): boolean => /\p{Ll}[.!?] \p{Lu}/u.test(text);

/**
 * Splits lines into sentences. Lines belong together if they end like a sentence, if the line above is prose, or if a line begins with a
 * word from within a sentence.
 */
const partsOf = (lines: readonly Paragraph[]): Paragraph[][] => {
  const last = lines.at(-1);
  if (last && isEnded(last)) return [[...lines]];
  const parts: Paragraph[][] = [];
  for (const line of lines) {
    const open = parts.at(-1);
    const above = open?.at(-1);
    if (open && above && (isInnerWord(line.text) || isProse(above))) open.push(line);
    else parts.push([line]);
  }
  return parts;
};

const joined = ([first, ...more]: readonly Paragraph[]): Paragraph[] =>
  first === undefined ? [] : [more.length === 0 ? first : { ...first, text: [first, ...more].map(({ text }) => text).join(' ') }];

/** Rejoins sentences that were broken into lines, as in notes from another program. */
export function joinWrapped(paragraphs: readonly Paragraph[]): Paragraph[] {
  const runs: Paragraph[][] = [];
  for (const paragraph of paragraphs) {
    const open = runs.at(-1);
    const [first, last] = [open?.[0], open?.at(-1)];
    if (open && first && last && beginsSentence(first) && mayBeWrapped(last, paragraph)) open.push(paragraph);
    else runs.push([paragraph]);
  }
  return runs.flatMap((run) => partsOf(run).flatMap(joined));
}

/** Text that breaks off in a sentence, whatever follows. */
const hasNoEnd =
  /(?:[,–&]|\p{L}-|\s(?:of|and|or|the|an?|to|by|in|on|with|from|for|into|than|that|which|is|are|und|oder|der|die|das|et|ou|le|la|les|des|de|y|el|los|las))$/u;
const sentenceEnd = /[.!?…。！？।][)"”’»]*$/u;
const partEnd = /[.!?…。！？।:;：；][)"”’»]*$/u;

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

/** Whether the next box continues a text. Labels of a drawing begin in lower case, too, but form no sentence. */
function goesOn(above: string, below: string): boolean {
  if (partEnd.test(above)) return false;
  if (hasNoEnd.test(above)) return /^[\p{L}\p{N}]/u.test(below);
  const isSentence = /^\P{Ll}/u.test(above) && / /.test(above) && sentenceEnd.test(below);
  return isWordInLowerCase(below) && (isSentence || isInnerWord(below));
}

const isText = (item: SlideItem | undefined): item is TextItem & { box: Box } =>
  item?.type === 'text' && item.kind === 'paragraph' && item.box !== undefined;

/** Rejoins sentences that were split into text boxes below each other. Titles, bullets and boxes with other letter sizes stay apart. */
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
    // The text now ends in the lower box, where it may continue.
    if (isRest)
      joined[joined.length - 1] = { ...last, text: `${last.text} ${item.text}`.replace(/(?<=\p{L})- (?=\p{Ll})/u, '-'), box: item.box };
    else joined.push(item);
  }
  return joined;
}
