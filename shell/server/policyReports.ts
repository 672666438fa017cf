import { redact } from '@lectern/service-kit/redact';
import type { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ReportBound } from './reportBound.ts';

/** Most bytes of a report that a browser may send. */
const largestReport = 64 * 1024;
/** What of it stands in the log, in characters. */
const longestLine = 4_000;

/** Of an address what says where it was: what follows `?` or `#` may be anybody's. */
const withoutQuery = (text: string): string => (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? (text.split(/[?#]/, 1)[0] ?? '') : text);

/** What a report says, in one line without control characters. A piece of a script (`sample`) may hold anything, and says little. */
const lineOf = (body: string): string => {
  try {
    const report: unknown = JSON.parse(body, (name, value: unknown) =>
      /^(script-)?sample$/i.test(name) ? undefined : typeof value === 'string' ? withoutQuery(value) : value,
    );
    return JSON.stringify(redact(report));
  } catch {
    // Not what a browser sends; somebody may still want to know that it came.
    return JSON.stringify(redact(body));
  }
};

/** Takes what browsers tell of the page's policy: a line of the log for each, redacted as every log is. */
export const policyReports = (app: Hono, { bound, log }: { bound: ReportBound; log: (line: string) => void }): void => {
  app.post('/csp-report', bodyLimit({ maxSize: largestReport }), async (context) => {
    const { refusal } = bound(context);
    if (refusal) return refusal;
    log(`policy violation: ${lineOf(await context.req.text()).slice(0, longestLine)}`);
    return context.body(null, 204);
  });
};
