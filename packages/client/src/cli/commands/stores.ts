import type { Store, StoreSettings } from '../../types.js';
import type { Command, CommandInput } from '../command.js';
import { connectionFlags } from '../connection.js';
import { firstPage, limitFlag, readLimit } from '../first-page.js';
import { jsonFlag, printResult } from '../output/print-result.js';
import { renderTable } from '../output/table.js';
import { isObject, parseSource, readSource } from '../read-source.js';
import { withClient } from '../with-client.js';

const list: Command = {
  words: ['stores', 'list'],
  summary: 'List your stores, where couriers fetch orders.',
  flags: { ...limitFlag, ...jsonFlag, ...connectionFlags },
  examples: ['stores list'],
  run: (input) =>
    withClient(input, async ({ stores }) => {
      const { data } = await firstPage(stores.list({ pageSize: readLimit(input.text) }));
      printResult(input, data, () => renderStores(input, data));
      return 0;
    }),
};

const renderStores = ({ terminal }: CommandInput, stores: readonly Store[]): string[] => {
  if (stores.length === 0) return ['no stores; `npx --no -- delivery stores put <ref> --file store.json` adds one'];
  const rows = stores.map(({ ref, default: isDefault, name, phone, address }) => [
    ref,
    isDefault ? 'yes' : '',
    name,
    phone,
    `${address.street} ${address.number}, ${address.city}`,
  ]);
  return renderTable(terminal, ['store', 'default', 'name', 'phone', 'address'], rows);
};

const put: Command = {
  words: ['stores', 'put'],
  summary: 'Add a store, or replace all of it.',
  args: ['ref'],
  flags: {
    file: { type: 'string', value: 'path', help: 'the store as JSON; - reads standard input, which is the default' },
    ...jsonFlag,
    ...connectionFlags,
  },
  examples: ['stores put augusta --file store.json'],
  run: (input) =>
    withClient(input, async ({ stores }) => {
      const path = input.text('file') ?? '-';
      const settings = parseSource(path, readSource(path), 'a store: it must be an object', isStore);
      const store = await stores.put(input.args[0] ?? '', settings);
      printResult(input, store, () => renderStores(input, [store]));
      return 0;
    }),
};

const isStore = (value: unknown): value is StoreSettings => isObject(value);

const remove: Command = {
  words: ['stores', 'delete'],
  summary: 'Delete a store. Orders that name it have none until there is one of that name again.',
  args: ['ref'],
  flags: connectionFlags,
  examples: ['stores delete augusta'],
  run: (input) =>
    withClient(input, async ({ stores }) => {
      await stores.delete(input.args[0] ?? '');
      input.terminal.print('deleted');
      return 0;
    }),
};

export const storeCommands: readonly Command[] = [list, put, remove];
