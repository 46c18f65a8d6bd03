import { z } from 'zod';
import { listSchema, setAsideSchema } from '@delivery/contracts';
import { toQuery } from '../call-operator.js';
import { byFlags, type Command, command, pageFlags, reasonFlags } from '../command.js';
import { renderAge, renderPage } from '../output.js';
import { readAction } from './endpoints.js';

const pathOf = ({ set_aside_id: id = '' }: Readonly<Record<string, string>>): string =>
  `/set-aside/${encodeURIComponent(id)}`;

export const setAsideCommands: readonly Command[] = [
  command(['set-aside', 'list'], 'List messages for which the database takes too long.', {
    options: pageFlags,
    run: async ({ operator, options }) => {
      const data = await operator(`/set-aside${toQuery(options)}`, listSchema(setAsideSchema));
      const rows = data.data.map((one) => [
        one.id,
        one.type,
        one.order_id,
        renderAge(one.set_aside_at),
        one.tries,
        one.reason,
      ]);
      return { data, text: renderPage(['id', 'type', 'order', 'ago', 'tries', 'reason'], rows, data.next_cursor) };
    },
  }),
  command(['set-aside', 'retry'], 'Try such a message again now.', {
    args: ['set_aside_id'],
    required: reasonFlags,
    options: byFlags,
    run: async (input) => {
      const call = { method: 'POST', body: readAction(input) };
      const data = await input.operator(`${pathOf(input.args)}/retry`, setAsideSchema, call);
      return { data, text: 'it is tried now; if it takes too long again, it returns to the list' };
    },
  }),
  command(['set-aside', 'discard'], 'Give such a message up: it is recorded as refused.', {
    args: ['set_aside_id'],
    required: reasonFlags,
    options: byFlags,
    run: async (input) => {
      await input.operator(`${pathOf(input.args)}/discard`, z.object({}), { method: 'POST', body: readAction(input) });
      return { data: {}, text: 'discarded' };
    },
  }),
];
