import type { DeliveryAttempted, DeliveryReleased } from '@delivery/contracts';
import type { Span, Tracer } from '@delivery/tracing';

/** The span of one POST. Of the URL only scheme, host and port: its path and query may be secrets. */
export const startAttemptSpan = (tracer: Tracer, delivery: DeliveryReleased): Span | undefined => {
  if (delivery.traceparent === null) return undefined;
  const { protocol, hostname, port } = new URL(delivery.url);
  return tracer.follow('client', 'POST webhook', delivery.traceparent, {
    'http.request.method': 'POST',
    'url.scheme': protocol.slice(0, -1),
    'server.address': hostname,
    'server.port': port === '' ? undefined : Number(port),
    event: delivery.event,
    order_id: delivery.order_id,
    delivery_id: delivery.delivery_id,
    endpoint_id: delivery.endpoint_id,
    attempt: delivery.attempt,
    generation: delivery.generation,
  });
};

/** A receiver's failure is a failed span, so that the trace shows why the webhook came late. */
export const endAttemptSpan = (span: Span, attempted: DeliveryAttempted): void => {
  const { outcome, status_code, error_code, retry_in_ms } = attempted;
  span.end({
    attributes: {
      outcome,
      'http.response.status_code': status_code ?? undefined,
      'error.type': error_code ?? undefined,
      retry_in_ms: retry_in_ms ?? undefined,
    },
    error: outcome === 'delivered' ? undefined : (error_code ?? outcome),
  });
};
