import type { ModelUsage } from '@lectern/contracts';

/** Why an engine could not answer. `engine-misconfigured` is for operators to fix: a wrong key, an unknown model, a rejected parameter. */
export type EngineErrorCode = 'engine-unavailable' | 'engine-timeout' | 'engine-refused' | 'engine-misconfigured';

/** Thrown if the model server fails, takes too long, or answers in the wrong shape. */
export class EngineError extends Error {
  readonly code: EngineErrorCode;
  /** The usage of the calls so far. */
  usage?: ModelUsage;

  constructor(code: EngineErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EngineError';
    this.code = code;
  }
}

/** Describes a failed call for operators, without the request. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const status = 'status' in error && typeof error.status === 'number' ? `${error.status} ` : '';
  return `${status}${error.message}`.slice(0, 300);
}
