import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { type EndpointServer, startEndpointServer } from '@delivery/test-support';
import { startTracing, tracingEnv } from '../src/index.js';

const schema = z.object(tracingEnv);
const sampled = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const unsampled = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';

const createFaultLog = () => {
  let note: (message: string) => void = () => undefined;
  const firstFault = new Promise<string>((resolve) => (note = resolve));
  return { firstFault, logger: { warn: (_fields: object, message: string) => note(message) } };
};

const exportedSpan = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).optional(),
  attributes: z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })),
  status: z.object({ code: z.number().optional(), message: z.string().optional() }),
});
const exportedSchema = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(exportedSpan) })) })),
});

describe('tracing with a collector', () => {
  let collector: EndpointServer;
  beforeEach(async () => {
    collector = await startEndpointServer();
  });
  afterEach(() => collector.close());

  const start = async (env: Record<string, string> = {}) => {
    const config = schema.parse({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin, ...env });
    const { logger, firstFault } = createFaultLog();
    const { tracer, close } = await startTracing({ service: 'test', config, logger });
    if (!tracer) throw new Error('tracing is off');
    return { tracer, close, firstFault };
  };
  const exported = () =>
    collector.requests.flatMap((request) =>
      exportedSchema.parse(request.json()).resourceSpans.flatMap((one) => one.scopeSpans.flatMap(({ spans }) => spans)),
    );

  it('goes on with the trace of its parent, and sends the remaining spans when it closes', async () => {
    const { tracer, close } = await start();
    const span = tracer.follow('consumer', 'apply', sampled, { 'delivery.order_id': 'o-1' });
    span?.end({ attributes: { outcome: 'applied' } });
    await close();
    expect(collector.requests[0]?.path).toBe('/v1/traces');
    expect(exported()).toMatchObject([
      {
        traceId: '0af7651916cd43dd8448eb211c80319c',
        parentSpanId: 'b7ad6b7169203331',
        name: 'apply',
        attributes: [
          { key: 'delivery.order_id', value: { stringValue: 'o-1' } },
          { key: 'outcome', value: { stringValue: 'applied' } },
        ],
      },
    ]);
    expect(span?.traceparent).toBe(`00-0af7651916cd43dd8448eb211c80319c-${exported()[0]?.spanId}-01`);
  });

  it('begins a trace where none was given, and marks failed spans', async () => {
    const { tracer, close } = await start();
    tracer.begin('server', 'POST /', undefined, {})?.end({ error: '503' });
    await close();
    expect(exported()).toMatchObject([{ name: 'POST /', status: { code: 2, message: '503' } }]);
    expect(exported()[0]?.parentSpanId).toBeUndefined();
  });

  it.each([sampled, unsampled])('begins a trace of its own and links it to the caller’s: %s', async (caller) => {
    const { tracer, close } = await start();
    tracer.begin('server', 'POST /', caller, {})?.end();
    await close();
    const [span] = exported();
    expect(span?.traceId).not.toBe('0af7651916cd43dd8448eb211c80319c');
    expect(span?.parentSpanId).toBeUndefined();
    expect(span?.links).toMatchObject([{ traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }]);
  });

  it('goes on with no trace that is not recorded', async () => {
    const { tracer, close } = await start();
    expect(tracer.follow('client', 'POST', unsampled, {})).toBeUndefined();
    await close();
    expect(collector.requests).toEqual([]);
  });

  it('begins none where only following is allowed', async () => {
    const { tracer, close } = await start();
    expect(tracer.follow('consumer', 'apply', undefined, {})).toBeUndefined();
    await close();
  });

  it('records the given share, also where the caller’s context is sampled', async () => {
    const { tracer, close } = await start({ OTEL_TRACES_SAMPLER_ARG: '0' });
    expect(tracer.begin('server', 'POST /', undefined, {})).toBeUndefined();
    expect(tracer.begin('server', 'POST /', sampled, {})).toBeUndefined();
    await close();
  });

  it('says so when the collector refuses, and closes all the same', async () => {
    collector.respondWith(() => ({ status: 400 }));
    const { tracer, close, firstFault } = await start({ OTEL_BSP_SCHEDULE_DELAY: '1' });
    tracer.begin('server', 'POST /', undefined, {})?.end();
    expect(await firstFault).toBe('tracing.export_failed');
    tracer.begin('server', 'POST /', undefined, {})?.end();
    await close();
    expect(collector.requests.length).toBeGreaterThan(1);
  });
});

describe('tracing that is off', () => {
  it.each([[{}], [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_TRACES_EXPORTER: 'none' }]])(
    'has no tracer with %j',
    async (env) => {
      const { logger } = createFaultLog();
      const { tracer } = await startTracing({ service: 'test', config: schema.parse(env), logger });
      expect(tracer).toBeUndefined();
    },
  );
});
