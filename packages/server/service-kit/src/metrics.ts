import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry, type Metric } from 'prom-client';

interface Declared<L extends string> {
  name: string;
  help: string;
  labels: readonly L[];
}

/** An answered HTTP request. Labels come from the code, never from the requested path. */
export interface ObservedRequest {
  method: string;
  /** The call's path in the contract, `/quizzes/:id`; `none` without a route. */
  route: string;
  status: number;
  seconds: number;
}

/** The metrics of one part, in a separate registry, so that two parts in one process do not mix. */
export interface Metrics {
  /** Counts a request as in flight until the returned function is called with its outcome. */
  beginRequest(): (request: ObservedRequest) => void;
  /** Returns the metric of this name, which the first call declares. */
  counter<L extends string>(declared: Declared<L>): Counter<L>;
  gauge<L extends string>(declared: Declared<L>): Gauge<L>;
  histogram<L extends string>(declared: Declared<L> & { buckets: number[] }): Histogram<L>;
  /** Returns all metrics in Prometheus's text format. */
  text(): Promise<{ contentType: string; body: string }>;
}

const methods: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD']);

/**
 * The sampling interval of the event loop delay, in milliseconds; the exported delays include it. Each sample wakes the process: the usual 10 ms
 * caused two thirds of the work of an idle site.
 */
const eventLoopSampledEveryMs = 50;

/** Creates the metrics of a part. `ofProcess` adds memory, CPU and event loop delay under their usual names. */
export function createMetrics({ part, ofProcess = false }: { part: string; ofProcess?: boolean }): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ part });
  if (ofProcess) collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: eventLoopSampledEveryMs });
  const registers = [registry];
  /** Several instances of one kind, such as two outboxes, share a metric. */
  const shared = <M extends Metric>(name: string, make: () => M): M => (registry.getSingleMetric(name) as M | undefined) ?? make();
  // Counted here and exported when metrics are read, because every request changes it twice.
  let inFlight = 0;
  new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests that are being answered.',
    registers,
    collect() {
      this.set(inFlight);
    },
  });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180],
    registers,
  });
  return {
    beginRequest() {
      inFlight += 1;
      return ({ method, route, status, seconds }) => {
        inFlight -= 1;
        requests.observe({ method: methods.has(method) ? method : 'other', route, status }, seconds);
      };
    },
    counter: ({ name, help, labels }) => shared(name, () => new Counter({ name, help, labelNames: labels, registers })),
    gauge: ({ name, help, labels }) => shared(name, () => new Gauge({ name, help, labelNames: labels, registers })),
    histogram: ({ name, help, labels, buckets }) =>
      shared(name, () => new Histogram({ name, help, labelNames: labels, buckets, registers })),
    text: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
}
