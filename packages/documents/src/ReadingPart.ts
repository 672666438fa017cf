import type { LeftOutPicture, PictureProblem, Source } from '@lectern/contracts';
import { picturesOfDocument, type ShownPicture } from './pictures/picturesOfDocument.ts';
import type { ReadMaterial } from './ReadMaterial.ts';

/** A part of a document that is told before the whole is read, so that it is kept when reading is ended. It can be cloned between threads. */
export type ReadingPart =
  | {
      kind: 'text';
      source: Source;
      /** Its pictures, none of which was decoded. */
      shown: ShownPicture[];
      /** Pages whose pictures were not read. */
      leftOut: LeftOutPicture[];
      /** By the names of pictures what is equal for those of the same bytes. */
      likenesses: Map<string, string>;
    }
  | {
      kind: 'picture';
      name: string;
      fingerprint: string;
      /** Its bytes, or why it is left out; `undefined` where they were told for the same fingerprint before. */
      file: Uint8Array<ArrayBuffer> | PictureProblem | undefined;
    };

/** Takes the parts of a document in their order. */
export type TakeReadingPart = (part: ReadingPart) => void;

/** What was read of a document before reading was ended; `undefined` where its text was not. Pictures that were not decoded by then are too large. */
export function materialOfParts(parts: readonly ReadingPart[]): ReadMaterial | undefined {
  const text = parts.find((part) => part.kind === 'text');
  if (!text) return undefined;
  const fingerprints = new Map<string, string>();
  const files = new Map<string, Uint8Array<ArrayBuffer> | PictureProblem>();
  for (const part of parts) {
    if (part.kind === 'text') continue;
    fingerprints.set(part.name, part.fingerprint);
    if (part.file !== undefined) files.set(part.fingerprint, part.file);
  }
  // A picture that was not decoded is the first decoded one of the same bytes. Otherwise a logo would be counted as two pictures.
  const decoded = new Map([...fingerprints].toReversed().map(([name, own]) => [text.likenesses.get(name), own]));
  const fingerprint = (name: string): string => {
    const likeness = text.likenesses.get(name) ?? name;
    return fingerprints.get(name) ?? decoded.get(likeness) ?? likeness;
  };
  const pictures = picturesOfDocument(text.shown, text.source, {
    fingerprint,
    read: (name) => files.get(fingerprint(name)) ?? 'too-large',
    most: Infinity,
  });
  return { source: text.source, pictures: { ...pictures, leftOut: [...pictures.leftOut, ...text.leftOut] } };
}
