/** The span of one request on the server side. */
export interface RequestSpan {
  /** W3C `traceparent` for calls made while the request is handled. */
  readonly traceparent: string;
  end(result: { route: string; status: number }): void;
}

/** Records spans and exports them. */
export interface Tracing {
  /** @param parent - the `traceparent` of an internal caller; without it a new trace starts */
  beginRequest(request: { method: string; requestId: string; parent: string | undefined }): RequestSpan;
  /** Exports pending spans, for at most two seconds. */
  stop(): Promise<void>;
}
