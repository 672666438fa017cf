import type { DocumentOutline } from '@lectern/documents/outline';

/** The outline of a document; `other-type` for a file that is no document; undefined when the browser cannot read it. */
export type ReadOutline = DocumentOutline | 'other-type' | undefined;

async function outlineOfPackage(file: Blob): Promise<ReadOutline> {
  const [{ default: JSZip }, { outlineOfDocx }] = await Promise.all([
    import(/* webpackChunkName: "jszip" */ 'jszip'),
    import(/* webpackChunkName: "document-outline" */ '@lectern/documents/outline'),
  ]);
  const zip = await JSZip.loadAsync(file);
  const document = await zip.file('word/document.xml')?.async('uint8array');
  // A Word document may have its text in another part, which only the service finds. Presentations and spreadsheets are no documents.
  if (!document) return !zip.file('[Content_Types].xml') || zip.file(/^(?:ppt|xl)\//).length > 0 ? 'other-type' : undefined;
  return outlineOfDocx({ document, styles: await zip.file('word/styles.xml')?.async('uint8array') });
}

/**
 * Reads the number of pages and the first headings of a document in the browser. The parsers are loaded with the first document.
 *
 * @returns `other-type` for a file that is no document by its content; undefined for one that cannot be read here. That is no failure, because
 * the service reads the file itself.
 */
export const readDocumentOutline = async (file: Blob): Promise<ReadOutline> => {
  try {
    const { documentKindOf, outlineOfPdf, outlineOfText } = await import(
      /* webpackChunkName: "document-outline" */ '@lectern/documents/outline'
    );
    const bytes = new Uint8Array(await file.arrayBuffer());
    switch (documentKindOf(bytes)) {
      case 'pdf':
        return await outlineOfPdf(bytes, () => performance.now());
      case 'package':
        return await outlineOfPackage(file);
      case 'text':
        return outlineOfText(bytes);
      case 'encrypted-office':
        return undefined;
      case 'old-office':
      case 'unknown':
        return 'other-type';
    }
  } catch {
    // Damaged, encrypted, or too long to be read here. The learner may send it nevertheless, and the service answers with its own message.
    return undefined;
  }
};
