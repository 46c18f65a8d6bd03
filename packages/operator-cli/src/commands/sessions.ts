import { z } from 'zod';
import { operatorSessionListSchema } from '@delivery/contracts';
import { type Command, command, optionalActionFlags } from '../command.js';
import { renderTable } from '../output/render-table.js';
import { toQuery } from '../output/to-query.js';
import { readOptionalAction } from './endpoints.js';

export const sessionCommands: readonly Command[] = [
  command(['sessions', 'list'], 'List the sessions of the console that have not ended.', {
    run: async ({ operator }) => {
      const data = await operator('/sessions', operatorSessionListSchema);
      const rows = data.data.map(({ id, person, roles, address, began_at, expires_at }) => [
        id,
        person ?? 'token',
        roles.join(', '),
        address,
        began_at,
        expires_at,
      ]);
      return { data, text: renderTable(['session', 'of', 'roles', 'from', 'began', 'ends'], rows) };
    },
  }),
  command(['sessions', 'end'], 'End a session of the console in any browser.', {
    args: ['session_id'],
    options: optionalActionFlags,
    run: async (input) => {
      const path = `/sessions/${encodeURIComponent(input.args['session_id'] ?? '')}`;
      await input.operator(path + toQuery(readOptionalAction(input)), z.object({}), { method: 'DELETE' });
      return { data: {}, text: 'ended' };
    },
  }),
];
