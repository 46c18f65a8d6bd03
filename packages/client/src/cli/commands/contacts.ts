import type { Contact } from '../../types.js';
import type { Command, CommandInput } from '../command.js';
import { connectionFlags } from '../connection.js';
import { jsonFlag, printResult } from '../output/print-result.js';
import { renderTable } from '../output/table.js';
import { isObject, parseSource, readSource } from '../read-source.js';
import { withClient } from '../with-client.js';

const list: Command = {
  words: ['contacts', 'list'],
  summary: 'List who is told by mail when webhooks do not arrive.',
  flags: { ...jsonFlag, ...connectionFlags },
  examples: ['contacts list'],
  run: (input) =>
    withClient(input, async ({ contacts }) => {
      const all = await contacts.get();
      printResult(input, all, () => renderContacts(input, all));
      return 0;
    }),
};

const put: Command = {
  words: ['contacts', 'put'],
  summary: 'Replace all contacts.',
  flags: {
    file: {
      type: 'string',
      value: 'path',
      help: '{"contacts":[{"email":…,"language":"en|pt|es"}]} as JSON; - reads standard input, which is the default',
    },
    ...jsonFlag,
    ...connectionFlags,
  },
  examples: ['contacts put --file contacts.json'],
  run: (input) =>
    withClient(input, async ({ contacts }) => {
      const path = input.text('file') ?? '-';
      const wanted = 'contacts: it must be an object with `contacts`';
      const given = parseSource(path, readSource(path), wanted, areContacts);
      const all = await contacts.replace(given.contacts);
      printResult(input, all, () => renderContacts(input, all));
      return 0;
    }),
};

const areContacts = (value: unknown): value is { contacts: Contact[] } =>
  isObject(value) && 'contacts' in value && Array.isArray(value.contacts);

const renderContacts = ({ terminal }: CommandInput, contacts: readonly Contact[]): string[] =>
  contacts.length === 0
    ? ['no contacts; `npx --no -- delivery contacts put --file contacts.json` sets them']
    : renderTable(
        terminal,
        ['e-mail', 'language'],
        contacts.map(({ email, language }) => [email, language]),
      );

export const contactCommands: readonly Command[] = [list, put];
