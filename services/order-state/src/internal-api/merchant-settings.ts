import { changeMerchantSettingsSchema, type MerchantSettings } from '@delivery/contracts';
import { answerJson, type HandlerOf, parseBody } from '@delivery/http-edge';
import { inTransaction, type Pool } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { insertActivity } from '../activity/queries.js';
import { readMerchant, saveTimeZone } from '../merchants/queries.js';
import { merchantOf } from '../shared-api/check-bearer.js';
import { merchantNotFound, readMerchantId } from '../shared-api/read-params.js';

export const viewMerchantSettings: HandlerOf<{ pool: Pool }> = (deps) => async (request) => {
  const merchant = await readMerchant(deps.pool, readMerchantId(request));
  if (!merchant) throw merchantNotFound();
  return answerJson(200, { time_zone: merchant.time_zone } satisfies MerchantSettings);
};

/** What is set to what it is already is no change, and the activity log has none. */
export const changeMerchantSettings: HandlerOf<{ pool: Pool; logger: Logger }> = (deps) => async (request) => {
  const merchantId = readMerchantId(request);
  const settings = parseBody(changeMerchantSettingsSchema, request.body);
  const isChanged = await inTransaction(deps.pool, async (client) => {
    const isSaved = await saveTimeZone(client, merchantId, settings.time_zone);
    if (!isSaved && !(await readMerchant(client, merchantId))) throw merchantNotFound();
    if (!isSaved) return false;
    const subject = { type: 'merchant', id: merchantId };
    const detail = Object.keys(settings).join(', ');
    await insertActivity(client, merchantOf(request), { action: 'merchant.changed', subject, merchantId, detail });
    return true;
  });
  if (isChanged) deps.logger.info({ merchantId }, 'merchant.changed');
  return answerJson(200, settings satisfies MerchantSettings);
};
