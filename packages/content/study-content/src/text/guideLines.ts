import type { Passage } from '@lectern/contracts';
import { withoutContinuation } from './continuation.ts';
import { guideMaterial, reasonOfSentence } from './omissions.ts';
import { onceFor } from './onceFor.ts';
import { sentencesOf } from './sentencesOf.ts';

/** A sentence, bullet, heading, note or table row of a source that its guide tells. */
export interface GuideLine {
  /** As it stands in the passage; a row's cells are joined. */
  text: string;
  passage: Passage;
}

function textsOf({ kind, text, cells, pointer }: Passage): readonly string[] {
  if (kind === 'row') return [cells?.join(' ') ?? text];
  if (kind === 'title') return [withoutContinuation(text)];
  // The alternative text of a picture stands below the picture.
  if (pointer.kind === 'slide' && pointer.part === 'alt') return [];
  return sentencesOf(text).filter((sentence) => reasonOfSentence(sentence, pointer) === undefined);
}

/** Every line of a source that belongs in its guide, in its order. */
export const guideLines = onceFor((source): readonly GuideLine[] =>
  guideMaterial(source).passages.flatMap((passage) => textsOf(passage).map((text) => ({ text, passage }))),
);
