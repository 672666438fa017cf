import type { LeftOutPicture, Passage } from '@lectern/contracts';
import { materialOfParts, type ReadingPart, type ReadMaterial } from '@lectern/documents/materials';
import { createByteCollector, type ReadingFailure, type ReadingMessage, type TextPart } from './readingMessages.ts';

/** The content of the last message. All fields are empty without one. */
export interface ReadingResult {
  /** For a completely read file. */
  material?: ReadMaterial | undefined;
  failure?: ReadingFailure;
  isOutOfMemory: boolean;
}

/** Assembles the messages of a file. */
export function createReadingCollector() {
  const passages: Passage[] = [];
  const leftOut: LeftOutPicture[] = [];
  const shown: TextPart['shown'] = [];
  const likenesses = new Map<string, string>();
  const pictures: ReadMaterial['pictures']['pictures'] = [];
  const parts: ReadingPart[] = [];
  const files = createByteCollector();
  const result: ReadingResult = { isOutOfMemory: false };
  return {
    /** Adds a message. @returns whether it is the last one */
    add(message: ReadingMessage): boolean {
      switch (message.kind) {
        case 'passages':
          passages.push(...message.passages);
          return false;
        case 'shown':
          shown.push(...message.shown);
          return false;
        case 'likenesses':
          for (const [name, likeness] of message.likenesses) likenesses.set(name, likeness);
          return false;
        case 'leftOut':
          leftOut.push(...message.leftOut);
          return false;
        case 'bytes':
          files.add(message.bytes, message.size);
          return false;
        case 'text':
          parts.push({ kind: 'text', source: { ...message.source, passages }, shown, leftOut, likenesses });
          return false;
        case 'picture': {
          const { name, fingerprint, problem } = message;
          parts.push({ kind: 'picture', name, fingerprint, file: problem ?? files.take() });
          return false;
        }
        case 'file':
          pictures.push({ bytes: files.take() ?? new Uint8Array(), places: message.places });
          return false;
        case 'end':
          result.material = message.source
            ? { source: { ...message.source, passages }, pictures: { pictures, leftOut } }
            : materialOfParts(parts);
          return true;
        case 'failure':
          result.failure = { code: message.code, message: message.message };
          return true;
        case 'out-of-memory':
          result.isOutOfMemory = true;
          return true;
      }
    },
    result: (): ReadingResult => result,
    /** Returns what was read of a PDF before its process ended; `undefined` without its text. */
    soFar: (): ReadMaterial | undefined => materialOfParts(parts),
  };
}
