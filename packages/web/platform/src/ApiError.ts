/** A rejected field and the reason. */
export interface FieldError {
  path: string;
  message: string;
}

export interface ApiErrorDetails {
  /** HTTP status. 0 without a response. */
  status: number;
  code: string;
  /** The server's message. Undefined without a response or if the response has none. */
  msg?: string | undefined;
  upgradeRequired?: boolean;
  errors?: readonly FieldError[];
  requestId?: string | undefined;
  /** The `retry-after` header, in seconds. */
  retryAfterSeconds?: number | undefined;
  /** Set for `already_imported`: the number of cards that already exist. */
  existing?: number | undefined;
  /** The call carried a token that is no longer valid. The shell reports this once for all calls. */
  endedSession?: boolean;
  cause?: unknown;
}

/** The error of every failed call. */
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

  /** Whether the call got no response: the connection failed, not the server. */
  get isNetwork(): boolean {
    return this.status === 0 && this.code !== 'cancelled';
  }

  /** Whether the caller cancelled the call, so that there is nothing to report. */
  get isCancelled(): boolean {
    return this.code === 'cancelled';
  }
}

/** Whether the requested resource does not exist or belongs to someone else. */
export const isAbsent = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** Whether the upgrade modal handles the error. The page then does not show it as well. */
export const isUpgradeRequired = (error: unknown): boolean => error instanceof ApiError && error.upgradeRequired;

/** Whether the session is over. The shell reports it and navigates to the sign-in, so the screen shows nothing. */
export const isSessionOver = (error: unknown): boolean => error instanceof ApiError && error.endedSession;
