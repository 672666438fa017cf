/** Why a call to a model's server failed: for the operator, without what was sent. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const status = 'status' in error && typeof error.status === 'number' ? `${error.status} ` : '';
  return `${status}${error.message}`.slice(0, 300);
}
