import type { MerchantSettings } from '../../types.js';
import type { Command, CommandInput } from '../command.js';
import { renderFields } from '../output/table.js';
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
