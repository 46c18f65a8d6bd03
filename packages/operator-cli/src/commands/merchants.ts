import { z } from 'zod';
import {
  listSchema,
  merchantCreatedSchema,
  merchantListEntrySchema,
  type MerchantView,
  merchantViewSchema,
  type PatchMerchant,
  portalLinkSchema,
  portalSessionListSchema,
  tokenCreatedSchema,
} from '@delivery/contracts';
import { toQuery } from '../call-operator.js';
import {
  byFlags,
  type Command,
  command,
  type CommandInput,
  merchantPath,
  modeOf,
  optionalActionFlags,
  pageFlags,
  reasonFlags,
} from '../command.js';
import { renderAge, renderFields, renderPage, renderTable } from '../output.js';
import { tokenCommands } from './credentials.js';
import { readAction, readOptionalAction } from './endpoints.js';

export const merchantCommands: readonly Command[] = [
  command(['merchants', 'create'], 'Create a merchant. Shows its token, and the secret of its endpoint, once.', {
    required: { '--name <name>': 'name of the merchant' },
    options: {
      '--platform <name>': 'name of the platform that integrates it; created when new',
      '--reference <reference>': 'its id in the system of the platform',
      '--time-zone <name>': 'in which its people read times, such as America/Sao_Paulo',
      '--webhook-url <url>':
        'where its webhooks go, from now on; endpoints with options or disabled are added by the merchant',
      '--events <events>': 'comma-separated; default: the standard events',
      '--sandbox': 'for testing: its couriers are simulated; it never becomes a live merchant',
      ...optionalActionFlags,
    },
    run: async (input) => {
      const { operator, options } = input;
      const body = {
        ...readOptionalAction(input),
        name: options['name'],
        platform: options['platform'],
        reference: options['reference'],
        time_zone: options['timeZone'],
        webhook_url: options['webhookUrl'],
        events: options['events']?.split(','),
        mode: modeOf(options),
      };
      const data = await operator('/merchants', merchantCreatedSchema, { method: 'POST', body });
      const { webhook_endpoint: endpoint, ...credentials } = data;
      const shown = endpoint && { endpoint: endpoint.id, url: endpoint.url, secret: endpoint.secret };
      return {
        data,
        text:
          `${renderFields({ ...credentials, ...shown })}\n${endpoint ? 'Token and secret are' : 'The token is'} ` +
          'not shown again.',
      };
    },
  }),
  command(['merchants', 'list'], 'List merchants, with how their webhooks are doing.', {
    options: {
      '--q <text>': 'only those with this id or reference, or with this in their name',
      '--sort <sort>': 'worst (default), name, waiting, failing or last_order',
      ...pageFlags,
    },
    run: async ({ operator, options }) => {
      const data = await operator(`/merchants${toQuery(options)}`, listSchema(merchantListEntrySchema));
      const rows = data.data.map(({ merchant_id, mode, status, webhooks, last_order_at, reference, name }) => [
        merchant_id,
        mode,
        status,
        webhooks.health,
        webhooks.waiting,
        renderAge(webhooks.failing_since),
        renderAge(last_order_at),
        reference,
        name,
      ]);
      return {
        data,
        text: renderPage(
          ['merchant', 'mode', 'calls', 'webhooks', 'waiting', 'failing for', 'last order', 'reference', 'name'],
          rows,
          data.next_cursor,
        ),
      };
    },
  }),
  command(['merchants', 'show'], 'Show a merchant, its tokens and endpoints.', {
    args: ['merchant_id'],
    run: async ({ operator, args }) => toResult(await operator(merchantPath(args), merchantViewSchema)),
  }),
  command(['merchants', 'disable'], 'Disable a merchant: its calls are refused from now on, its webhooks continue.', {
    args: ['merchant_id'],
    options: optionalActionFlags,
    run: (input) => patch(input, { status: 'disabled' }),
  }),
  command(['merchants', 'enable'], 'Enable a disabled merchant.', {
    args: ['merchant_id'],
    options: optionalActionFlags,
    run: (input) => patch(input, { status: 'active' }),
  }),
  command(['merchants', 'track'], 'Give the customers of a merchant a tracking page where couriers have none.', {
    args: ['merchant_id'],
    options: optionalActionFlags,
    run: (input) => patch(input, { tracking_page: true }),
  }),
  command(['merchants', 'untrack'], 'Switch the tracking pages of a merchant off: those given out have ended.', {
    args: ['merchant_id'],
    options: optionalActionFlags,
    run: (input) => patch(input, { tracking_page: false }),
  }),
  command(['merchants', 'set-time-zone'], 'Set in which time zone the portal and mails tell a merchant times.', {
    args: ['merchant_id', 'time_zone'],
    options: optionalActionFlags,
    run: (input) => patch(input, { time_zone: input.args['time_zone'] }),
  }),
  command(['merchants', 'portal-link'], 'Make a link to the portal of a merchant. It works once, for 15 minutes.', {
    args: ['merchant_id'],
    required: reasonFlags,
    options: { '--read-only': 'its session may look and change nothing', ...byFlags },
    run: async (input) => {
      const scope = input.options['readOnly'] === undefined ? 'full' : 'read';
      const call = { method: 'POST', body: { scope, ...readAction(input) } };
      const data = await input.operator(`${merchantPath(input.args)}/portal-links`, portalLinkSchema, call);
      return { data, text: renderFields({ link: data.url, 'good until': data.expires_at, may: scope }) };
    },
  }),
  command(['merchants', 'portal-sessions'], 'List who is signed in to the portal of a merchant.', {
    args: ['merchant_id'],
    run: async ({ operator, args }) => {
      const data = await operator(`${merchantPath(args)}/portal-sessions`, portalSessionListSchema);
      const rows = data.data.map(({ id, scope, begun_with, address, began_at, expires_at }) => [
        id,
        scope,
        begun_with,
        address,
        began_at,
        expires_at,
      ]);
      return { data, text: renderTable(['session', 'may', 'with', 'from', 'began', 'ends'], rows) };
    },
  }),
  command(['merchants', 'end-portal-session'], 'End a session of the portal of a merchant.', {
    args: ['merchant_id', 'session_id'],
    options: optionalActionFlags,
    run: async (input) => {
      const session = `portal-sessions/${encodeURIComponent(input.args['session_id'] ?? '')}`;
      const path = `${merchantPath(input.args)}/${session}${toQuery(readOptionalAction(input))}`;
      await input.operator(path, z.object({}), { method: 'DELETE' });
      return { data: {}, text: 'ended' };
    },
  }),
  ...tokenCommands({
    group: 'tokens',
    name: 'a merchant',
    arg: 'merchant_id',
    pathOf: merchantPath,
    created: tokenCreatedSchema,
  }),
];

const patch = async (input: CommandInput, wanted: PatchMerchant) => {
  const body = { ...wanted, ...readOptionalAction(input) };
  return toResult(await input.operator(merchantPath(input.args), merchantViewSchema, { method: 'PATCH', body }));
};

const toResult = (data: MerchantView) => ({
  data,
  text: [
    renderFields({
      merchant: data.merchant_id,
      name: data.name,
      mode: data.mode,
      platform: data.platform.name,
      reference: data.reference,
      status: data.status,
      'time zone': data.time_zone,
      'tracking pages': data.tracking_page ? 'on' : 'off',
      created: data.created_at,
    }),
    renderTable(
      ['token', 'ends in', 'created'],
      data.tokens.map(({ id, last_four, created_at }) => [id, last_four, created_at]),
    ),
    renderTable(
      ['endpoint', 'name', 'url', 'status', 'events'],
      data.webhook_endpoints.map(({ id, name, url, status, events }) => [
        id,
        name,
        url,
        status,
        events?.join(',') ?? 'standard',
      ]),
    ),
  ].join('\n\n'),
});
