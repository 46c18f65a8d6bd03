import type { Store, StoreSettings } from '../../types.js';
import type { Command, CommandInput } from '../command.js';
import { firstPage, limitFlag, readLimit } from '../first-page.js';
import { renderTable } from '../output/table.js';
import { isObject, parseSource, readSource } from '../read-source.js';
import { command } from '../with-client.js';

export const storeCommands: readonly Command[] = [
  command(['stores', 'list'], 'List your stores, where couriers fetch orders.', {
    flags: limitFlag,
    examples: ['stores list'],
    run: async ({ stores }, input) => {
      const { data } = await firstPage(stores.list({ pageSize: readLimit(input.text) }));
      return { data, lines: renderStores(input, data) };
    },
  }),
  command(['stores', 'put'], 'Add a store, or replace all of it.', {
    args: ['ref'],
    flags: {
      file: { value: 'path', help: 'the store as JSON; - reads standard input, which is the default' },
    },
    examples: ['stores put augusta --file store.json'],
    run: async ({ stores }, input) => {
      const path = input.text('file') ?? '-';
      const settings = parseSource(path, readSource(path), 'a store: it must be an object', isStore);
      const store = await stores.put(input.args[0] ?? '', settings);
      return { data: store, lines: renderStores(input, [store]) };
    },
  }),
  command(
    ['stores', 'delete'],
    'Delete a store. Orders that name it have none until there is one of that name again.',
    {
      args: ['ref'],
      examples: ['stores delete augusta'],
      run: async ({ stores }, input) => {
        await stores.delete(input.args[0] ?? '');
        return { data: {}, lines: ['deleted'] };
      },
    },
  ),
];

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

const isStore = (value: unknown): value is StoreSettings => isObject(value);
