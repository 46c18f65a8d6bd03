import type { Activity, Contact, MerchantSettings, Store, StoreSettings } from '../../types.js';
import type { Command, CommandInput } from '../command.js';
import { renderFields, renderTable, renderTime } from '../output.js';
import { firstPage, isObject, limitFlag, parseSource, readLimit, readSource } from '../read-input.js';
import { type Answer, command } from '../with-client.js';

export const settingsCommands: readonly Command[] = [
  command(['settings', 'show'], 'Show what holds for all people of the merchant.', {
    examples: ['settings show'],
    run: async ({ settings }, input) => toAnswer(input, await settings.get()),
  }),
  command(
    ['settings', 'set-time-zone'],
    'Set in which time zone the portal and mails tell times; `none`: each reader’s own.',
    {
      args: ['time_zone'],
      examples: ['settings set-time-zone America/Sao_Paulo', 'settings set-time-zone none'],
      run: async ({ settings }, input) => {
        const [zone = ''] = input.args;
        return toAnswer(input, await settings.change({ time_zone: zone === 'none' ? null : zone }));
      },
    },
  ),
];

const toAnswer = ({ terminal }: CommandInput, settings: MerchantSettings): Answer => ({
  data: settings,
  lines: renderFields(terminal, { 'time zone': settings.time_zone }),
});

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

export const contactCommands: readonly Command[] = [
  command(['contacts', 'list'], 'List the contacts who get a mail when webhooks do not arrive.', {
    examples: ['contacts list'],
    run: async ({ contacts }, input) => {
      const all = await contacts.get();
      return { data: all, lines: renderContacts(input, all) };
    },
  }),
  command(['contacts', 'put'], 'Replace all contacts.', {
    flags: {
      file: {
        value: 'path',
        help: '{"contacts":[{"email":…,"language":"en|pt|es"}]} as JSON; - reads standard input, which is the default',
      },
    },
    examples: ['contacts put --file contacts.json'],
    run: async ({ contacts }, input) => {
      const path = input.text('file') ?? '-';
      const wanted = 'contacts: it must be an object with `contacts`';
      const given = parseSource(path, readSource(path), wanted, areContacts);
      const all = await contacts.replace(given.contacts);
      return { data: all, lines: renderContacts(input, all) };
    },
  }),
];

const areContacts = (value: unknown): value is { contacts: Contact[] } =>
  isObject(value) && 'contacts' in value && Array.isArray(value.contacts);

const renderContacts = ({ terminal }: CommandInput, contacts: readonly Contact[]): string[] =>
  contacts.length === 0
    ? ['no contacts; `npx --no -- delivery contacts put --file contacts.json` sets them']
    : renderTable(
        terminal,
        ['e-mail', 'language', 'confirmed'],
        contacts.map(({ email, language, confirmed_at: at }) => [
          email,
          language,
          at ? renderTime(at) : 'not yet: gets no mail',
        ]),
      );

export const activityCommands: readonly Command[] = [
  command(['activity', 'list'], 'List changes: author, time, settings before and after.', {
    flags: {
      subject: { value: 'id', help: 'only what was done to this endpoint, store or token' },
      since: { value: 'time', help: 'only from this time on, e.g. 2026-11-25T08:00:00Z' },
      ...limitFlag,
    },
    examples: ['activity list --subject 019b7f4c-02aa-7f31-8d55-6b1f0e9c4a77'],
    run: async ({ activity }, input) => {
      const [subject, since] = [input.text('subject'), input.text('since')];
      const filter = { ...(subject !== undefined && { subject }), ...(since !== undefined && { since }) };
      const { data } = await firstPage(activity.list(filter, { pageSize: readLimit(input.text) }));
      return { data, lines: renderActivity(input, data) };
    },
  }),
];

const renderActivity = ({ terminal }: CommandInput, entries: readonly Activity[]): string[] => {
  const rows = entries.map(({ at, actor, action, subject, changes, detail, reason }) => [
    renderTime(at),
    [actor.name ?? actor.type, actor.credential && `${actor.credential.type} ${actor.credential.id}`]
      .filter(Boolean)
      .join(', '),
    action,
    subject.name ?? subject.id,
    [changes?.map(renderChange).join('; ') ?? detail, reason].filter(Boolean).join('; '),
  ]);
  return renderTable(terminal, ['at', 'by', 'action', 'of', 'what and why'], rows);
};

const renderChange = ({ name, before, after }: NonNullable<Activity['changes']>[number]): string =>
  `${name}: ${before ?? '-'} → ${after ?? '-'}`;

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
