import type { ServiceName } from '@lectern/contracts';
import { issueLearnerCredential, type Identity } from '@lectern/service-kit';
import type { RequestRoute } from './routing.ts';

/** A credential is valid for 60 s. Calls of one learner share it for half of that time. */
const sharedMs = 30_000;
const mostKept = 20_000;

/** Issues the internal credentials of learners' calls. Signing costs more than a lookup, so calls of one learner share a credential. */
export class LearnerCredentials {
  readonly #internalSecret: string;
  readonly #clock: () => Date;
  readonly #issued = new Map<string, { credential: string; issuedAt: number }>();

  constructor(internalSecret: string, clock: () => Date) {
    this.#internalSecret = internalSecret;
    this.#clock = clock;
  }

  /** Returns the credential of a call. @param identity - empty for a call without a session */
  credentialFor({ service, prefix }: { service: ServiceName; prefix: RequestRoute['prefix'] }, identity: Identity): string {
    const key = `${prefix} ${identity.userId ?? ''} ${identity.sessionId ?? ''}`;
    const now = this.#clock().getTime();
    const known = this.#issued.get(key);
    // A credential from the future was issued before the clock was set back.
    if (known && now >= known.issuedAt && now < known.issuedAt + sharedMs) return known.credential;
    if (this.#issued.size > mostKept) this.#issued.clear();
    const credential = issueLearnerCredential(this.#internalSecret, service, prefix, identity, new Date(now));
    this.#issued.set(key, { credential, issuedAt: now });
    return credential;
  }
}
