/** What the state of things, a store or a setting does not allow, as one clear sentence for whoever gave the command. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}
