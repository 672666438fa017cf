import type { Passage } from '@lectern/contracts';
import { onceFor } from '../text/onceFor.ts';
import { placeKey } from '../text/pointers.ts';
import { hasPromptInjection } from '../text/promptInjection.ts';
import { sentencesIn } from '../text/sentences.ts';

/** Removes sentences that give instructions to the engine. */
const withoutPromptInjection = (text: string): string =>
  hasPromptInjection(text)
    ? sentencesIn(text)
        .filter((sentence) => !hasPromptInjection(sentence))
        .join(' ')
    : text;

/** The passages of a source without prompt injections, by slide or paragraph (`placeKey`). */
export const teachingPassages = onceFor((source): ReadonlyMap<string, readonly Passage[]> => {
  const passages = source.passages.flatMap((passage) => {
    const text = withoutPromptInjection(passage.text);
    if (text === '') return [];
    return [text === passage.text ? passage : { ...passage, text }];
  });
  return Map.groupBy(passages, ({ pointer }) => placeKey(pointer));
});
