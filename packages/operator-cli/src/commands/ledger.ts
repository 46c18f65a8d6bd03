import { type Audited, auditSchema } from '@delivery/contracts';
import { type Command, command } from '../command.js';
import { renderFields } from '../output/render-table.js';
import { showStatus } from './status.js';

export const ledgerCommands: readonly Command[] = [
  command(['status'], 'The whole system on one screen.', { run: showStatus }),
  command(['audit'], 'Check whether every delivery that is owed is accounted for.', {
    run: async ({ operator }) => {
      const data = await operator('/audit', auditSchema);
      const { sandbox, ...live } = data;
      const text = `${renderFields(toFields(live))}\n\nsandbox merchants\n${renderFields(toFields(sandbox))}`;
      return { data, text, isUnwell: !live.balanced || !sandbox.balanced };
    },
  }),
];

const toFields = ({ balanced, oldest_overdue_seconds: overdue, ...counts }: Audited) => ({
  balanced: balanced ? 'yes' : 'NO',
  ...counts,
  'oldest overdue': `${overdue.toFixed(1)} s`,
});
