import { sizes, type Pointer, type Source } from '@lectern/contracts';
import { withoutPictures, type NamedMaterial, type ReadMaterial } from '@lectern/documents/materials';
import { DomainError } from '@lectern/service-kit';
import type { LibraryContext } from '../LibraryContext.ts';
import { aboutDocument, documentName } from './uploadedDocuments.ts';

/** An uploaded file, with its name on the learner's machine. */
export interface UploadedFile {
  name: string;
  bytes: Uint8Array;
}

/** The input of a new guide. */
export interface Upload {
  /** The deck. */
  file: UploadedFile | undefined;
  documents: UploadedFile[];
  textContent: string;
  stylePreference: string | undefined;
}

/** The approximate stored size of a passage without its text, in bytes. */
const passageBytes = 150;

/** The total length of a pointer's names: the document and the heading. */
const lettersOfNames = (pointer: Pointer): number =>
  pointer.kind === 'slide' ? 0 : (pointer.document?.length ?? 0) + (pointer.kind === 'text' ? (pointer.section?.heading.length ?? 0) : 0);

/** The approximate stored size of a source, without serialising it. The text of a table is also in its cells. */
const bytesOf = ({ passages }: Source): number =>
  passages.reduce(
    (sum, { text, cells, pointer }) => sum + passageBytes + lettersOfNames(pointer) + Buffer.byteLength(text) * (cells ? 2 : 1),
    0,
  );

/** The error for too much text in total. Names the field of the documents, if there are any, because the learner can remove one. */
const tooMuchText = ({ documents }: Upload): DomainError => {
  const message = 'There is more text here than one guide can hold. Please split it into several.';
  return new DomainError('unreadable_file', message, documents.length > 0 ? { errors: [{ path: 'documents', message }] } : {});
};

/** Reads and joins the documents. @throws DomainError `unreadable_file`, `unsupported_type`, naming the document if there are several */
async function readDocuments(
  { content }: LibraryContext,
  userId: string,
  uploaded: readonly UploadedFile[],
): Promise<ReadMaterial | undefined> {
  const documents: NamedMaterial[] = [];
  for (const { name: path, bytes } of uploaded) {
    const name = documentName(path);
    try {
      documents.push({ name, ...(await content.readDocument(userId, { name, bytes })) });
    } catch (error) {
      throw aboutDocument(error, uploaded.length > 1 ? name : undefined);
    }
  }
  return content.joinDocuments(documents);
}

/** Reads the sources of a new guide. @throws DomainError `invalid`, `too_little_material`, `unreadable_file`, `unsupported_type` */
export async function readMaterial(library: LibraryContext, userId: string, upload: Upload): Promise<ReadMaterial> {
  const { content } = library;
  const deck = upload.file && (await content.readDeck(userId, upload.file.bytes));
  const documents = await readDocuments(library, userId, upload.documents);
  const text = upload.textContent.trim() ? withoutPictures(await content.readText(userId, upload.textContent)) : undefined;
  const [first, ...others] = [deck, documents, text].filter((one) => one !== undefined);
  if (!first) throw new DomainError('invalid', 'Please enter some content or upload a PowerPoint file');
  const material = others.reduce(content.join, first);
  const { source } = material;
  if (source.passages.length === 0) throw new DomainError('too_little_material', 'There is no readable text in this file.');
  if (bytesOf(source) > sizes.sourceBytes) throw tooMuchText(upload);
  return material;
}
