import { createSecretKey, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { services, type ServiceName } from '@lectern/contracts';

/** The caller: set by the gateway after it verified the token, and by services that call each other. */
export interface Identity {
  /** Absent for calls without a session. */
  userId?: string;
  sessionId?: string;
}

/** A part that issues internal credentials. */
export type Issuer = ServiceName | 'gateway';

/** The header of the internal credential. The gateway drops it from clients' requests. */
export const credentialHeader = 'x-internal-credential';
/** The headers that the gateway adds for services. */
export const clientAddressHeader = 'x-client-address';
export const requestIdHeader = 'x-request-id';
/** W3C Trace Context. */
export const traceHeader = 'traceparent';

const lifetimeSeconds = 60;
/** The prefix of routes that only parts of Lectern call. */
const internalPrefix = '/internal';

/** The values of `typ`. One kind is never accepted instead of the other. */
const kinds = { learnerCall: 'learner-call', serviceCall: 'service-call' } as const;

let latest: { secret: string; key: KeyObject } | undefined;
/**
 * Returns the secret as a key object, created once. With a string, jsonwebtoken tries to parse it as a public key at every call, which takes five
 * times as long as the rest of a verification.
 */
const keyOf = (secret: string): KeyObject => {
  if (latest?.secret !== secret) latest = { secret, key: createSecretKey(Buffer.from(secret)) };
  return latest.key;
};

const isBelow = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);

const sign = (
  secret: string,
  claims: { typ: (typeof kinds)[keyof typeof kinds]; iss: Issuer; aud: ServiceName; path: string },
  { userId, sessionId }: Identity,
  now: Date,
): string => {
  const issuedAt = Math.floor(now.getTime() / 1000);
  return jwt.sign(
    {
      iat: issuedAt,
      exp: issuedAt + lifetimeSeconds,
      ...claims,
      ...(userId && { sub: userId }),
      ...(sessionId && { sid: sessionId }),
    },
    keyOf(secret),
    { algorithm: 'HS256' },
  );
};

/**
 * Issues the gateway's credential for a call of a learner or visitor: valid for 60 s, `aud` is the service, `sub` the learner.
 *
 * @param prefix - the first segment of the path, `/folders`: the credential is valid below it, never for `/internal/*`
 */
export const issueLearnerCredential = (secret: string, audience: ServiceName, prefix: string, identity: Identity, now: Date): string =>
  sign(secret, { typ: kinds.learnerCall, iss: 'gateway', aud: audience, path: prefix }, identity, now);

/**
 * Issues a part's credential for one internal call: valid for 60 s, `aud` is the callee, `iss` the caller.
 *
 * @param path - the exact path of the call, without its query
 */
export const issueServiceCredential = (
  secret: string,
  { issuer, audience, path }: { issuer: Issuer; audience: ServiceName; path: string },
  identity: Identity,
  now: Date,
): string => sign(secret, { typ: kinds.serviceCall, iss: issuer, aud: audience, path }, identity, now);

/** The claims of a credential, or the reason for its refusal. */
export type ReadCredential =
  | { identity: Identity }
  /** `bad`: missing, forged, expired or for another service. `out-of-scope`: valid, but for another path or kind of call. */
  | { refused: 'bad' | 'out-of-scope' };

/**
 * Verifies the credential of a request. Routes below `/internal` accept a part's credential for exactly this path. All others accept the gateway's
 * credential for a learner's call below a prefix of this service.
 *
 * @param path - the path of the request's URL
 */
export function readCredential(
  secret: string,
  audience: ServiceName,
  path: string,
  credential: string | undefined,
  now: Date,
): ReadCredential {
  if (!credential) return { refused: 'bad' };
  let claims: jwt.JwtPayload;
  try {
    const verified = jwt.verify(credential, keyOf(secret), {
      algorithms: ['HS256'],
      audience,
      clockTimestamp: Math.floor(now.getTime() / 1000),
    });
    if (typeof verified === 'string') return { refused: 'bad' };
    claims = verified;
  } catch {
    // Every failed verification has the same result.
    return { refused: 'bad' };
  }
  const { typ, iss, path: scope, sub, sid } = claims as Record<string, unknown>;
  const isInternal = isBelow(path, internalPrefix);
  const isMeant = isInternal
    ? typ === kinds.serviceCall && (iss === 'gateway' || (typeof iss === 'string' && Object.hasOwn(services, iss))) && scope === path
    : typ === kinds.learnerCall &&
      iss === 'gateway' &&
      services[audience].prefixes.some((prefix) => scope === `/${prefix}`) &&
      isBelow(path, String(scope));
  if (!isMeant) return { refused: 'out-of-scope' };
  return { identity: { ...(typeof sub === 'string' && { userId: sub }), ...(typeof sid === 'string' && { sessionId: sid }) } };
}
