import type { HttpBindings } from '@hono/node-server';
import { createClientAddress, networkOf } from '@lectern/service-kit/client-address';
import type { Context } from 'hono';

/** The rate limit's time window. Milliseconds. */
const minuteMs = 60_000;
/** Maximum number of reports per network and minute. Enough to see a trend if many visitors share an address. */
const mostReports = 60;
/** Maximum number of networks counted per minute. Reports of further ones are rejected. */
const mostNetworks = 10_000;

export interface ReportBoundOptions {
  /** Addresses and networks of proxies whose `X-Forwarded-For` header is trusted. */
  trustedProxies: readonly string[];
  /** A monotonic clock. Milliseconds. */
  now: () => number;
}

/** Returns the rejection of a report whose network has exceeded the limit. */
export type ReportBound = (context: Context) => Response | undefined;

/** Limits the rate of unauthenticated reports per network. */
export const createReportBound = ({ trustedProxies, now }: ReportBoundOptions): ReportBound => {
  const addressOf = createClientAddress(trustedProxies);
  const counts = new Map<string, number>();
  let begunAt = -Infinity;
  const mayReport = (network: string): boolean => {
    if (now() - begunAt >= minuteMs) {
      counts.clear();
      begunAt = now();
    }
    const count = counts.get(network) ?? 0;
    if (count >= mostReports || (count === 0 && counts.size >= mostNetworks)) return false;
    counts.set(network, count + 1);
    return true;
  };
  return (context) => {
    const { incoming } = context.env as Partial<HttpBindings>;
    const address = addressOf(incoming?.socket.remoteAddress, context.req.header('x-forwarded-for'));
    return mayReport(networkOf(address)) ? undefined : context.text('Too many reports', 429, { 'retry-after': String(minuteMs / 1_000) });
  };
};
