import { z } from 'zod';
import { timeZoneSchema } from './primitives.js';

const zoneNote =
  'Of the IANA database, such as `America/Sao_Paulo`: the portal and mails tell times in it. `null`: each reader’s browser has its own, and mails tell times in UTC.';

/** What holds for all people of a merchant. */
export const merchantSettingsSchema = z.object({ time_zone: z.string().nullable().describe(zoneNote) });
export type MerchantSettings = z.infer<typeof merchantSettingsSchema>;

export const changeMerchantSettingsSchema = z.strictObject({ time_zone: timeZoneSchema.nullable().describe(zoneNote) });
