import type { ModelUsage } from '@lectern/contracts';

/** Why an engine could not answer. `engine-misconfigured` is for the operator to mend: a wrong key, an unknown model, a refused parameter. */
export type EngineErrorCode = 'engine-unavailable' | 'engine-timeout' | 'engine-refused' | 'engine-misconfigured';

/** Thrown where the model's server fails, takes too long, or does not answer in the shape that was asked for. */
export class EngineError extends Error {
  readonly code: EngineErrorCode;
  /** What the calls cost before they failed. */
  usage?: ModelUsage;

  constructor(code: EngineErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EngineError';
    this.code = code;
  }
}
