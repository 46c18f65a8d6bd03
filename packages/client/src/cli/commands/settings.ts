import type { MerchantSettings } from '../../types.js';
import type { Command, CommandInput } from '../command.js';
import { connectionFlags } from '../connection.js';
import { jsonFlag, printResult } from '../output/print-result.js';
import { renderFields } from '../output/table.js';
import { withClient } from '../with-client.js';

const show: Command = {
  words: ['settings', 'show'],
  summary: 'Show what holds for all people of the merchant.',
  flags: { ...jsonFlag, ...connectionFlags },
  examples: ['settings show'],
  run: (input) =>
    withClient(input, async ({ settings }) => {
      printSettings(input, await settings.get());
      return 0;
    }),
};

const setTimeZone: Command = {
  words: ['settings', 'set-time-zone'],
  summary: 'Set in which time zone the portal and mails tell times; `none`: each reader’s own.',
  args: ['time_zone'],
  flags: { ...jsonFlag, ...connectionFlags },
  examples: ['settings set-time-zone America/Sao_Paulo', 'settings set-time-zone none'],
  run: (input) =>
    withClient(input, async ({ settings }) => {
      const [zone = ''] = input.args;
      printSettings(input, await settings.change({ time_zone: zone === 'none' ? null : zone }));
      return 0;
    }),
};

const printSettings = (input: CommandInput, settings: MerchantSettings): void => {
  const render = () => renderFields(input.terminal, { 'time zone': settings.time_zone });
  printResult(input, settings, render);
};

export const settingsCommands: readonly Command[] = [show, setTimeZone];
