import { z } from 'zod';
import { deadLetterSchema, listSchema } from '@delivery/contracts';
import { type Command, command, type CommandInput, pageFlags } from '../command.js';
import { renderAge, renderPage } from '../output/render-page.js';
import { toQuery } from '../output/to-query.js';

export const deadLetterCommands: readonly Command[] = [
  command(['dead-letters', 'list'], 'List refused messages, with the reason.', {
    options: { '--queue <queue>': 'of this queue only', ...pageFlags },
    run: async ({ operator, options }) => {
      const data = await operator(`/dead-letters${toQuery(options)}`, listSchema(deadLetterSchema));
      const rows = data.data.map((one) => [one.id, one.count, renderAge(one.last_at), one.queue, one.reason]);
      return { data, text: renderPage(['dead letter', 'count', 'ago', 'queue', 'reason'], rows, data.next_cursor) };
    },
  }),
  command(['dead-letters', 'replay'], 'Put a refused message back into its queue, once its cause is gone.', {
    args: ['dead_letter_id'],
    run: async ({ operator, args }) => {
      const data = await operator(`${letterPath(args)}/replay`, deadLetterSchema, { method: 'POST' });
      return { data, text: `back in ${data.queue}; if it is refused again, it returns to the list` };
    },
  }),
  command(['dead-letters', 'delete'], 'Delete a refused message for good.', {
    args: ['dead_letter_id'],
    run: async ({ operator, args }) => {
      await operator(letterPath(args), z.object({}), { method: 'DELETE' });
      return { data: {}, text: 'deleted' };
    },
  }),
];

const letterPath = (args: CommandInput['args']): string =>
  `/dead-letters/${encodeURIComponent(args['dead_letter_id'] ?? '')}`;
