import type { z } from 'zod';
import { type Call, callsOf } from './call.js';
import type { Json } from './parameters.js';

const usageExample: Json = {
  month: '2026-01',
  orders: { created: 1204, delivered: 1171, canceled: 24, returned: 5 },
  webhooks: { attempts: 8120, delivered: 8101, exhausted: 2 },
};
/** The calls about usage are the platforms' and the operators'. */
export const usageCalls = (
  prefix: string,
  { merchant, list }: { merchant: NonNullable<Call['parameters']>; list: z.ZodObject },
) =>
  callsOf('Usage', {
    listUsage: {
      request: ['GET', `${prefix}/usage`],
      summary: 'How much did each merchant have in a month?',
      description:
        'Orders and webhooks by what happened in that month, also of orders that were purged since. A merchant ' +
        'without any is not in it. Counts are at most ten seconds old. The CSV has all merchants in order of ' +
        '`merchant_id`: UTF-8 with a byte order mark. A text that a spreadsheet would take for a formula begins ' +
        'with an apostrophe.',
      query: list,
      answers: {
        200: {
          description: 'One page, the most attempts first.',
          schema: 'MerchantUsageList',
          textType: 'text/csv; charset=utf-8',
          example: {
            data: [
              {
                ...usageExample,
                merchant_id: '9f86d081884c7d659a2feaa0c55ad015',
                name: 'Pizzaria 12',
                reference: 'loja-12',
                mode: 'live',
                platform: { id: '0d9c6a4e-52f1-4c3b-8e7a-91b2d3f4a5c6', name: 'Pedidos' },
              },
            ],
            next_cursor: null,
          },
        },
      },
    },
    getMerchantUsage: {
      request: ['GET', `${prefix}/merchants/{merchant_id}/usage`],
      summary: 'Read the usage of a merchant by month',
      parameters: merchant,
      answers: {
        200: {
          description: 'At most 24, the newest first.',
          schema: 'UsageMonths',
          example: { data: [usageExample] },
        },
      },
      problems: ['merchant_not_found'],
    },
  });
