import { z } from 'zod';
import { createOutcomesSchema } from './create-outcomes.js';
import { schemaVersion } from './messages.js';

/** Those whose replicas are known by their heartbeats. */
const replicatedServiceSchema = z.enum(['intake-api', 'order-state', 'webhook-dispatcher']);

/** Between two heartbeats of a process. */
export const heartbeatMs = 2_000;
/** A replica that was heard of longer ago is silent: two heartbeats in a row may be lost. */
export const silentAfterSeconds = 6;

/** A process that runs. */
export const replicaSchema = z.object({
  service: replicatedServiceSchema,
  name: z
    .string()
    .min(1)
    .max(270)
    .describe('The machine’s name, in Kubernetes the pod’s, and the port, which tells replicas on one machine apart.'),
  version: z.string().min(1).max(64).describe('Its git revision, or the version of its package.'),
  stalled: z
    .array(z.string().max(100))
    .max(100)
    .describe('Work that has stopped in this process: consumers that are paused, and loops that fail. Empty: none.'),
});

/** A process sends its state every two seconds, and once when it stops. The next heartbeat makes up for a lost one. */
export const heartbeatSchema = replicaSchema.extend({
  schema_version: z.literal(schemaVersion),
  type: z.enum(['replica.alive', 'replica.stopped']),
  run: z.uuid().describe('Identifies this run: a restarted process keeps its name.'),
  uptime_seconds: z.number().min(0).describe('No time of a clock, as machines’ clocks differ.'),
  creates: createOutcomesSchema.optional().describe('Of intake-api.'),
});
export type Heartbeat = z.infer<typeof heartbeatSchema>;
