import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

interface Declared<L extends string> {
  name: string;
  help: string;
  labels: readonly L[];
}

/** What happened over HTTP: labels are names of ours only, never an address as it was asked for. */
export interface ObservedRequest {
  method: string;
  /** The call's path as the contract has it, `/quizzes/:id`; `none` where no route answered. */
  route: string;
  status: number;
  seconds: number;
}

/** A part's own figures: a registry of its own, so that two of them in one process stay apart. */
export interface Metrics {
  observeRequest(request: ObservedRequest): void;
  counter<L extends string>(declared: Declared<L>): Counter<L>;
  histogram<L extends string>(declared: Declared<L> & { buckets: number[] }): Histogram<L>;
  /** Everything, in Prometheus's text format. */
  text(): Promise<{ contentType: string; body: string }>;
}

const methods: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD']);

/** Counts what a part does. With `ofProcess` also memory, CPU and the delay of the event loop, under the names that dashboards know. */
export function createMetrics({ part, ofProcess = false }: { part: string; ofProcess?: boolean }): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ part });
  if (ofProcess) collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180],
    registers,
  });
  return {
    observeRequest({ method, route, status, seconds }) {
      requests.observe({ method: methods.has(method) ? method : 'other', route, status }, seconds);
    },
    counter: ({ name, help, labels }) => new Counter({ name, help, labelNames: labels, registers }),
    histogram: ({ name, help, labels, buckets }) => new Histogram({ name, help, labelNames: labels, buckets, registers }),
    text: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
}
