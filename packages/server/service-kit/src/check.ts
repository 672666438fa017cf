import * as z from 'zod/mini';
import { DomainError } from './DomainError.ts';

/** The maximum number of invalid fields in an answer. */
const namedFieldsMax = 20;

const fieldErrors = (error: z.core.$ZodError) =>
  error.issues.slice(0, namedFieldsMax).map((issue) => ({ path: issue.path.join('.'), message: issue.message }));

/** Validates one part of a request. @throws DomainError `invalid` with the first problem as its message */
export function check<S extends z.ZodMiniType>(schema: S, value: unknown): z.infer<S> {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const errors = fieldErrors(result.error);
  const first = errors[0];
  const sentence = first
    ? /^(Invalid|Too|Unrecognized|Expected)/.test(first.message)
      ? `${first.path || 'The request'}: ${first.message}`
      : first.message
    : 'The request is not valid.';
  throw new DomainError('invalid', sentence, { errors });
}
