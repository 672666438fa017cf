import { loadOutcomes, type CanaryWatch, type LoadReport, type RegistrySource } from '@lectern/registry';
import { wideNetworkOf } from '@lectern/service-kit/client-address';
import type { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ReportBound } from './reportBound.ts';

export interface RemoteReportsOptions {
  registry: RegistrySource;
  canaries: CanaryWatch;
  /** The visitor's cohort, from their cookies. */
  cohortIn: (cookies: string | undefined) => number | undefined;
  bound: ReportBound;
  log: (line: string) => void;
  /** Milliseconds. */
  now: () => number;
}

/** Maximum size of a report in bytes: an id, a version and a word. */
const largestReport = 512;
/** The log names a failing version once in this time. Milliseconds. */
const minuteMs = 60_000;

const readReport = (text: string): LoadReport | undefined => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Not a report of this page.
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { id, version, outcome } = value as Partial<Record<keyof LoadReport, unknown>>;
  const known = loadOutcomes.find((each) => each === outcome);
  if (typeof id !== 'string' || typeof version !== 'string' || known === undefined) return undefined;
  return { id, version, outcome: known };
};

/**
 * Receives the browsers' reports on loading remotes and counts them for canaries. The log names a version that fails, or is incompatible with
 * the shell, once a minute.
 */
export const remoteReports = (app: Hono, { registry, canaries, cohortIn, bound, log, now }: RemoteReportsOptions): void => {
  const toldAt = new Map<string, number>();
  app.post('/remote-reports', bodyLimit({ maxSize: largestReport }), async (context) => {
    const { address, refusal } = bound(context);
    if (refusal) return refusal;
    // A page of another site must not report for our visitors.
    const site = context.req.header('sec-fetch-site');
    const report = site === undefined || site === 'same-origin' ? readReport(await context.req.text()) : undefined;
    if (!report) return context.text('Not a report', 400);
    const known = await registry.current();
    const isKnown = Object.values(known.microFrontends)
      .flat()
      .some(({ metadata, extras }) => metadata.version === report.version && extras.manifest.id === report.id);
    if (isKnown) {
      const name = `${report.id} ${report.version}`;
      const line = {
        loaded: undefined,
        failed: `a browser could not load ${name}`,
        incompatible: `${name} does not fit a browser’s shell`,
      }[report.outcome];
      if (line !== undefined && now() - (toldAt.get(line) ?? -Infinity) >= minuteMs) {
        for (const [other, at] of toldAt) if (now() - at >= minuteMs) toldAt.delete(other);
        toldAt.set(line, now());
        log(line);
      }
      const cohort = cohortIn(context.req.header('cookie'));
      if (cohort !== undefined) canaries.report(known, { cohort, network: wideNetworkOf(address) }, report);
    }
    return context.body(null, 204);
  });
};
