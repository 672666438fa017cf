import type { ServiceName } from '@lectern/contracts';
import type { ShareLimiter } from '@lectern/rate-limits';
import type { InternalClient, Log, Metrics } from '@lectern/service-kit';
import type { Cors } from './Cors.ts';
import type { LearnerCredentials } from './LearnerCredentials.ts';
import type { LearnerTurns } from './LearnerTurns.ts';
import type { NetworkLimiter } from './NetworkLimiter.ts';
import type { RevocationFeed } from './RevocationFeed.ts';
import type { SessionTokens } from './SessionTokens.ts';
import type { SlowClientGuard } from './SlowClientGuard.ts';
import type { Upstream } from './Upstream.ts';

/** The dependencies of the gateway. Built once, in `createGateway.ts`. */
export interface GatewayContext {
  upstreams: Readonly<Record<ServiceName, Upstream>>;
  tokens: SessionTokens;
  feed: RevocationFeed;
  /** Limits the calls of each learner. */
  learnerLimiter: ShareLimiter;
  networkLimiter: NetworkLimiter;
  turns: LearnerTurns;
  credentials: LearnerCredentials;
  /** Returns the client's address: that of the socket, or the one that a trusted proxy reports. */
  clientAddress: (socketAddress: string | undefined, forwardedFor: string | undefined) => string;
  cors: Cors;
  /** The headers of every answer of a gateway with HTTPS. */
  transportHeaders: Readonly<Record<string, string>>;
  slowClients: SlowClientGuard;
  /** Calls services on the gateway's own behalf. */
  call: InternalClient;
  /** The address of the gateway, for the OpenAPI document. */
  apiUrl: string;
  metrics: Metrics;
  log: Log;
  /** A monotonic clock, in milliseconds. */
  monotonic: () => number;
}
