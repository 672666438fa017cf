import { isSpanContextValid, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context } from '@opentelemetry/api';
import { parseTraceParent, TRACE_PARENT_HEADER, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import {
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
  ATTR_SERVICE_NAME,
} from '@opentelemetry/semantic-conventions';
import type { Tracing } from './RequestSpan.ts';

const flushMs = 2_000;

const contextOf = (parent: string | undefined): Context => {
  const span = parent === undefined ? null : parseTraceParent(parent);
  return span && isSpanContextValid(span) ? trace.setSpanContext(ROOT_CONTEXT, { ...span, isRemote: true }) : ROOT_CONTEXT;
};

/** Exports spans in batches over OTLP/HTTP. The exporter reads `OTEL_EXPORTER_OTLP_HEADERS` and similar variables itself. */
export function createOpenTelemetry(part: string, endpoint: string): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ [ATTR_SERVICE_NAME]: `lectern-${part}` }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: flushMs }),
        scheduledDelayMillis: 1_000,
      }),
    ],
  });
  const tracer = provider.getTracer('lectern');
  const propagator = new W3CTraceContextPropagator();
  return {
    beginRequest({ method, requestId, parent }) {
      const context = contextOf(parent);
      const span = tracer.startSpan(
        method,
        { kind: SpanKind.SERVER, attributes: { [ATTR_HTTP_REQUEST_METHOD]: method, 'lectern.request_id': requestId } },
        context,
      );
      const carrier: Record<string, string> = {};
      propagator.inject(trace.setSpan(context, span), carrier, { set: (into, name, value) => void (into[name] = value) });
      return {
        traceparent: carrier[TRACE_PARENT_HEADER] ?? '',
        end({ route, status }) {
          span.updateName(`${method} ${route}`);
          span.setAttributes({ [ATTR_HTTP_ROUTE]: route, [ATTR_HTTP_RESPONSE_STATUS_CODE]: status });
          if (status >= 500) {
            span.setAttribute(ATTR_ERROR_TYPE, String(status));
            span.setStatus({ code: SpanStatusCode.ERROR });
          }
          span.end();
        },
      };
    },
    async stop() {
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, flushMs)));
      // A missing collector must not delay the end of the process; its spans are lost.
      await Promise.race([provider.shutdown().catch(() => undefined), limit]);
      clearTimeout(timer);
    },
  };
}
