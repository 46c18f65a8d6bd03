import type { Command } from '../command.js';
import { connectionFlags } from '../connection.js';
import { jsonFlag, printResult } from '../output/print-result.js';
import { renderTable } from '../output/table.js';
import { withClient } from '../with-client.js';

const list: Command = {
  words: ['oauth-clients', 'list'],
  summary: 'List your OAuth clients: tills that call with access tokens.',
  flags: { ...jsonFlag, ...connectionFlags },
  examples: ['oauth-clients list'],
  run: (input) =>
    withClient(input, async ({ oauthClients }) => {
      const all = await oauthClients.list();
      const rows = all.map(({ client_id, name, created_at }) => [client_id, name, created_at]);
      const none = ['no OAuth clients; `npx --no -- delivery oauth-clients create <name>` adds one'];
      printResult(input, all, () =>
        rows.length === 0 ? none : renderTable(input.terminal, ['client', 'name', 'created'], rows),
      );
      return 0;
    }),
};

const create: Command = {
  words: ['oauth-clients', 'create'],
  summary: 'Add an OAuth client. Its secret is shown only once.',
  args: ['name'],
  flags: { ...jsonFlag, ...connectionFlags },
  examples: ['oauth-clients create till'],
  run: (input) =>
    withClient(input, async ({ oauthClients }) => {
      const made = await oauthClients.create(input.args[0] ?? '');
      printResult(input, made, () => [
        `client_id      ${made.client_id}`,
        `client_secret  ${made.client_secret}`,
        'The secret is not shown again.',
      ]);
      return 0;
    }),
};

const remove: Command = {
  words: ['oauth-clients', 'delete'],
  summary: 'Delete an OAuth client. Its access tokens open nothing any more.',
  args: ['client_id'],
  flags: connectionFlags,
  examples: ['oauth-clients delete oauth_4c1d0b7e9a2f48d6b3e5f708'],
  run: (input) =>
    withClient(input, async ({ oauthClients }) => {
      await oauthClients.delete(input.args[0] ?? '');
      input.terminal.print('deleted');
      return 0;
    }),
};

export const oauthClientCommands: readonly Command[] = [list, create, remove];
