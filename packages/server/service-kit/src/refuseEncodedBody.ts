import { DomainError } from './DomainError.ts';

/**
 * Refuses a compressed body, because its limits apply to the transferred bytes.
 *
 * @param encoding - the `Content-Encoding` of a request with a body; `identity` means not compressed
 * @throws DomainError `unsupported_type`
 */
export const refuseEncodedBody = (encoding: string | undefined): void => {
  if (encoding === undefined || /^identity$/i.test(encoding.trim())) return;
  const name = /^[\w ,.-]{1,50}$/.test(encoding) ? encoding : 'of this kind';
  throw new DomainError('unsupported_type', `A body with Content-Encoding ${name} is not accepted. Send it uncompressed.`);
};
