import * as z from '@lectern/contracts/schema';

/** Every error code with its HTTP status. */
export const errorStatus = {
  invalid: 400,
  link_invalid: 400,
  wrong_password: 400,
  bad_signature: 400,
  unauthenticated: 401,
  /** The token is no longer valid. Only the gateway and auth send it, and the site signs out only on this code. */
  session_ended: 401,
  wrong_credentials: 401,
  forbidden: 403,
  limit_reached: 403,
  premium_required: 403,
  not_found: 404,
  conflict: 409,
  already_imported: 409,
  password_needed: 409,
  in_progress: 409,
  too_large: 413,
  unsupported_type: 415,
  unreadable_file: 422,
  too_little_material: 422,
  idempotency_mismatch: 422,
  rate_limited: 429,
  internal: 500,
  bad_gateway: 502,
  unavailable: 503,
  timeout: 504,
} as const;

export type ErrorCode = keyof typeof errorStatus;
export type ErrorStatus = (typeof errorStatus)[ErrorCode];

export const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]];

/** The body of every error. */
export const ErrorBody = z.object({
  msg: z.string(),
  code: z.enum(errorCodes),
  upgradeRequired: z.optional(z.literal(true)),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** The number of the file's cards that already exist. Only with `already_imported`. */
  existing: z.optional(z.int()),
  requestId: z.string(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** The codes on which the site opens the upgrade dialog. */
export const upgradeCodes: ReadonlySet<ErrorCode> = new Set(['limit_reached', 'premium_required']);
