import type { Tracing } from './RequestSpan.ts';

export type { RequestSpan, Tracing } from './RequestSpan.ts';

let current: Tracing | undefined;

/**
 * Starts tracing this process over OTLP/HTTP. OpenTelemetry is loaded only here, so that a site without a collector has no cost.
 *
 * @param part - the service's name in traces
 * @param endpoint - as in `OTEL_EXPORTER_OTLP_ENDPOINT`, without the path
 * @returns a function that exports the remaining spans and stops
 */
export async function startTracing(part: string, endpoint: string): Promise<() => Promise<void>> {
  const { createOpenTelemetry } = await import('./createOpenTelemetry.ts');
  const tracing = createOpenTelemetry(part, endpoint);
  current = tracing;
  return async () => {
    if (current === tracing) current = undefined;
    await tracing.stop();
  };
}

/** Returns the tracing of this process; `undefined` without one. */
export const currentTracing = (): Tracing | undefined => current;
