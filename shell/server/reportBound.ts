import type { HttpBindings } from '@hono/node-server';
import { createClientAddress, networkOf } from '@lectern/service-kit/client-address';
import type { Context } from 'hono';

/** Reports are bounded over this time, in milliseconds. */
const minuteMs = 60_000;
/** That one network may send in a minute. Where many are behind one address, these still say how it goes. */
const mostReports = 60;
/** That are told apart in a minute; what comes from further ones is not taken. */
const mostNetworks = 10_000;

export interface ReportBoundOptions {
  /** Addresses and networks whose `X-Forwarded-For` is believed. */
  trustedProxies: readonly string[];
  /** Milliseconds that only ever grow. */
  now: () => number;
}

/** Whom a report comes from: a network, and the answer to it when it has sent too many in this minute. */
export type ReportBound = (context: Context) => { network: string; refusal: Response | undefined };

/** Bounds what anybody may post without a session, by their network. */
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
    const network = networkOf(addressOf(incoming?.socket.remoteAddress, context.req.header('x-forwarded-for')));
    const refusal = mayReport(network) ? undefined : context.text('Too many reports', 429, { 'retry-after': String(minuteMs / 1_000) });
    return { network, refusal };
  };
};
