import { type ActivityEntry, activityEntrySchema, listSchema } from '@delivery/contracts';
import { toQuery } from '../call-operator.js';
import { type Command, command, pageFlags } from '../command.js';
import { renderPage } from '../output.js';

const filterFlags = {
  '--merchant <merchant_id>': 'only what was done to this merchant, or by it',
  '--actor <name>': 'only what an actor of this name did',
  '--action <action>': 'only this, such as endpoint.disabled',
  '--subject <id>': 'only what was done to this endpoint, store, token, replay, …',
  '--since <time>': 'only from this time on, as 2026-03-01T00:00:00Z',
  '--until <time>': 'only before this time',
};

export const activityCommands: readonly Command[] = [
  command(['activity', 'list'], 'List what was changed: by whom, when and why.', {
    options: { ...filterFlags, ...pageFlags },
    run: async ({ operator, options: { merchant: merchant_id, ...options } }) => {
      const data = await operator(`/activity${toQuery({ merchant_id, ...options })}`, listSchema(activityEntrySchema));
      const rows = data.data.map((entry) => [
        ...[entry.at, nameActor(entry), entry.action, nameSubject(entry)],
        [describeChanges(entry) ?? entry.detail, entry.reason].filter((text) => text !== null).join('; '),
      ]);
      return { data, text: renderPage(['at', 'by', 'action', 'of', 'what and why'], rows, data.next_cursor) };
    },
  }),
];

const nameActor = ({ actor: { name, type, credential }, address }: ActivityEntry): string =>
  [name ?? type, credential && `${credential.type} ${credential.id}`, address].filter(Boolean).join(', ');

const describeChanges = ({ changes }: ActivityEntry): string | null =>
  changes && changes.map(({ name, before, after }) => `${name}: ${before ?? '-'} → ${after ?? '-'}`).join('; ');

/** Whose token or replay it is says more than its id. */
const nameSubject = ({ subject, merchant_name }: ActivityEntry): string => {
  const name = subject.type === 'store' ? subject.id : subject.name;
  return [...new Set([name, merchant_name])].filter((text) => text !== null).join(', ') || subject.id;
};
