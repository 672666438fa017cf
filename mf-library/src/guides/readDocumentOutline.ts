import type { DocumentOutline } from '@lectern/documents/outline';

/** A chosen file that is no document; what is in a document; undefined where that cannot be read here. */
export type ReadOutline = DocumentOutline | 'other-type' | undefined;

async function outlineOfPackage(file: Blob): Promise<ReadOutline> {
  const [{ default: JSZip }, { outlineOfDocx }] = await Promise.all([
    import(/* webpackChunkName: "jszip" */ 'jszip'),
    import(/* webpackChunkName: "document-outline" */ '@lectern/documents/outline'),
  ]);
  const zip = await JSZip.loadAsync(file);
  const document = await zip.file('word/document.xml')?.async('uint8array');
  // A Word document may call its parts by other names, which the service finds. A presentation or a spreadsheet is none.
  if (!document) return !zip.file('[Content_Types].xml') || zip.file(/^(?:ppt|xl)\//).length > 0 ? 'other-type' : undefined;
  return outlineOfDocx({ document, styles: await zip.file('word/styles.xml')?.async('uint8array') });
}

/**
 * Reads pages and first headings of a document in the browser. What reads them is loaded with the first document.
 *
 * @returns `other-type` for a file that is no document by its content. The service looks at all others itself, so what cannot be read here is no
 * failure.
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
