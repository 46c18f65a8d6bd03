import { z } from 'zod';

const apiVersion = z.literal('gateway.networking.k8s.io/v1');
const metadata = z.strictObject({
  name: z.string(),
  namespace: z.string(),
  annotations: z.record(z.string(), z.string()).optional(),
});

const listener = z.strictObject({
  name: z.string(),
  hostname: z.string().optional(),
  protocol: z.enum(['HTTP', 'HTTPS']),
  port: z.int().min(1).max(65_535),
  tls: z
    .strictObject({
      mode: z.literal('Terminate'),
      certificateRefs: z.array(z.strictObject({ kind: z.literal('Secret'), name: z.string() })).min(1),
    })
    .optional(),
  allowedRoutes: z.strictObject({ namespaces: z.strictObject({ from: z.enum(['Same', 'All', 'Selector']) }) }),
});

const gatewaySchema = z.strictObject({
  apiVersion,
  kind: z.literal('Gateway'),
  metadata,
  spec: z.strictObject({ gatewayClassName: z.string(), listeners: z.array(listener).min(1).max(64) }),
});

const rule = z.strictObject({
  matches: z
    .array(
      z.strictObject({
        path: z.strictObject({ type: z.enum(['Exact', 'PathPrefix']), value: z.string().startsWith('/').max(1024) }),
      }),
    )
    // As many as every version of the API takes.
    .max(8)
    .optional(),
  filters: z
    .array(
      z.strictObject({
        type: z.literal('RequestRedirect'),
        requestRedirect: z.strictObject({ scheme: z.enum(['http', 'https']), statusCode: z.literal([301, 302]) }),
      }),
    )
    .optional(),
  timeouts: z.strictObject({ request: z.string().regex(/^([0-9]{1,5}(h|m|s|ms)){1,4}$/) }).optional(),
  backendRefs: z.array(z.strictObject({ name: z.string(), port: z.int().min(1).max(65_535) })).optional(),
});

const routeSchema = z.strictObject({
  apiVersion,
  kind: z.literal('HTTPRoute'),
  metadata,
  spec: z.strictObject({
    parentRefs: z.array(z.strictObject({ name: z.string(), sectionName: z.string() })).min(1),
    hostnames: z.array(z.string()).max(16),
    rules: z.array(rule).min(1).max(16),
  }),
});

/** The fields that are used here, from the definitions of the Gateway API 1.4: npm has none. */
export const gatewayKinds = [gatewaySchema, routeSchema] as const;
export type Route = z.infer<typeof routeSchema>;
