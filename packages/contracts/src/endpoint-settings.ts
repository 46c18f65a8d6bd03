import { z } from 'zod';
import { visibleText } from './primitives.js';
import { endpointEventSchema, webhookEventSchema } from './webhook.js';

/** Names of the events that are meant. */
export const eventFilterOf = <Event extends string>(eventSchema: z.ZodType<Event>) =>
  z
    .array(eventSchema)
    .min(1)
    .max(32)
    .overwrite((events) => [...new Set(events)]);

/** The settings of an endpoint, by their names in requests, answers and columns. `url`, `header` and `oauth_client_id` have other forms there. */
export const endpointSettings = {
  name: visibleText(80).nullable().describe('For people: shown instead of the URL. `null`: none.'),
  events: eventFilterOf(webhookEventSchema)
    .nullable()
    .describe(
      'Which events to send. `null`: the three standard ones, `status_changed`, `tracking_url_added` and `delivery_requested`.',
    ),
  max_per_second: z
    .int()
    .min(1)
    .max(1000)
    .nullable()
    .describe(
      'Most webhooks that it gets in a second: the rest waits its turn, in order. `null`: as many as it takes.',
    ),
  give_up_after: z
    .int()
    .min(900)
    .max(57_600)
    .nullable()
    .describe(
      'Seconds from the first attempt of a webhook, or of its replay. If the next attempt would come later, the webhook is `exhausted` at once. Time in which it is `held` does not count. `null`: it has all attempts of the schedule.',
    ),
};

/** As they are stored, of an endpoint of any owner. */
export const storedSettingsSchema = z.object({ ...endpointSettings, events: z.array(endpointEventSchema).nullable() });
export type StoredSettings = z.infer<typeof storedSettingsSchema>;
export const settingNames = storedSettingsSchema.keyof().options;

/** The settings of a new endpoint for which none is chosen. */
export const unsetSettings: StoredSettings = { name: null, events: null, max_per_second: null, give_up_after: null };
