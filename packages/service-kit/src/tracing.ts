/** A request as the server that answers it sees it, from its arrival to its answer. */
export interface RequestSpan {
  /** W3C `traceparent` for the calls that are made on its behalf. */
  readonly traceparent: string;
  end(result: { route: string; status: number }): void;
}

/** Where spans go. */
export interface Tracing {
  /** @param parent - `traceparent` as a part of ours sent it; without one a trace begins */
  beginRequest(request: { method: string; requestId: string; parent: string | undefined }): RequestSpan;
  /** Sends what is still waiting, for two seconds at most. */
  stop(): Promise<void>;
}

let current: Tracing | undefined;

/**
 * Starts tracing this process over OTLP/HTTP. OpenTelemetry is loaded only here, so that a site without a collector pays nothing.
 * @param part - the service's name in traces
 * @param endpoint - as in `OTEL_EXPORTER_OTLP_ENDPOINT`, without the path
 * @returns what sends the rest and ends it
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

/** The tracing of this process; `undefined` while none is set. */
export const currentTracing = (): Tracing | undefined => current;
