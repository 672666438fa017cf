import { pageFile, type ExportableGuide, type PagePiece } from '@lectern/exchange';
import type { FileAnswer } from '@lectern/service-kit';
import { TaskEndedError } from '@lectern/service-kit/task-threads';
import type { LibraryContext } from '../LibraryContext.ts';

/** Reads the file of a picture; `undefined` if it was deleted. */
type ReadPicture = (pictureId: string) => Promise<Uint8Array | undefined>;

/** The maximum size of pictures in an exported page, in bytes. Pictures beyond it are replaced by text. */
const mostPictureBytes = 40_000_000;

/** Exporting a guide with more characters may take seconds. */
const largeMarkdown = 200_000;
/** Returns whether exporting a guide may take seconds. */
export const isLarge = ({ markdown }: ExportableGuide): boolean => markdown.length > largeMarkdown;

/** Renders a guide. Falls back to its Markdown after a timeout. */
const renderGuide = async (
  { threads, log }: Pick<LibraryContext, 'threads' | 'log'>,
  userId: string,
  guide: ExportableGuide,
): Promise<PagePiece[]> => {
  try {
    return await threads.run(userId, 'renderPage', guide, isLarge(guide));
  } catch (error) {
    if (!(error instanceof TaskEndedError)) throw error;
    log('warn', 'guide.not-rendered', { error });
    return threads.run(userId, 'plainPage', guide, isLarge(guide));
  }
};

/** Yields the page with its pictures, up to the size limit. Each picture is read after the client has consumed everything before it. */
async function* withPictures(pieces: readonly PagePiece[], read: ReadPicture): AsyncIterable<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let room = mostPictureBytes;
  for (const piece of pieces) {
    if ('html' in piece) {
      yield piece.html;
      continue;
    }
    const { pictureId, before, after, words } = piece.slot;
    const bytes = await read(pictureId);
    const fits = bytes !== undefined && bytes.length <= room;
    if (fits) room -= bytes.length;
    yield encoder.encode(fits ? `${before}${Buffer.from(bytes).toString('base64')}${after}` : words);
  }
}

/** Exports a guide as a streamed page with its pictures. */
export const guidePage = async (
  library: Pick<LibraryContext, 'threads' | 'log'>,
  userId: string,
  guide: ExportableGuide,
  read: ReadPicture,
): Promise<FileAnswer> => {
  const pieces = await renderGuide(library, userId, guide);
  const heldBytes = pieces.reduce((sum, piece) => sum + ('html' in piece ? piece.html.byteLength : 0), 0);
  return { ...pageFile(guide), bytes: withPictures(pieces, read), heldBytes };
};
