import {
  deliveryViewSchema,
  deliveryWithAttemptsSchema,
  listSchema,
  type ReplayView,
  replayViewSchema,
} from '@delivery/contracts';
import { byFlags, type Command, command, type CommandInput, pageFlags, reasonFlags } from '../command.js';
import { renderPage } from '../output/render-page.js';
import { renderFields, renderTable } from '../output/render-table.js';
import { toQuery } from '../output/to-query.js';
import { readAction } from './endpoints.js';

export const webhookCommands: readonly Command[] = [
  command(['deliveries', 'list'], 'List a merchant’s webhooks, newest first.', {
    args: ['merchant_id'],
    options: {
      '--webhook-id <webhook_id>': 'the one that the merchant got, and its replays',
      '--order <order_id>': 'of this order only',
      '--endpoint <endpoint_id>': 'to this endpoint only',
      '--state <state>': 'waiting, in_flight, delivered, exhausted, held or skipped',
      '--since <time>': 'created since then, RFC 3339',
      ...pageFlags,
    },
    run: async ({ operator, args, options: { webhookId, order, endpoint, ...rest } }) => {
      const query = toQuery({ webhook_id: webhookId, order_id: order, endpoint_id: endpoint, ...rest });
      const data = await operator(`${merchantPath(args)}/webhook-deliveries${query}`, listSchema(deliveryViewSchema));
      const rows = data.data.map((one) => [one.state, one.attempt_count, one.last_error_code, one.id, one.event]);
      return { data, text: renderPage(['state', 'tries', 'error', 'delivery', 'event'], rows, data.next_cursor) };
    },
  }),
  command(['deliveries', 'show'], 'Show a webhook with its attempts.', {
    args: ['merchant_id', 'delivery_id'],
    run: async ({ operator, args }) => {
      const path = `${merchantPath(args)}/webhook-deliveries/${encodeURIComponent(args['delivery_id'] ?? '')}`;
      const data = await operator(path, deliveryWithAttemptsSchema);
      const { attempts, ...fields } = data;
      const rows = attempts.map((one) => [
        one.attempt,
        one.at,
        one.status_code,
        one.error_code,
        `${Math.round(one.duration_ms)} ms`,
        one.response_excerpt,
      ]);
      const table = renderTable(['try', 'at', 'status', 'error', 'took', 'answer'], rows);
      return { data, text: `${renderFields(fields)}\n\n${table}` };
    },
  }),
  command(['replays', 'start'], 'Send a range of a merchant’s webhooks again.', {
    args: ['merchant_id'],
    required: {
      '--since <time>': 'created since then, RFC 3339',
      '--until <time>': 'and before then',
      ...reasonFlags,
    },
    options: { '--states <states>': 'exhausted, delivered or both, with a comma; default: exhausted', ...byFlags },
    run: async (input) => {
      const { since, until, states } = input.options;
      const body = { since, until, states: states?.split(','), ...readAction(input) };
      return toResult(
        await input.operator(`${merchantPath(input.args)}/webhook-replays`, replayViewSchema, { method: 'POST', body }),
      );
    },
  }),
  command(['replays', 'show'], 'Show how far a replay is.', {
    args: ['merchant_id', 'replay_id'],
    run: async ({ operator, args }) => {
      const path = `${merchantPath(args)}/webhook-replays/${encodeURIComponent(args['replay_id'] ?? '')}`;
      return toResult(await operator(path, replayViewSchema));
    },
  }),
];

const merchantPath = (args: CommandInput['args']): string =>
  `/merchants/${encodeURIComponent(args['merchant_id'] ?? '')}`;

const toResult = (data: ReplayView) => {
  const { states, ...fields } = data;
  return { data, text: renderFields({ ...fields, states: states?.join(',') }) };
};
