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
