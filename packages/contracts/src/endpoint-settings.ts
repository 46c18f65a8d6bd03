import { z } from 'zod';
import { orderStatusSchema } from './order-fields.js';
import { storeRefSchema, visibleText } from './primitives.js';
import { orderStatuses } from './status.js';
import { endpointEventSchema, webhookEventSchema } from './webhook.js';

/** Each once. */
const distinct = <T extends string>(list: z.ZodArray<z.ZodType<T>>) => list.overwrite((values) => [...new Set(values)]);

/** Names of the events that are meant. */
export const eventFilterOf = <Event extends string>(eventSchema: z.ZodType<Event>) =>
  distinct(z.array(eventSchema).min(1).max(32));

/**
 * The settings of an endpoint, by their names in requests, answers and columns. `url`, `header` and `oauth_client_id`
 * have other forms there.
 */
export const endpointSettings = {
  name: visibleText(80).nullable().describe('For people: shown instead of the URL. `null`: none.'),
  events: eventFilterOf(webhookEventSchema)
    .nullable()
    .describe(
      'The events to send. `null`: the standard `status_changed`, `tracking_url_added` and `delivery_requested`.',
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
      'Seconds from the first attempt of a webhook, or of its replay. If the next attempt would come later, the ' +
        'webhook is `exhausted` at once. Time in which it is `held` does not count. `null`: no such end.',
    ),
  statuses: distinct(z.array(orderStatusSchema).min(1).max(orderStatuses.length))
    .nullable()
    .describe(
      '`status_changed` is sent only for changes to these statuses. `null`: all. Only merchants’ endpoints have it.',
    ),
  store_refs: distinct(z.array(storeRefSchema).min(1).max(50))
    .nullable()
    .describe(
      'Only events of orders of these stores are sent. An order without a store counts for the default store. ' +
        '`null`: all. Only merchants’ endpoints have it.',
    ),
};

/** Settings that neither platforms nor couriers' systems have. */
export const settingsOfMerchants = { statuses: true, store_refs: true } as const;

/** As they are stored, of an endpoint of any owner. */
export const storedSettingsSchema = z.object({ ...endpointSettings, events: z.array(endpointEventSchema).nullable() });
export type StoredSettings = z.infer<typeof storedSettingsSchema>;
export const settingNames = storedSettingsSchema.keyof().options;

/** The settings of a new endpoint for which none is chosen. */
export const unsetSettings = {
  name: null,
  events: null,
  max_per_second: null,
  give_up_after: null,
  statuses: null,
  store_refs: null,
} satisfies StoredSettings;
