import { z } from 'zod';
import {
  type AttemptErrorCode,
  attemptErrors,
  type AttemptView,
  deliveryViewSchema,
  deliveryWithAttemptsSchema,
  endpointEventSchema,
  listSchema,
  merchantIdSchema,
  replayPreviewSchema,
  replayViewSchema,
  type SentRequests,
  sentRequestsSchema,
} from '@delivery/contracts';
import { toQuery } from '../call-operator.js';
import { byFlags, type Command, command, type CommandInput, ownerPath, pageFlags, reasonFlags } from '../command.js';
import { renderFields, renderPage, renderTable } from '../output.js';
import { readAction } from './endpoints.js';
import { previewed, previewFlags, readPreviewed } from './previews.js';

/** Fields that depend on the owner: a merchant, a courier's system or a platform. */
const ofOwner = { event: endpointEventSchema, merchant_id: merchantIdSchema.optional() };
const deliverySchema = deliveryViewSchema.extend(ofOwner);
const replaySchema = replayViewSchema.extend({ events: z.array(endpointEventSchema).nullable() });

const rangeFlags = {
  '--since <time>': 'only those created at this time or later, RFC 3339',
  '--until <time>': 'and before this time',
};
/** Each error of these attempts, once, with its meaning. */
const explainErrors = (attempts: readonly AttemptView[]): string =>
  [...new Set(attempts.map(({ error_code }) => error_code))]
    .flatMap((code) => (code !== null && isAttemptError(code) ? [`${code}: ${attemptErrors[code].meaning}`] : []))
    .join('\n');

const isAttemptError = (code: string): code is AttemptErrorCode => Object.hasOwn(attemptErrors, code);

const filterFlags = {
  '--states <states>': 'exhausted, delivered, or both separated by a comma; default: exhausted',
  '--endpoint <endpoint_id>': 'only those to this endpoint',
  '--events <events>': 'only these events, separated by a comma',
};

