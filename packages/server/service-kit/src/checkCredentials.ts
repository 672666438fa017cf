import type { MiddlewareHandler } from 'hono';
import type { ServiceName } from '@lectern/contracts';
import { DomainError } from './DomainError.ts';
import { credentialHeader, readCredential } from './identity.ts';
import type { Log } from './log.ts';
import type { ServiceEnvironment } from './ServiceEnvironment.ts';

const retryAfterSeconds = 2;

export interface CredentialCheckOptions {
  name: ServiceName;
  internalSecret: string;
  log: Log;
  clock: () => Date;
}

/** Creates middleware that requires an internal credential for this service, and reads the identity from it. */
export const checkCredentials =
  ({ name, internalSecret, log, clock }: CredentialCheckOptions): MiddlewareHandler<ServiceEnvironment> =>
  async (c, next) => {
    const read = readCredential(internalSecret, name, new URL(c.req.url).pathname, c.req.header(credentialHeader), clock());
    if ('refused' in read) {
      log('warn', 'credential.refused', { route: c.get('pattern'), reason: read.refused });
      // This is not the learner's fault. A 401 would sign them out.
      if (read.refused === 'bad')
        throw new DomainError('unavailable', 'This service answers other parts of Lectern only.', { retryAfterSeconds });
      throw new DomainError('forbidden', 'This address is not for you.');
    }
    c.set('identity', read.identity);
    await next();
  };
