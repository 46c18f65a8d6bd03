import type { Command } from '../command.js';
import { renderTable } from '../output/table.js';
import { command } from '../with-client.js';

export const oauthClientCommands: readonly Command[] = [
  command(['oauth-clients', 'list'], 'List your OAuth clients: tills that call with access tokens.', {
    examples: ['oauth-clients list'],
    run: async ({ oauthClients }, input) => {
      const all = await oauthClients.list();
      const rows = all.map(({ client_id, name, created_at }) => [client_id, name, created_at]);
      const none = ['no OAuth clients; `npx --no -- delivery oauth-clients create <name>` adds one'];
      return {
        data: all,
        lines: rows.length === 0 ? none : renderTable(input.terminal, ['client', 'name', 'created'], rows),
      };
    },
  }),
  command(['oauth-clients', 'create'], 'Add an OAuth client. Its secret is shown only once.', {
    args: ['name'],
    examples: ['oauth-clients create till'],
    run: async ({ oauthClients }, input) => {
      const made = await oauthClients.create(input.args[0] ?? '');
      return {
        data: made,
        lines: [
          `client_id      ${made.client_id}`,
          `client_secret  ${made.client_secret}`,
          'The secret is not shown again.',
        ],
      };
    },
  }),
  command(['oauth-clients', 'delete'], 'Delete an OAuth client. Its access tokens open nothing any more.', {
    args: ['client_id'],
    examples: ['oauth-clients delete oauth_4c1d0b7e9a2f48d6b3e5f708'],
    run: async ({ oauthClients }, input) => {
      await oauthClients.delete(input.args[0] ?? '');
      return { data: {}, lines: ['deleted'] };
    },
  }),
];
