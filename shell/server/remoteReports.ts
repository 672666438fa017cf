import type { RegistrySource } from '@lectern/registry';
import type { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { LoadFailure } from '../src/remotes/reportFailure.ts';
import type { ReportBound } from './reportBound.ts';

export interface RemoteReportsOptions {
  registry: RegistrySource;
  bound: ReportBound;
  log: (line: string) => void;
  /** A clock in milliseconds. */
  now: () => number;
}

/** Maximum size of a report: an id, a version and a word. Bytes. */
const largestReport = 512;
/** The log names a failing version once per this interval. Milliseconds. */
const minuteMs = 60_000;

const lines: Readonly<Record<LoadFailure, (remote: string) => string>> = {
  failed: (remote) => `a browser could not load ${remote}`,
  incompatible: (remote) => `${remote} does not fit a browser’s shell`,
};

/** A browser's report that a version of a remote failed to load. */
interface FailureReport {
  id: string;
  version: string;
  outcome: LoadFailure;
}

const isReport = (value: unknown): value is FailureReport => {
  const { id, version, outcome } = (value ?? {}) as Partial<Record<keyof FailureReport, unknown>>;
  return typeof id === 'string' && typeof version === 'string' && typeof outcome === 'string' && Object.hasOwn(lines, outcome);
};

const readReport = (text: string): FailureReport | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return isReport(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Receives the browsers' reports on remotes. Logs a version that fails, or is incompatible with the shell, once a minute. */
export const remoteReports = (app: Hono, { registry, bound, log, now }: RemoteReportsOptions): void => {
  const loggedAt = new Map<string, number>();
  app.post('/remote-reports', bodyLimit({ maxSize: largestReport }), async (context) => {
    const refusal = bound(context);
    if (refusal) return refusal;
    // Pages of other sites must not send reports on behalf of this site's visitors.
    const site = context.req.header('sec-fetch-site');
    const report = site === undefined || site === 'same-origin' ? readReport(await context.req.text()) : undefined;
    if (!report) return context.text('Not a report', 400);
    const deployments = Object.values((await registry.current()).microFrontends).flat();
    const isKnown = deployments.some(({ metadata, extras }) => metadata.version === report.version && extras.manifest.id === report.id);
    const line = lines[report.outcome](`${report.id} ${report.version}`);
    if (isKnown && now() - (loggedAt.get(line) ?? -Infinity) >= minuteMs) {
      for (const [other, at] of loggedAt) if (now() - at >= minuteMs) loggedAt.delete(other);
      loggedAt.set(line, now());
      log(line);
    }
    return context.body(null, 204);
  });
};
