import { auditSchema } from '@delivery/contracts';
import { type Command, command } from '../command.js';
import { renderFields } from '../output/render-table.js';
import { showStatus } from './status.js';

export const ledgerCommands: readonly Command[] = [
  command(['status'], 'The whole system on one screen.', { run: showStatus }),
  command(['audit'], 'Whether every delivery owed is accounted for.', {
    run: async ({ operator }) => {
      const data = await operator('/audit', auditSchema);
      const { balanced, oldest_overdue_seconds: overdue, ...counts } = data;
      const shown = { balanced: balanced ? 'yes' : 'NO', ...counts, 'oldest overdue': `${overdue.toFixed(1)} s` };
      return { data, text: renderFields(shown), isUnwell: !balanced };
    },
  }),
];
