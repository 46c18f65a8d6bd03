import type { Contact } from '../../types.js';
import type { Command, CommandInput } from '../command.js';
import { renderTable } from '../output/table.js';
import { isObject, parseSource, readSource } from '../read-source.js';
import { command } from '../with-client.js';

export const contactCommands: readonly Command[] = [
  command(['contacts', 'list'], 'List who is told by mail when webhooks do not arrive.', {
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
        ['e-mail', 'language'],
        contacts.map(({ email, language }) => [email, language]),
      );
