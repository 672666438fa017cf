import type { ServiceName } from '@lectern/contracts';
import { credentialHeader, issueLearnerCredential, issueServiceCredential, type Identity, type Issuer } from '../identity.ts';

/** Returns the credential header of a call: issued by the gateway for a learner's call, by `issuer` for a call below `/internal`. */
export const credentialHeaders = (
  secret: string,
  audience: ServiceName,
  path: string,
  { identity = {}, now = new Date(), issuer = 'gateway' }: { identity?: Identity; now?: Date; issuer?: Issuer } = {},
): Record<string, string> => {
  const [pathname = ''] = path.split('?', 1);
  const [, first = ''] = pathname.split('/', 2);
  return {
    [credentialHeader]:
      first === 'internal'
        ? issueServiceCredential(secret, { issuer, audience, path: pathname }, identity, now)
        : issueLearnerCredential(secret, audience, `/${first}`, identity, now),
  };
};
