/** Describes a failed call for operators, without the request. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const status = 'status' in error && typeof error.status === 'number' ? `${error.status} ` : '';
  return `${status}${error.message}`.slice(0, 300);
}
