import { memoiseBySource } from '../text/memoise.ts';
import { placeKey, pointerKey, samePlace } from '../text/pointers.ts';
import { hasPromptInjection } from '../text/promptInjection.ts';
import { sentencesIn } from '../text/sentences.ts';
import { type Citation, type Passage, placeOf, type Pointer, sameDocument, type Source } from '@lectern/contracts/plain';
import { type Words, wordsIn } from '../text/wordMatching.ts';
import { maxPassageLength, textNearQuote } from './quotes.ts';

/** Removes sentences that give instructions to the engine. */
const withoutPromptInjection = (text: string): string =>
  hasPromptInjection(text)
    ? sentencesIn(text)
        .filter((sentence) => !hasPromptInjection(sentence))
        .join(' ')
    : text;

/** The passages of a source without prompt injections, by slide or paragraph (`placeKey`). */
export const teachingPassages = memoiseBySource((source): ReadonlyMap<string, readonly Passage[]> => {
  const passages = source.passages.flatMap((passage) => {
    const text = withoutPromptInjection(passage.text);
    if (text === '') return [];
    return [text === passage.text ? passage : { ...passage, text }];
  });
  return Map.groupBy(passages, ({ pointer }) => placeKey(pointer));
});

/** How many slides or paragraphs on either side of a citation are its neighbours. */
const slideReach = 1;
const paragraphReach = 3;

/** The passages of the cited slide and its neighbours, or of the paragraphs around the cited one, without prompt injections. */
function passagesAround(source: Source, pointer: Pointer): readonly Passage[] {
  const reach = pointer.kind === 'slide' ? slideReach : paragraphReach;
  const places = teachingPassages(source);
  return Array.from({ length: 2 * reach + 1 }, (_, index) => places.get(placeKey(pointer, placeOf(pointer) - reach + index)) ?? [])
    .flat()
    .filter((passage) => sameDocument(passage.pointer, pointer));
}

const charactersAround = memoiseBySource(() => new Map<string, number>());

/** Whether the neighbours are too long, so that only passages next to the citation are used. */
function isCrowded(source: Source, pointer: Pointer): boolean {
  const known = charactersAround(source);
  const key = placeKey(pointer);
  let characters = known.get(key);
  if (characters === undefined) {
    characters = passagesAround(source, pointer).reduce((sum, { text }) => sum + text.length, 0);
    known.set(key, characters);
  }
  return characters > maxPassageLength;
}

/** The passages around a pointer, up to half of `maxPassageLength` characters on either side. */
function nearest(passages: readonly Passage[], pointer: Pointer): readonly Passage[] {
  const at = passages.findIndex((passage) => samePlace(passage.pointer, pointer));
  if (at < 0) return [];
  const reachOf = (step: -1 | 1): number => {
    let remaining = maxPassageLength / 2;
    let reached = at;
    while (remaining > 0 && passages[reached + step]) remaining -= passages[(reached += step)]?.text.length ?? 0;
    return reached;
  };
  return passages.slice(reachOf(-1), reachOf(1) + 1);
}

/** The text around a citation, one line per passage: its slide and the adjacent ones, or the surrounding paragraphs. */
export function neighbourText(source: Source, { pointer, quote }: Citation): string {
  const passages = passagesAround(source, pointer);
  return (isCrowded(source, pointer) ? nearest(passages, pointer) : passages).map(({ text }) => textNearQuote(text, quote)).join('\n');
}

/** The text of the cited slide or paragraph, one line per passage. */
export const placeText = (source: Source, { pointer, quote }: Citation): string =>
  (teachingPassages(source).get(placeKey(pointer)) ?? []).map(({ text }) => textNearQuote(text, quote)).join('\n');

const knownWords = memoiseBySource(() => new Map<string, Words>());

/** The words of the title and around a citation. Cached by place. */
export function neighbourWords(source: Source, citation: Citation): Words {
  const { pointer } = citation;
  const known = knownWords(source);
  const key = isCrowded(source, pointer) ? pointerKey(pointer) : placeKey(pointer);
  let words = known.get(key);
  if (!words) known.set(key, (words = wordsIn(`${neighbourText(source, citation)}\n${source.title}`)));
  return words;
}
