import type { LeftOutPicture, PictureProblem, Source } from '@lectern/contracts';
import { picturesOfDocument } from './pictures/picturesOfDocument.ts';
import type { ShownPicture } from './pictures/SourcePictures.ts';
import type { ReadMaterial } from './joinMaterials.ts';

/**
 * A part of a document, reported before the whole document is read, so that it survives an aborted reading. Can be cloned between threads.
 */
export type ReadingPart =
  | {
      kind: 'text';
      source: Source;
      /** Not decoded yet. */
      shown: ShownPicture[];
      /** Pages whose pictures were not read. */
      leftOut: LeftOutPicture[];
      /** By picture name. Pictures with the same bytes have equal likenesses. */
      likenesses: Map<string, string>;
    }
  | {
      kind: 'picture';
      name: string;
      fingerprint: string;
      /** The bytes or the reason for leaving the picture out; `undefined` if an earlier part has the same fingerprint. */
      file: Uint8Array<ArrayBuffer> | PictureProblem | undefined;
    };

export type TakeReadingPart = (part: ReadingPart) => void;

/** Returns the material of an aborted reading, or `undefined` if its text was not read. Pictures not decoded yet count as too large. */
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
  // A picture that was not decoded takes the fingerprint of the first decoded one with the same bytes. Otherwise a logo would count twice.
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
