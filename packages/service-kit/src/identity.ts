import jwt from 'jsonwebtoken';
import type { ServiceName } from '@lectern/contracts';

/** Who asks: set by the gateway after it has verified the token, and by services that call each other. */
export interface Identity {
  /** Absent for a call that needs no session. */
  userId?: string;
  sessionId?: string;
}

/** Header that carries the internal credential; the gateway drops whatever a client sends under this name. */
export const credentialHeader = 'x-internal-credential';
/** Headers by which the gateway tells a service what it found out about the request. */
export const clientAddressHeader = 'x-client-address';
export const requestIdHeader = 'x-request-id';
/** W3C Trace Context: which span a call belongs to. */
export const traceHeader = 'traceparent';

const lifetimeSeconds = 60;

/** A credential for one call to one service: 60 s, `aud` the callee, `sub` the learner. */
export const issueCredential = (secret: string, audience: ServiceName, identity: Identity, now: Date): string => {
  const issuedAt = Math.floor(now.getTime() / 1000);
  return jwt.sign(
    {
      iat: issuedAt,
      exp: issuedAt + lifetimeSeconds,
      aud: audience,
      typ: 'internal',
      ...(identity.userId && { sub: identity.userId }),
      ...(identity.sessionId && { sid: identity.sessionId }),
    },
    secret,
    { algorithm: 'HS256' },
  );
};

/** The identity in a credential, or `undefined` when it is missing, forged, too old or meant for another service. */
export function readCredential(secret: string, audience: ServiceName, credential: string | undefined, now: Date): Identity | undefined {
  if (!credential) return undefined;
  try {
    const claims = jwt.verify(credential, secret, { algorithms: ['HS256'], audience, clockTimestamp: Math.floor(now.getTime() / 1000) });
    if (typeof claims === 'string' || claims['typ'] !== 'internal') return undefined;
    return { ...(claims.sub && { userId: claims.sub }), ...(typeof claims['sid'] === 'string' && { sessionId: claims['sid'] }) };
  } catch {
    // Any failure of verification means the same thing: not one of ours.
    return undefined;
  }
}
