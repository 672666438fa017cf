import type { LeftOutPicture, Passage, PictureProblem, Source } from '@lectern/contracts';
import type { PicturePlace } from '@lectern/documents';
import type { ReadingPart, ReadMaterial } from '@lectern/documents/materials';

export type TextPart = Extract<ReadingPart, { kind: 'text' }>;
type PicturePart = Extract<ReadingPart, { kind: 'picture' }>;
type SourceHead = Omit<Source, 'passages'>;

/** Its bytes follow in pieces. */
export interface ReadingRequest {
  kind: 'deck' | 'document';
  name: string;
  size: number;
}

/** Errors are sent as code and message, because processes do not share their class. */
export interface ReadingFailure {
  code: 'unreadable-file' | 'unsupported-type';
  message: string;
}

/** Messages of the process. Lists and files are sent in pieces, so that none blocks the service's event loop. */
export type ReadingMessage =
  | { kind: 'passages'; passages: Passage[] }
  | { kind: 'shown'; shown: TextPart['shown'] }
  | { kind: 'likenesses'; likenesses: [string, string][] }
  | { kind: 'leftOut'; leftOut: LeftOutPicture[] }
  /** A piece of the next picture's file. `size` is that of the whole file. */
  | { kind: 'bytes'; bytes: Uint8Array<ArrayBuffer>; size: number }
  /** The text of a PDF with pictures is complete. */
  | { kind: 'text'; source: SourceHead }
  /** A picture of a PDF. Its file came before, unless there is a problem or none. */
  | { kind: 'picture'; name: string; fingerprint: string; problem?: PictureProblem | undefined }
  /** The picture's file came before. */
  | { kind: 'file'; places: PicturePlace[] }
  /** `source` is set unless the file is a PDF with pictures. */
  | { kind: 'end'; source?: SourceHead }
  | ({ kind: 'failure' } & ReadingFailure)
  | { kind: 'out-of-memory' };

/** Copied in less than a millisecond. */
const pieceBytes = 1_000_000;
/** Maximum entries and letters per piece of a list. */
const [pieceEntries, pieceLetters] = [500, 250_000];

export function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

function* listInPieces<T>(list: Iterable<T>, lettersOf: (value: T) => number = () => 0): Generator<T[]> {
  let piece: T[] = [];
  let letters = 0;
  for (const value of list) {
    const own = lettersOf(value);
    if (piece.length === pieceEntries || (piece.length > 0 && letters + own > pieceLetters)) {
      yield piece;
      piece = [];
      letters = 0;
    }
    piece.push(value);
    letters += own;
  }
  if (piece.length > 0) yield piece;
}

function* messagesOfFile(file: Uint8Array): Generator<ReadingMessage> {
  // A copy, because transferring a view transfers its whole buffer.
  for (const piece of piecesOf(file)) yield { kind: 'bytes', bytes: new Uint8Array(piece), size: file.byteLength };
}

function* messagesOfPassages({ passages }: Source): Generator<ReadingMessage> {
  // The text of a row is also in its cells.
  for (const piece of listInPieces(passages, ({ text }) => 2 * text.length)) yield { kind: 'passages', passages: piece };
}

const headOf = ({ passages: _passages, ...head }: Source): SourceHead => head;

function* messagesOfText({ source, shown, leftOut, likenesses }: TextPart): Generator<ReadingMessage> {
  yield* messagesOfPassages(source);
  for (const piece of listInPieces(shown)) yield { kind: 'shown', shown: piece };
  for (const piece of listInPieces(likenesses)) yield { kind: 'likenesses', likenesses: piece };
  for (const piece of listInPieces(leftOut)) yield { kind: 'leftOut', leftOut: piece };
  yield { kind: 'text', source: headOf(source) };
}

function* messagesOfPicture({ name, fingerprint, file }: PicturePart): Generator<ReadingMessage> {
  if (typeof file === 'object') yield* messagesOfFile(file);
  yield { kind: 'picture', name, fingerprint, problem: typeof file === 'string' ? file : undefined };
}

export const messagesOfPart = (part: ReadingPart): Generator<ReadingMessage> =>
  part.kind === 'text' ? messagesOfText(part) : messagesOfPicture(part);

export function* messagesOfMaterial({ source, pictures: { pictures, leftOut } }: ReadMaterial): Generator<ReadingMessage> {
  yield* messagesOfPassages(source);
  for (const { bytes, places } of pictures) {
    yield* messagesOfFile(bytes);
    yield { kind: 'file', places };
  }
  for (const piece of listInPieces(leftOut)) yield { kind: 'leftOut', leftOut: piece };
  yield { kind: 'end', source: headOf(source) };
}

/** Assembles files from pieces. */
export function createByteCollector() {
  let file: Uint8Array<ArrayBuffer> | undefined;
  let filled = 0;
  return {
    add(bytes: Uint8Array, size: number): void {
      file ??= new Uint8Array(size);
      file.set(bytes, filled);
      filled += bytes.byteLength;
    },
    /** Returns the file that the last pieces form; `undefined` without any. */
    take(): Uint8Array<ArrayBuffer> | undefined {
      const taken = file;
      file = undefined;
      filled = 0;
      return taken;
    },
  };
}
