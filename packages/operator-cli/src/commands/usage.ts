import {
  listSchema,
  type MerchantUsage,
  merchantUsageSchema,
  type Usage,
  usageMonthsSchema,
} from '@delivery/contracts';
import { toQuery } from '../call-operator.js';
import { type Command, command, merchantPath, modeOf, pageFlags } from '../command.js';
import { renderPage, renderTable } from '../output.js';

export const usageCommands: readonly Command[] = [
  command(
    ['usage', 'list'],
    'List how many orders and webhooks each merchant had in a month, those with the most webhooks first.',
    {
      options: {
        '--month <month>': 'of UTC, as 2026-11; without it, the current one',
        '--sandbox': 'of sandbox merchants; without it, of live ones',
        '--platform <platform_id>': 'only those of this platform',
        '--q <text>': 'only those with this id or reference, or with this in their name',
        ...pageFlags,
      },
      run: async ({ operator, options }) => {
        const { month, platform: platform_id, q, limit, cursor } = options;
        const query = toQuery({ month, mode: modeOf(options), platform_id, q, limit, cursor });
        const data = await operator(`/usage${query}`, listSchema(merchantUsageSchema));
        const rows = data.data.map((usage) => [
          ...[usage.merchant_id, ...toCells(usage)],
          ...[nameOfPlatform(usage), usage.reference, usage.name],
        ]);
        const headers = ['merchant', ...columns, 'platform', 'reference', 'name'];
        return { data, text: renderPage(headers, rows, data.next_cursor) };
      },
    },
  ),
  command(['usage', 'show'], 'Show the last months of a merchant.', {
    args: ['merchant_id'],
    run: async ({ operator, args }) => {
      const data = await operator(`${merchantPath(args)}/usage`, usageMonthsSchema);
      const rows = data.data.map((usage) => [usage.month, ...toCells(usage)]);
      return { data, text: renderTable(['month', ...columns], rows) };
    },
  }),
];

const columns = ['orders', 'delivered', 'canceled', 'returned', 'attempts', 'webhooks delivered', 'exhausted'];

/** A merchant alone is a platform of its own, called by the merchant's id. */
const nameOfPlatform = ({ merchant_id: id, platform }: MerchantUsage): string | null =>
  platform.name === `merchant ${id}` ? null : platform.name;

const toCells = ({ orders, webhooks }: Usage): number[] => [
  ...[orders.created, orders.delivered, orders.canceled, orders.returned],
  ...[webhooks.attempts, webhooks.delivered, webhooks.exhausted],
];
