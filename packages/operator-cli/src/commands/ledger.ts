import { auditSchema, operatorEndpointSchema } from '@delivery/contracts';
import { command, type Command } from '../command.js';
import { renderFields, renderTable } from '../output/render-table.js';
import { showStatus } from './status.js';

export const ledgerCommands: readonly Command[] = [
  command('status', 'The whole system on one screen.', { run: showStatus }),
  command('audit', 'Whether every delivery owed is accounted for.', {
    run: async ({ operator }) => {
      const data = await operator('/audit', auditSchema);
      const { balanced, oldest_overdue_seconds: overdue, ...counts } = data;
      const shown = { balanced: balanced ? 'yes' : 'NO', ...counts, 'oldest overdue': `${overdue.toFixed(1)} s` };
      return { data, text: renderFields(shown), isUnwell: !balanced };
    },
  }),
  command('endpoints show', 'Show a webhook endpoint: its window, its breaker, what was done to it.', {
    args: ['endpoint_id'],
    run: async ({ operator, args }) => {
      const path = `/endpoints/${encodeURIComponent(args['endpoint_id'] ?? '')}`;
      const data = await operator(path, operatorEndpointSchema);
      const { window, log, last_test: test } = data;
      const fields = {
        endpoint: data.id,
        merchant: data.merchant_id,
        url: data.url,
        events: data.events?.join(',') ?? 'all',
        status: data.status,
        'disabled because': data.disabled_reason,
        'in flight': `${window.in_flight} of ${window.size}`,
        breaker: window.probe_at === null ? 'closed' : `open, probe at ${window.probe_at}`,
        'failing since': window.failing_since,
        'looks again at': window.wake_at,
        'last test': test && `${test.at}  ${test.error_code ?? `answered ${String(test.status_code)}`}`,
      };
      const rows = log.map(({ at, what, reason }) => [at, what, reason]);
      return { data, text: `${renderFields(fields)}\n\n${renderTable(['at', 'what', 'reason'], rows)}` };
    },
  }),
];
