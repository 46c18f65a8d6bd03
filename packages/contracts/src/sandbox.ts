import { z } from 'zod';

/** `sandbox`: orders are not real and couriers are simulated. Set when a merchant is created, and never changed. */
export const merchantModes = ['live', 'sandbox'] as const;
export const merchantModeSchema = z.enum(merchantModes);
export type MerchantMode = z.infer<typeof merchantModeSchema>;

/** The scenarios of a sandbox order from `ready` on: each name with the actions of the simulated couriers. */
export const sandboxScenarios = {
  delivered: 'A courier is found, a tracking URL is set, and the order is delivered.',
  no_courier: 'No courier is found: the order is canceled, with the reason `no_courier`.',
  courier_gave_up: 'The first courier gives up and the order is `ready` again; a second one delivers it.',
  canceled_after_pickup: 'The courier is at the pickup when the order is canceled.',
  delivery_failed_returned: 'The customer does not open the door: `delivery_failed`, then `returned`.',
  every_report:
    'The courier has a name, times of arrival and a position, reports the problem `no_access` at the door, and ' +
    'waits for your answer. Then it delivers in any case, with a picture as proof.',
  late: 'As `delivered`, and every step takes three times as long.',
  tracking_only:
    'The tracking URL is set and replaced while the status stays `ready`; all statuses are reported at the end.',
  stuck: 'A courier is found and goes to the pickup; nothing is ever heard again.',
  no_simulation:
    'Simulated couriers stay away: the order stays `ready` until another system accepts it, or you move it.',
} as const;
export type SandboxScenario = keyof typeof sandboxScenarios;

const isScenario = (name: string): name is SandboxScenario => Object.hasOwn(sandboxScenarios, name);
export const sandboxScenarioNames: readonly SandboxScenario[] = Object.keys(sandboxScenarios).filter(isScenario);
export const sandboxScenarioSchema = z.enum(sandboxScenarioNames).describe(
  Object.entries(sandboxScenarios)
    .map(([name, sentence]) => `\`${name}\`: ${sentence}`)
    .join('\n\n'),
);

/** How many times as fast as people are. */
export const sandboxSpeedMax = 3_600;
export const sandboxSpeedSchema = z.number().positive().max(sandboxSpeedMax);

/** Equal seeds and scenarios tell equal plans. */
export const sandboxSeedSchema = z
  .string()
  .regex(/^[A-Za-z0-9_.:-]{1,64}$/, 'expected 1 to 64 of the characters A-Z a-z 0-9 _ . : -');

/** The course of a sandbox order, as its create requested it. */
export const simulationSettingsSchema = z.object({
  scenario: sandboxScenarioSchema,
  speed: sandboxSpeedSchema,
  seed: sandboxSeedSchema,
});
export type SimulationSettings = z.infer<typeof simulationSettingsSchema>;

/** More pointers would teach nothing. */
export const ignoredPointerMax = 20;
/** Names are the merchant's, and may be as long as the body. */
export const ignoredPointerMaxLength = 200;

/**
 * Members of a create that the service does not know and has not read: JSON pointers, as RFC 6901, 6 has them in URIs,
 * to the first of them, and how many there are in all.
 */
export const ignoredFieldsSchema = z.object({
  pointers: z.array(z.string().max(ignoredPointerMaxLength)).max(ignoredPointerMax),
  count: z.int().min(0),
});
export type IgnoredFields = z.infer<typeof ignoredFieldsSchema>;

/** Settings that a create for a sandbox merchant has beside the order. They are not part of the order's content. */
export const sandboxSubmissionSchema = simulationSettingsSchema.extend({
  ignored: ignoredFieldsSchema.describe(
    'Fields of its create that were not read, as `Ignored-Fields` and `Ignored-Fields-Count` named them.',
  ),
});
export type SandboxSubmission = z.infer<typeof sandboxSubmissionSchema>;

/** Headers of a create on a sandbox merchant; each may be left out. */
export const sandboxHeaders = {
  scenario: 'Sandbox-Scenario',
  speed: 'Sandbox-Speed',
  seed: 'Sandbox-Seed',
} as const;

/** The names of simulated couriers' systems begin with this. Their reports give way to those of others. */
export const simulatedSourcePrefix = 'sandbox-';
