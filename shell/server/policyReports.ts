import { redact } from '@lectern/service-kit/redact';
import type { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ReportBound } from './reportBound.ts';

/** Maximum size of a report, in bytes. */
const largestReport = 64 * 1024;
/** Maximum length of a log line; longer ones are truncated. Characters. */
const longestLine = 4_000;

/** Removes an address's query and fragment, which may contain personal data. */
const withoutQuery = (text: string): string => (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? (text.split(/[?#]/, 1)[0] ?? '') : text);

/** Formats a report as one line without control characters. Omits `sample`, a script excerpt, which may contain personal data. */
const lineOf = (body: string): string => {
  try {
    const report: unknown = JSON.parse(body, (name, value: unknown) =>
      /^(script-)?sample$/i.test(name) ? undefined : typeof value === 'string' ? withoutQuery(value) : value,
    );
    return JSON.stringify(redact(report));
  } catch {
    // Not JSON, so no browser sent it. Logged anyway.
    return JSON.stringify(redact(body));
  }
};

/** Receives the browsers' reports on violations of the content security policy, and logs each in one redacted line. */
export const policyReports = (app: Hono, { bound, log }: { bound: ReportBound; log: (line: string) => void }): void => {
  app.post('/csp-report', bodyLimit({ maxSize: largestReport }), async (context) => {
    const refusal = bound(context);
    if (refusal) return refusal;
    log(`policy violation: ${lineOf(await context.req.text()).slice(0, longestLine)}`);
    return context.body(null, 204);
  });
};
