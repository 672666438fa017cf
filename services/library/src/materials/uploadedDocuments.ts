import { DomainError } from '@lectern/service-kit';

const longestName = 120;

/** The name of an uploaded document as learners see it: without folders, line breaks and invisible characters. */
export const documentName = (path: string): string =>
  (path.split(/[\\/]/).at(-1) ?? '')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, longestName)
    .toWellFormed();

/**
 * The failure of a document, with `documents` as the field that it is about.
 *
 * @param name - The document's name, where there are several.
 */
export function aboutDocument(error: unknown, name: string | undefined): unknown {
  if (!(error instanceof DomainError)) return error;
  const { code, cause } = error;
  if (code !== 'unreadable_file' && code !== 'unsupported_type') return error;
  const message = name === undefined ? error.message : `${name}: ${error.message}`;
  return new DomainError(code, message, { cause, errors: [{ path: 'documents', message }] });
}
