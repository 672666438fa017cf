/** A release command that cannot be carried out, with one sentence that says why. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}
