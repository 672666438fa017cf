/** A release command failed. The message is one sentence that says why. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}
