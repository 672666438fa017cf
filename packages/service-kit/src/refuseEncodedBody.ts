import { DomainError } from './DomainError.ts';

/**
 * Refuses a body that is compressed: its limits are those of the bytes that are sent.
 * @param encoding - the `Content-Encoding` of a request with a body
 * @throws DomainError `unsupported_type`
 */
export const refuseEncodedBody = (encoding: string | undefined): void => {
  if (encoding !== undefined) throw new DomainError('unsupported_type', 'Send the body without Content-Encoding.');
};
