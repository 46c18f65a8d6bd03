import { setTimeout as delay } from 'node:timers/promises';
import { type HistoryLayout, historyLayoutSchema } from '@delivery/contracts';
import { byFlags, type Command, command, type CommandInput, type CommandResult, type Flags } from '../command.js';
import { UsageError } from '../errors.js';
import { renderBar } from '../output/progress.js';
import { renderFields } from '../output/render-table.js';
import { readBy } from './endpoints.js';

const path = '/history-layout';
const lookEveryMs = 1_000;

const watchFlags: Flags = { '--watch': 'until all orders are where they should be; interrupting it stops nothing' };
const changeFlags: Flags = { '--yes': 'do it; without this it only says what it means', ...watchFlags, ...byFlags };

export const historyCommands: readonly Command[] = [
  command(['history', 'show'], 'Show how orders’ history is kept, and how far a move has come.', {
    options: watchFlags,
    run: async (input) => watch(input, await input.operator(path, historyLayoutSchema)),
  }),
  command(['history', 'by-day'], 'Keep history by the day of its order: retention drops days.', {
    options: changeFlags,
    run: (input) => changeLayout(input, true),
  }),
  command(['history', 'as-before'], 'Keep history as releases before did: needed before going back to one.', {
    options: changeFlags,
    run: (input) => changeLayout(input, false),
  }),
];

const meanings = {
  byDay:
    'New orders have the history of their day, and those that retention still keeps are moved to it, 200 in a transaction, ' +
    'while orders flow. A replica of a release without this command does not find what was moved: none may run any more.',
  asBefore:
    'All history is moved back to where releases before look for it, 200 orders in a transaction, while orders flow. ' +
    'Such a release may run again when `history show` says that nothing is moving, and not before.',
};

const changeLayout = async (input: CommandInput, byDay: boolean): Promise<CommandResult> => {
  const now = await input.operator(path, historyLayoutSchema);
  if (now.by_day === byDay) return watch(input, now);
  const meaning = byDay ? meanings.byDay : meanings.asBefore;
  if (input.options['yes'] === undefined) throw new UsageError(`${meaning}\nNothing has changed. To do it: --yes`);
  const call = { method: 'PUT', body: { by_day: byDay, by: readBy(input) } };
  return watch(input, await input.operator(path, historyLayoutSchema, call));
};

/** With `--watch`: the layout when nothing is moving any more, else as it is. */
const watch = async ({ operator, options, progress }: CommandInput, first: HistoryLayout): Promise<CommandResult> => {
  let data = first;
  while (options['watch'] !== undefined && data.moving !== null) {
    progress(`${renderBar(data.moving.progress)}  ${data.moved} orders`);
    await delay(lookEveryMs);
    data = await operator(path, historyLayoutSchema);
  }
  return { data, text: renderLayout(data) };
};

const renderLayout = ({ by_day: byDay, moving, moved, days, days_ahead: ahead }: HistoryLayout): string =>
  renderFields({
    history: byDay ? 'by day' : 'as before',
    moving: describeMove(moving),
    'orders moved': moved,
    days: days.count === 0 ? 'none' : `${days.count}: ${days.first ?? ''} to ${days.last ?? ''}`,
    'days ahead': byDay ? ahead : null,
  });

const describeMove = (moving: HistoryLayout['moving']): string =>
  moving === null ? 'no' : `${renderBar(moving.progress)}, at orders of ${moving.moved_to}`;

/** For the status: one line, and whether it is a fault. */
export const describeLayout = ({ by_day: byDay, moving, moved, days_ahead: ahead }: HistoryLayout): string =>
  moving === null
    ? `days ahead ${ahead}`
    : `moving ${byDay ? 'to days' : 'out of days'} ${renderBar(moving.progress)}, ${moved} orders`;
