import { deadLetterSchema, listSchema } from '@delivery/contracts';
import { z } from 'zod';
import { command, type Command, type CommandInput } from '../command.js';
import { renderTable } from '../output/render-table.js';

export const deadLetterCommands: readonly Command[] = [
  command('dead-letters list', 'List refused messages, with the reason.', {
    options: { queue: 'of this queue only', limit: 'how many, at most 100', cursor: 'where the page before ended' },
    run: async ({ operator, options }) => {
      const query = new URLSearchParams(
        Object.entries(options).filter((entry): entry is [string, string] => entry[1] !== undefined),
      );
      const data = await operator(`/dead-letters?${query.toString()}`, listSchema(deadLetterSchema));
      const rows = data.data.map((one) => [one.id, one.queue, one.type, one.count, one.last_at, one.reason]);
      const table = renderTable(['dead letter', 'queue', 'type', 'count', 'last', 'reason'], rows);
      return { data, text: data.next_cursor ? `${table}\nmore: --cursor ${data.next_cursor}` : table };
    },
  }),
  command('dead-letters replay', 'Put a refused message back into its queue, once its cause is gone.', {
    args: ['dead_letter_id'],
    run: async ({ operator, args }) => {
      const data = await operator(`${letterPath(args)}/replay`, deadLetterSchema, { method: 'POST' });
      return { data, text: `back in ${data.queue}; if it is refused again, it returns to the list` };
    },
  }),
  command('dead-letters delete', 'Delete a refused message for good.', {
    args: ['dead_letter_id'],
    run: async ({ operator, args }) => {
      await operator(letterPath(args), z.object({}), { method: 'DELETE' });
      return { data: {}, text: 'deleted' };
    },
  }),
];

const letterPath = (args: CommandInput['args']): string =>
  `/dead-letters/${encodeURIComponent(args['dead_letter_id'] ?? '')}`;
