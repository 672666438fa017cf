import type { HttpBindings } from '@hono/node-server';
import { createClientAddress, networkOf } from '@lectern/service-kit/client-address';
import type { Context } from 'hono';

/** The time window of the limits, in milliseconds. */
const minuteMs = 60_000;
/** Reports that one network may send in a minute. Enough to see a trend if many visitors share an address. */
const mostReports = 60;
/** Networks that are counted in a minute. Reports of further ones are refused. */
const mostNetworks = 10_000;

export interface ReportBoundOptions {
  /** Addresses and networks of proxies whose `X-Forwarded-For` header is trusted. */
  trustedProxies: readonly string[];
  /** A monotonic clock. Milliseconds. */
  now: () => number;
}

/** The refusal of a report whose network has sent too many in this minute. */
export type ReportBound = (context: Context) => Response | undefined;

/** Limits the reports that may be posted without a session, by network. */
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
