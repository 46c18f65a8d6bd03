import { callsOf } from './call.js';

const path = '/v1/settings';
const example = { time_zone: 'America/Sao_Paulo' };

export const settingsCalls = callsOf('Settings', {
  getSettings: {
    request: ['GET', path],
    summary: 'Read your settings',
    answers: { 200: { description: 'All of them.', schema: 'Settings', example } },
  },
  changeSettings: {
    request: ['PATCH', path],
    summary: 'Change your settings',
    description: 'Your operator and your platform can change them, too: the last one counts. Safe to repeat.',
    body: {
      schema: 'SettingsChanges',
      examples: {
        zone: { summary: 'Times as they are in São Paulo', value: example },
        none: { summary: 'Times as each reader’s browser has them', value: { time_zone: null } },
      },
    },
    answers: { 200: { description: 'Changed.', schema: 'Settings', example } },
  },
});
