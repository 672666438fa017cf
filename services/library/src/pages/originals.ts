import { createHash } from 'node:crypto';
import { StoreUnavailableError } from '@lectern/document-store';
import { distinctNames, documentKindOf } from '@lectern/documents/materials';
import type { LibraryContext } from '../LibraryContext.ts';
import type { Upload, UploadedFile } from '../materials/readMaterial.ts';
import { documentName } from '../materials/uploadedDocuments.ts';
import type { Original, PagesDocument } from '../store.ts';

type OriginalFile = Pick<Original, 'kind' | 'document'> & Pick<UploadedFile, 'bytes'>;

/** Hashes a file off the event loop, because 50 MB take 0.1 s. */
const hashOf = async (bytes: Uint8Array): Promise<string> => Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');

/** Returns the names of documents as their pointers have them. */
function namesInPointers(documents: readonly UploadedFile[]): string[] {
  const names = documents.map(({ name }) => documentName(name));
  return documents.length > 1 ? distinctNames(names) : names;
}

/** Returns the uploaded files of which pages can be made. */
function originalFiles({ pages: { office } }: Pick<LibraryContext, 'pages'>, { file, documents }: Upload): OriginalFile[] {
  const files: OriginalFile[] = file && office ? [{ kind: 'slide', bytes: file.bytes }] : [];
  const names = namesInPointers(documents);
  for (const [index, { bytes }] of documents.entries()) {
    const kind = documentKindOf(bytes);
    const document = names[index] ?? '';
    // A PDF that is the only document is not named.
    if (kind === 'pdf') files.push({ kind: 'page', bytes, ...(documents.length > 1 && { document }) });
    else if (kind === 'package' && office) files.push({ kind: 'text', bytes, ...(document !== '' && { document }) });
  }
  return files;
}

/**
 * Keeps the files of a new guide until their pages are made. Call before storing the guide.
 *
 * @returns none if there is nothing to keep, or the object store is away: a guide without pages is better than none
 */
export async function keepOriginals(
  library: Pick<LibraryContext, 'pages' | 'log'>,
  userId: string,
  id: string,
  upload: Upload,
): Promise<Original[]> {
  const originals: Original[] = [];
  try {
    for (const [index, { bytes, ...file }] of originalFiles(library, upload).entries()) {
      const hash = await hashOf(bytes);
      await library.pages.originals.store(userId, id, [{ hash, bytes }]);
      originals.push({ ...file, hash, name: String(index + 1), attempts: 0, isDone: false });
    }
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
    library.log('warn', 'pages.originals-not-kept', { error });
    return [];
  }
  return originals;
}

/** Returns the document that makes the pages of a new guide due. */
export const pagesToMake = (userId: string, _id: string, originals: Original[], now: Date): PagesDocument => ({
  _id,
  userId,
  state: 'waiting',
  originals,
  pages: [],
  leaseOwner: '',
  dueAt: now.toISOString(),
});

/** The id of a page, and its name in the object store. */
export const pageIdOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
