/** A field that a call refused, and why. */
export interface FieldError {
  path: string;
  message: string;
}

export interface ApiErrorDetails {
  /** HTTP status; 0 when no answer came. */
  status: number;
  code: string;
  /** The server's own sentence; undefined when no answer came or it had none. */
  msg?: string | undefined;
  upgradeRequired?: boolean;
  errors?: readonly FieldError[];
  requestId?: string | undefined;
  /** From `retry-after`, in seconds. */
  retryAfterSeconds?: number | undefined;
  /** Of `already_imported`: how many cards exist already. */
  existing?: number | undefined;
  /** The call carried a token that is no longer valid. The shell tells the learner once for all calls. */
  endedSession?: boolean;
  cause?: unknown;
}

/** The error that every failed call throws. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly msg: string | undefined;
  readonly upgradeRequired: boolean;
  readonly errors: readonly FieldError[];
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly existing: number | undefined;
  readonly endedSession: boolean;

  constructor(details: ApiErrorDetails) {
    super(details.msg ?? details.code, { cause: details.cause });
    this.name = 'ApiError';
    this.status = details.status;
    this.code = details.code;
    this.msg = details.msg;
    this.upgradeRequired = details.upgradeRequired ?? false;
    this.errors = details.errors ?? [];
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.existing = details.existing;
    this.endedSession = details.endedSession ?? false;
  }

  /** The call got no answer: the connection failed, not the server. */
  get isNetwork(): boolean {
    return this.status === 0 && this.code !== 'cancelled';
  }

  /** The caller cancelled the call, so there is nothing to tell the learner. */
  get isCancelled(): boolean {
    return this.code === 'cancelled';
  }
}

/** The requested resource does not exist, or belongs to someone else. */
export const isAbsent = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** The upgrade modal answers such an error; the page does not show it as well. */
export const isUpgradeRequired = (error: unknown): boolean => error instanceof ApiError && error.upgradeRequired;

/** The session is over. The shell says so and navigates to the sign-in; the screen shows nothing of its own. */
export const isSessionOver = (error: unknown): boolean => error instanceof ApiError && error.endedSession;
