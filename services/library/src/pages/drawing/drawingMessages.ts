import type { DrawnPage, UndrawnPage } from '@lectern/documents';

/** A drawn page with its picture as WebP. */
export interface PagePicture extends Omit<DrawnPage, 'kind' | 'pixels'> {
  bytes: Uint8Array<ArrayBuffer>;
}

/** Its bytes follow in pieces: first the passages as JSON, then the PDF. */
export interface DrawingRequest {
  size: number;
  passagesSize: number;
  /** The first page to draw. */
  from: number;
}

/** Messages of the process. It draws the next page after the service has answered `{ kind: 'next' }` to a picture. */
export type DrawingMessage =
  | ({ kind: 'picture' } & PagePicture)
  | UndrawnPage
  /** There are no further pages. */
  | { kind: 'end' }
  | { kind: 'out-of-memory' };
