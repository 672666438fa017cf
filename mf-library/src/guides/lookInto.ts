import { counted } from '@lectern/contracts';
import type { DocumentOutline } from '@lectern/documents/outline';
import { asDeck } from './pptxFile';
import { readOutline } from './readOutline';

/** What the form shows of a file before it is sent. */
interface FileOutline {
  /** '12 slides', '3 pages'; undefined if the kind of file has none. */
  length?: string | undefined;
  /** The first titles or headings, in order. */
  headings: readonly string[];
}

/** A file that can become a guide. */
export interface ChosenFile {
  file: File;
  kind: 'deck' | 'document';
  /** Undefined if the browser cannot read the file. The service reads it itself, and says what is wrong with it. */
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

/** A Word document or another package of parts. */
const lookIntoPackage = async (file: File): Promise<ChosenFile | undefined> => {
  const [{ default: JSZip }, { outlineOfDocx }] = await Promise.all([
    import(/* webpackChunkName: "jszip" */ 'jszip'),
    import(/* webpackChunkName: "document-outline" */ '@lectern/documents/outline'),
  ]);
  const zip = await JSZip.loadAsync(file);
  const document = await zip.file('word/document.xml')?.async('uint8array');
  if (document) return asDocument(file, outlineOfDocx({ document, styles: await zip.file('word/styles.xml')?.async('uint8array') }));
  // A Word document may have its text in another part, which only the service finds. Presentations without their name and spreadsheets are neither.
  const isOther = !zip.file('[Content_Types].xml') || zip.file(/^(?:ppt|xl)\//).length > 0;
  return isOther ? undefined : asDocument(file);
};

/** Whether a text is said to be something else: what is left of a picture or a PDF, such as an error page that was saved under its name. */
const isMisnamed = ({ name, type }: File): boolean =>
  type === '' ? /\.(?:pdf|docx)$/i.test(name) : !type.startsWith('text/') && !/\.(?:txt|md|markdown)$/i.test(name);

/**
 * Recognises a file by its content, and reads its length and first headings in the browser. The parsers are loaded with the first file.
 *
 * @returns undefined for a file that is neither a deck nor a document
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
    // Damaged, encrypted, or too long to be read here. The learner may send it nevertheless, and the service answers with its own message.
    return asDocument(file);
  }
};
