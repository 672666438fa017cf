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
