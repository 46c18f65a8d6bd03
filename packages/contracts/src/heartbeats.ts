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

/** Effective settings by their variables, as text; a secret or a URL with one is `true` or `false`. */
export const replicaConfigSchema = z
  .record(z.string().max(64), z.string().max(2_000))
  .refine((config) => Object.keys(config).length <= 200, 'expected at most 200 settings');

/** A process sends its state every two seconds, and once when it stops. The next heartbeat makes up for a lost one. */
export const heartbeatSchema = replicaSchema.extend({
  schema_version: z.literal(schemaVersion),
  type: z.enum(['replica.alive', 'replica.stopped']),
  run: z.uuid().describe('Identifies this run: a restarted process keeps its name.'),
  uptime_seconds: z.number().min(0).describe('No time of a clock, as machines’ clocks differ.'),
  creates: createOutcomesSchema.optional().describe('Of intake-api.'),
  config: replicaConfigSchema.optional().describe('At the start and about once a minute.'),
});
export type Heartbeat = z.infer<typeof heartbeatSchema>;

/** The settings of one process. */
const configOfReplicaSchema = replicaSchema.pick({ service: true, name: true, version: true }).extend({
  config: replicaConfigSchema
    .nullable()
    .describe(
      'Its settings by variable, as text; secrets, and URLs that may hold one, are `true` or absent. `null`: unknown.',
    ),
});
export type ReplicaConfig = z.infer<typeof configOfReplicaSchema>;
export const replicaConfigsSchema = z.object({ data: z.array(configOfReplicaSchema) });
