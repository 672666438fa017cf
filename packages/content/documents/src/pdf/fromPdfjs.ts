import { damaged, encrypted } from '../DocumentError.ts';

/**
 * Runs a call of pdf.js. Every failure counts as damage of the file. Our own code must stay outside of such calls, so that its defects are not
 * reported as damage.
 *
 * @throws DocumentError `encrypted` or `damaged`
 */
export async function fromPdfjs<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof Error && error.name === 'PasswordException' ? encrypted() : damaged(error);
  }
}
