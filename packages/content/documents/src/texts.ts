/** Reads plain texts. Loads no parser of files. */
export { DocumentError } from './DocumentError.ts';
export { sourceOfText } from './text/sourceOfText.ts';
