import type { Passage } from '@lectern/contracts';
import { withoutContinuation } from './continuation.ts';
import { guideMaterial, reasonOfSentence } from './omissions.ts';
import { onceFor } from './onceFor.ts';
import { sentencesOf } from './sentencesOf.ts';

/** A sentence, bullet, heading, note or table row that the guide has to cover. */
export interface GuideLine {
  /** Verbatim; the cells of a row are joined. */
  text: string;
  passage: Passage;
}

function textsOf({ kind, text, cells, pointer }: Passage): readonly string[] {
  if (kind === 'row') return [cells?.join(' ') ?? text];
  if (kind === 'title') return [withoutContinuation(text)];
  // Alternative text is rendered with its picture.
  if (pointer.kind === 'slide' && pointer.part === 'alt') return [];
  return sentencesOf(text).filter((sentence) => reasonOfSentence(sentence, pointer) === undefined);
}

/** Every line of a source that belongs in its guide, in source order. */
export const guideLines = onceFor((source): readonly GuideLine[] =>
  guideMaterial(source).passages.flatMap((passage) => textsOf(passage).map((text) => ({ text, passage }))),
);
