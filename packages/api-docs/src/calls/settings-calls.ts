import type { Call } from '../openapi/call.js';

const tag = 'Settings';
const path = '/v1/settings';
const example = { time_zone: 'America/Sao_Paulo' };

const getSettings: Call = {
  id: 'getSettings',
  method: 'get',
  path,
  tag,
  summary: 'Read your settings',
  answers: { 200: { description: 'All of them.', schema: 'Settings', example } },
};

const changeSettings: Call = {
  id: 'changeSettings',
  method: 'patch',
  path,
  tag,
  summary: 'Change your settings',
  description: 'Your operator and your platform can change them, too: the last one counts. Safe to repeat.',
  body: {
    schema: 'SettingsChanges',
    required: true,
    examples: {
      zone: { summary: 'Times as they are in São Paulo', value: example },
      none: { summary: 'Times as each reader’s browser has them', value: { time_zone: null } },
    },
  },
  answers: { 200: { description: 'Changed.', schema: 'Settings', example } },
};

export const settingsCalls: readonly Call[] = [getSettings, changeSettings];
