import { DomainError } from '@lectern/service-kit';

const longestName = 120;

/** Returns the display name of an uploaded document: without folders, line breaks and invisible characters. */
export const documentName = (path: string): string =>
  (path.split(/[\\/]/).at(-1) ?? '')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, longestName)
    .toWellFormed();

/**
 * Adds `documents` as the field to a document's error.
 *
 * @param name - the document's name, if there are several
 */
export function aboutDocument(error: unknown, name: string | undefined): unknown {
  if (!(error instanceof DomainError)) return error;
  const { code, cause } = error;
  if (code !== 'unreadable_file' && code !== 'unsupported_type') return error;
  const message = name === undefined ? error.message : `${name}: ${error.message}`;
  return new DomainError(code, message, { cause, errors: [{ path: 'documents', message }] });
}
