import { DomainError } from '@lectern/service-kit';

/** Creates an error that names the invalid field of a body. */
export const invalidField = (field: string, message: string): DomainError =>
  new DomainError('invalid', message, { errors: [{ path: field, message }] });
