import { counted } from '@lectern/contracts';
import type { DocumentOutline } from '@lectern/documents/outline';
import { asDeck } from './pptxFile';
import { readOutline } from './readOutline';

/** A preview of a file before it is uploaded. */
interface FileOutline {
  /** '12 slides', '3 pages'. Undefined if this kind of file has no such length. */
  length?: string | undefined;
  /** The first titles or headings, in order. */
  headings: readonly string[];
}

/** A file that can become a guide. */
export interface ChosenFile {
  file: File;
  kind: 'deck' | 'document';
  /** Undefined if the browser cannot parse the file. The service parses it again and reports its problems. */
  outline: FileOutline | undefined;
}

const asDocument = (file: File, outline?: DocumentOutline): ChosenFile => ({
  file,
  kind: 'document',
  outline: outline && { length: outline.pages === undefined ? undefined : counted(outline.pages, 'page'), headings: outline.headings },
});

const asChosenDeck = async (file: File): Promise<ChosenFile> => {
  const outline = await readOutline(file);
  return { file, kind: 'deck', outline: outline && { length: counted(outline.slides, 'slide'), headings: outline.titles } };
};

/** Reads a Word document or another ZIP package. */
const lookIntoPackage = async (file: File): Promise<ChosenFile | undefined> => {
  const [{ default: JSZip }, { outlineOfDocx }] = await Promise.all([
    import(/* webpackChunkName: "jszip" */ 'jszip'),
    import(/* webpackChunkName: "document-outline" */ '@lectern/documents/outline'),
  ]);
  const zip = await JSZip.loadAsync(file);
  const document = await zip.file('word/document.xml')?.async('uint8array');
  if (document) return asDocument(file, outlineOfDocx({ document, styles: await zip.file('word/styles.xml')?.async('uint8array') }));
  // A Word document may keep its text in a part that only the service finds. Presentations with a wrong name and spreadsheets are not
  // documents.
  const isOther = !zip.file('[Content_Types].xml') || zip.file(/^(?:ppt|xl)\//).length > 0;
  return isOther ? undefined : asDocument(file);
};

/** Whether a text file claims to be something else, such as an error page that was saved under the name of a picture or a PDF. */
const isMisnamed = ({ name, type }: File): boolean =>
  type === '' ? /\.(?:pdf|docx)$/i.test(name) : !type.startsWith('text/') && !/\.(?:txt|md|markdown)$/i.test(name);

/**
 * Detects a file's type by its content, and reads its length and first headings in the browser. The parsers are loaded with the first file.
 *
 * @returns undefined if the file is neither a deck nor a document
 */
export const lookInto = async (file: File): Promise<ChosenFile | undefined> => {
  const deck = asDeck(file);
  if (deck) return asChosenDeck(deck);
  try {
    const { documentKindOf, outlineOfPdf, outlineOfText } = await import(
      /* webpackChunkName: "document-outline" */ '@lectern/documents/outline'
    );
    const bytes = new Uint8Array(await file.arrayBuffer());
    switch (documentKindOf(bytes)) {
      case 'pdf':
        return asDocument(file, await outlineOfPdf(bytes, () => performance.now()));
      case 'package':
        return await lookIntoPackage(file);
      case 'text':
        return isMisnamed(file) ? undefined : asDocument(file, outlineOfText(bytes));
      case 'encrypted-office':
        return asDocument(file);
      case 'old-office':
      case 'unknown':
        return undefined;
    }
  } catch {
    // Damaged, encrypted, or too long to be parsed here. The learner may upload it anyway, and the service responds with its own message.
    return asDocument(file);
  }
};
