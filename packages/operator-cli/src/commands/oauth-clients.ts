import { z } from 'zod';
import { oauthClientCreatedSchema, oauthClientListSchema } from '@delivery/contracts';
import { type Command, command, type CommandInput, merchantPath, optionalActionFlags } from '../command.js';
import { renderFields, renderTable } from '../output/render-table.js';
import { toQuery } from '../output/to-query.js';
import { readOptionalAction } from './endpoints.js';

const pathOf = (args: CommandInput['args']): string => `${merchantPath(args)}/oauth-clients`;

/** Tills' systems, which call for a merchant with access tokens. */
export const oauthClientCommands: readonly Command[] = [
  command(['oauth-clients', 'list'], 'List the OAuth clients of a merchant.', {
    args: ['merchant_id'],
    run: async ({ operator, args }) => {
      const data = await operator(pathOf(args), oauthClientListSchema);
      const rows = data.data.map(({ client_id, name, created_at }) => [client_id, name, created_at]);
      return { data, text: renderTable(['client', 'name', 'created'], rows) };
    },
  }),
  command(['oauth-clients', 'add'], 'Add an OAuth client of a merchant. Its secret is shown only once.', {
    args: ['merchant_id', 'name'],
    options: optionalActionFlags,
    run: async (input) => {
      const call = { method: 'POST', body: { name: input.args['name'] ?? '' } };
      const path = pathOf(input.args) + toQuery(readOptionalAction(input));
      const data = await input.operator(path, oauthClientCreatedSchema, call);
      return { data, text: `${renderFields(data)}\nThe secret is not shown again.` };
    },
  }),
  command(['oauth-clients', 'remove'], 'Delete an OAuth client of a merchant.', {
    args: ['merchant_id', 'client_id'],
    options: optionalActionFlags,
    run: async (input) => {
      const path = `${pathOf(input.args)}/${encodeURIComponent(input.args['client_id'] ?? '')}`;
      await input.operator(path + toQuery(readOptionalAction(input)), z.object({}), { method: 'DELETE' });
      return { data: {}, text: 'deleted' };
    },
  }),
];