export const webhookCommands: readonly Command[] = [
  command(['deliveries', 'list'], 'List the webhooks of a merchant, a courier’s system or a platform, newest first.', {
    args: ['owner_id'],
    options: {
      '--webhook-id <webhook_id>': 'only this webhook and its replays',
      '--order <order_id>': 'only those of this order',
      '--endpoint <endpoint_id>': 'only those to this endpoint',
      '--state <state>': 'waiting, in_flight, delivered, exhausted, held or skipped',
      '--since <time>': 'only those created at this time or later, RFC 3339',
      ...pageFlags,
    },
    run: async ({ operator, args, options: { webhookId, order, endpoint, ...rest } }) => {
      const query = toQuery({ webhook_id: webhookId, order_id: order, endpoint_id: endpoint, ...rest });
      const data = await operator(`${ownerPath(args)}/webhook-deliveries${query}`, listSchema(deliverySchema));
      const rows = data.data.map((one) => [one.state, one.attempt_count, one.last_error_code, one.id, one.event]);
      return { data, text: renderPage(['state', 'tries', 'error', 'delivery', 'event'], rows, data.next_cursor) };
    },
  }),
  command(['deliveries', 'show'], 'Show a webhook with its attempts.', {
    args: ['owner_id', 'delivery_id'],
    run: async ({ operator, args }) => {
      const data = await operator(deliveryPath(args), deliveryWithAttemptsSchema.extend(ofOwner));
      const { attempts, ...fields } = data;
      const rows = attempts.map((one) => [
        one.attempt,
        one.at,
        one.status_code,
        one.error_code,
        one.error_detail,
        `${Math.round(one.duration_ms)} ms`,
        one.response_excerpt,
      ]);
      const table = renderTable(['try', 'at', 'status', 'error', 'detail', 'took', 'answer'], rows);
      return { data, text: [renderFields(fields), table, explainErrors(attempts)].filter(Boolean).join('\n\n') };
    },
  }),
  command(['deliveries', 'requests'], 'Show what was posted of a webhook: headers and body of each attempt.', {
    args: ['owner_id', 'delivery_id'],
    options: { '--customer-data': 'with the customer’s data; who reads it is logged' },
    run: async ({ operator, args, options }) => {
      const query = options['customerData'] === undefined ? '' : '?customer_data=shown';
      const data = await operator(`${deliveryPath(args)}/requests${query}`, sentRequestsSchema);
      return { data, text: renderRequests(data) };
    },
  }),
  command(['deliveries', 'send-now'], 'Send a waiting webhook now.', {
    args: ['owner_id', 'delivery_id'],
    required: reasonFlags,
    options: byFlags,
    run: async (input) => {
      const call = { method: 'POST', body: readAction(input) };
      const data = await input.operator(`${deliveryPath(input.args)}/send-now`, deliverySchema, call);
      return { data, text: renderFields(data) };
    },
  }),
  command(['deliveries', 'replay'], 'Send some webhooks again, by id.', {
    args: ['owner_id', 'delivery_ids'],
    required: reasonFlags,
    options: { ...previewFlags, ...byFlags },
    run: async (input) => {
      const body = { delivery_ids: deliveryIdsOf(input), ...readAction(input) };
      const path = `${ownerPath(input.args)}/webhook-replays`;
      return toResult(await input.operator(path, replaySchema, { method: 'POST', body, ...readPreviewed(input) }));
    },
  }),
  command(['deliveries', 'preview-replay'], 'Show what sending these webhooks again would do.', {
    args: ['owner_id', 'delivery_ids'],
    run: async (input) => {
      const body = { delivery_ids: deliveryIdsOf(input) };
      const path = `${ownerPath(input.args)}/webhook-replays/preview`;
      return previewed(await input.operator(path, replayPreviewSchema, { method: 'POST', body }));
    },
  }),
  command(['replays', 'preview'], 'Show what a replay of a range would do.', {
    args: ['owner_id'],
    required: rangeFlags,
    options: filterFlags,
    run: async (input) => {
      const path = `${ownerPath(input.args)}/webhook-replays/preview`;
      return previewed(await input.operator(path, replayPreviewSchema, { method: 'POST', body: rangeOf(input) }));
    },
  }),
  command(['replays', 'start'], 'Send a range of webhooks again.', {
    args: ['owner_id'],
    required: { ...rangeFlags, ...reasonFlags },
    options: { ...filterFlags, ...previewFlags, ...byFlags },
    run: async (input) => {
      const body = { ...rangeOf(input), ...readAction(input) };
      const path = `${ownerPath(input.args)}/webhook-replays`;
      return toResult(await input.operator(path, replaySchema, { method: 'POST', body, ...readPreviewed(input) }));
    },
  }),
  command(['replays', 'show'], 'Show the progress of a replay.', {
    args: ['owner_id', 'replay_id'],
    run: async ({ operator, args }) => {
      const path = `${ownerPath(args)}/webhook-replays/${encodeURIComponent(args['replay_id'] ?? '')}`;
      return toResult(await operator(path, replaySchema));
    },
  }),
];

const deliveryPath = (args: CommandInput['args']): string =>
  `${ownerPath(args)}/webhook-deliveries/${encodeURIComponent(args['delivery_id'] ?? '')}`;

const renderRequests = ({ method, url, attempts, truncated, body, customer_data }: SentRequests): string =>
  [
    url === null ? 'fetched by its owner' : `${method} ${url}`,
    ...attempts.map(({ attempt, at, headers, unknown }) =>
      renderFields({ attempt, at, ...headers, ...(unknown.length > 0 && { unknown: unknown.join(', ') }) }),
    ),
    ...(truncated ? ['older attempts are left out'] : []),
    renderFields({ [`body (${customer_data})`]: body }),
  ].join('\n\n');

const rangeOf = ({ options: { since, until, states, endpoint, events } }: CommandInput) => ({
  since,
  until,
  states: states?.split(','),
  endpoint_id: endpoint,
  events: events?.split(','),
});

/** Values separated by commas. */
const deliveryIdsOf = ({ args }: CommandInput): string[] => (args['delivery_ids'] ?? '').split(',');

const toResult = (data: z.infer<typeof replaySchema>) => {
  const { states, events, ...fields } = data;
  return { data, text: renderFields({ ...fields, states: states?.join(','), events: events?.join(',') }) };
};
