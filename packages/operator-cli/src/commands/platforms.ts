import {
  listSchema,
  platformCreatedSchema,
  platformKeyRotatedSchema,
  platformTokenCreatedSchema,
  type PlatformView,
  platformViewSchema,
} from '@delivery/contracts';
import { toQuery } from '../call-operator.js';
import {
  type Command,
  command,
  type CommandInput,
  type Flags,
  modeOf,
  optionalActionFlags,
  pageFlags,
} from '../command.js';
import { renderFields, renderPage, renderTable } from '../output.js';
import { tokenCommands } from './credentials.js';
import { readOptionalAction } from './endpoints.js';

const platformPath = (args: CommandInput['args']): string =>
  `/platforms/${encodeURIComponent(args['platform_id'] ?? '')}`;

const scopeFlags: Flags = {
  '--scopes <scopes>': 'comma-separated: merchants:read, merchants:write, webhooks:read, webhooks:write',
};
const tokenFlags: Flags = {
  '--sandbox': 'the token is for sandbox merchants; without it, for live ones',
  '--expires-at <time>': 'RFC 3339; without it the token lasts until it is revoked',
};
const toToken = (options: CommandInput['options']) => ({
  mode: modeOf(options),
  scopes: (options['scopes'] ?? '').split(','),
  expires_at: options['expiresAt'],
});

export const platformCommands: readonly Command[] = [
  command(['platforms', 'create'], 'Create a platform that manages its merchants itself. Shows its token, once.', {
    required: { '--name <name>': 'name of the company that integrates merchants', ...scopeFlags },
    options: { ...tokenFlags, ...optionalActionFlags },
    run: async (input) => {
      const body = { name: input.options['name'], ...toToken(input.options), ...readOptionalAction(input) };
      const data = await input.operator('/platforms', platformCreatedSchema, { method: 'POST', body });
      return { data, text: `${renderFields(toFields(data))}\ntoken: ${data.token}\nThe token is not shown again.` };
    },
  }),
  command(['platforms', 'list'], 'List platforms.', {
    options: pageFlags,
    run: async ({ operator, options }) => {
      const data = await operator(`/platforms${toQuery(options)}`, listSchema(platformViewSchema));
      const rows = data.data.map(({ id, status, tokens, name }) => [id, status, String(tokens.length), name]);
      return { data, text: renderPage(['platform', 'calls', 'tokens', 'name'], rows, data.next_cursor) };
    },
  }),
  command(['platforms', 'show'], 'Show a platform and its tokens.', {
    args: ['platform_id'],
    run: async ({ operator, args }) => toResult(await operator(platformPath(args), platformViewSchema)),
  }),
  command(['platforms', 'disable'], 'Disable a platform: its own calls are refused; its merchants go on.', {
    args: ['platform_id'],
    options: optionalActionFlags,
    run: (input) => patch(input, { status: 'disabled' }),
  }),
  command(['platforms', 'enable'], 'Enable a disabled platform.', {
    args: ['platform_id'],
    options: optionalActionFlags,
    run: (input) => patch(input, { status: 'active' }),
  }),
  command(['platforms', 'rotate-key'], 'Give a platform another key for its merchants of a mode, and show it.', {
    args: ['platform_id'],
    options: {
      '--sandbox': 'the key of its sandbox merchants; without it, of its live ones',
      '--old-key-hours <hours>':
        'for how long the old key works beside it, at most 168; 0 ends it at once; default: 24',
      ...optionalActionFlags,
    },
    run: async (input) => {
      const { oldKeyHours: hours } = input.options;
      const body = {
        mode: modeOf(input.options),
        ...(hours !== undefined && { old_key_hours: Number(hours) }),
        ...readOptionalAction(input),
      };
      const call = { method: 'POST', body };
      const data = await input.operator(`${platformPath(input.args)}/rotate-key`, platformKeyRotatedSchema, call);
      return { data, text: renderFields(data) };
    },
  }),
  ...tokenCommands({
    group: 'platform-tokens',
    name: 'a platform',
    arg: 'platform_id',
    pathOf: platformPath,
    created: platformTokenCreatedSchema,
    adding: { required: scopeFlags, options: tokenFlags, bodyOf: toToken },
  }),
];

const patch = async (input: CommandInput, wanted: object) => {
  const body = { ...wanted, ...readOptionalAction(input) };
  return toResult(await input.operator(platformPath(input.args), platformViewSchema, { method: 'PATCH', body }));
};

const toFields = (platform: PlatformView) => ({
  platform: platform.id,
  name: platform.name,
  status: platform.status,
  created: platform.created_at,
});

const toResult = (data: PlatformView) => ({
  data,
  text: [
    renderFields(toFields(data)),
    renderTable(
      ['key for', 'made', 'old one works until'],
      data.keys.map((key) => [key.mode, key.created_at, key.old_key_until]),
    ),
    renderTable(
      ['token', 'ends in', 'mode', 'scopes', 'expires', 'last used'],
      data.tokens.map((token) => [
        token.id,
        token.last_four,
        token.mode,
        token.scopes.join(','),
        token.expires_at,
        token.last_used_at,
      ]),
    ),
  ].join('\n\n'),
});
