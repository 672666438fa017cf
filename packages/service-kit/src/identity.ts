import jwt from 'jsonwebtoken';
import { services, type ServiceName } from '@lectern/contracts';

/** Who asks: set by the gateway after it has verified the token, and by services that call each other. */
export interface Identity {
  /** Absent for a call that needs no session. */
  userId?: string;
  sessionId?: string;
}

/** A part that makes internal credentials. */
export type Issuer = ServiceName | 'gateway';

/** Header that carries the internal credential; the gateway drops whatever a client sends under this name. */
export const credentialHeader = 'x-internal-credential';
/** Headers by which the gateway tells a service what it found out about the request. */
export const clientAddressHeader = 'x-client-address';
export const requestIdHeader = 'x-request-id';
/** W3C Trace Context: which span a call belongs to. */
export const traceHeader = 'traceparent';

const lifetimeSeconds = 60;
/** Below it are the routes that parts of Lectern call themselves. */
const internalPrefix = '/internal';

/** Kinds of credentials, as they stand in `typ`. One kind is never taken for the other. */
const kinds = { learnerCall: 'learner-call', serviceCall: 'service-call' } as const;

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
    secret,
    { algorithm: 'HS256' },
  );
};

/**
 * The gateway's credential for what a learner, or a visitor, asks of a service: 60 s, `aud` the service, `sub` the learner.
 * @param prefix - the first part of the path, `/folders`: the credential is good below it, and never for `/internal/*`
 */
export const issueLearnerCredential = (secret: string, audience: ServiceName, prefix: string, identity: Identity, now: Date): string =>
  sign(secret, { typ: kinds.learnerCall, iss: 'gateway', aud: audience, path: prefix }, identity, now);

/**
 * A part's own credential for one internal call: 60 s, `aud` the callee, `iss` the caller.
 * @param path - the very path that is called, without a query
 */
export const issueServiceCredential = (
  secret: string,
  { issuer, audience, path }: { issuer: Issuer; audience: ServiceName; path: string },
  identity: Identity,
  now: Date,
): string => sign(secret, { typ: kinds.serviceCall, iss: issuer, aud: audience, path }, identity, now);

/** What a credential says, or why it is not taken. */
export type ReadCredential =
  | { identity: Identity }
  /** `bad`: missing, forged, too old or meant for another service. `out-of-scope`: a good one that was made for another path or kind of call. */
  | { refused: 'bad' | 'out-of-scope' };

/**
 * Reads the credential of a request. Routes below `/internal` take what a part made for just this path; all others take what the
 * gateway made for a learner's call below a prefix of this service.
 * @param path - of the request, as its URL has it
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
    const verified = jwt.verify(credential, secret, { algorithms: ['HS256'], audience, clockTimestamp: Math.floor(now.getTime() / 1000) });
    if (typeof verified === 'string') return { refused: 'bad' };
    claims = verified;
  } catch {
    // Any failure of verification means the same thing: not one of ours.
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
