import {
  listSchema,
  operatorOrderSchema,
  problemActions,
  reportedOrderSchema,
  searchResultSchema,
  type TimelineEntry,
  timelineSchema,
} from '@delivery/contracts';
import { toQuery } from '../call-operator.js';
import {
  byFlags,
  type Command,
  command,
  type CommandInput,
  type CommandResult,
  modeOf,
  pageFlags,
  reasonFlags,
} from '../command.js';
import { renderAge, renderFields, renderPage, renderTable } from '../output.js';
import { readAction } from './endpoints.js';

const reportOptions = {
  '--occurred-at <time>': 'when the courier’s system saw it (RFC 3339); default: the order of arrival counts',
  '--source <name>': 'the system whose clock that is; default: one shared by all reports without a source',
  '--idempotency-key <key>': 'repeats with the same key take effect once',
};

export const orderCommands: readonly Command[] = [
  command(['orders', 'find'], 'Find an order by what the merchant calls it.', {
    args: ['external_id'],
    options: { '--merchant <merchant_id>': 'only those of this merchant', ...pageFlags },
    run: async ({ operator, args, options: { merchant, ...rest } }) => {
      const query = toQuery({ external_id: args['external_id'], merchant_id: merchant, ...rest });
      return listOrders(operator, query);
    },
  }),
  command(['orders', 'late'], 'List the orders that are late for their next step, the newest first.', {
    options: {
      '--sandbox': 'those of sandbox merchants; default: of live ones',
      '--merchant <merchant_id>': 'only those of this merchant',
      ...pageFlags,
    },
    run: async ({ operator, options }) => {
      const { merchant, sandbox: _mode, ...rest } = options;
      return listOrders(operator, toQuery({ late: modeOf(options), merchant_id: merchant, ...rest }));
    },
  }),
  command(['orders', 'search'], 'Find orders by an id, a number, a webhook-id or their customer’s phone.', {
    args: ['text'],
    options: {
      '--merchant <merchant_id>': 'only those of this merchant, where the last four digits of a phone are enough',
    },
    run: async ({ operator, args, options: { merchant } }) => {
      const data = await operator(`/search${toQuery({ q: args['text'], merchant_id: merchant })}`, searchResultSchema);
      const rows = data.data.map((one) => [
        one.id,
        one.status,
        one.display_id,
        renderAge(one.updated_at),
        one.merchant_name,
        one.found_by,
      ]);
      const gone = data.purged.map((one) => `\n${one.id} was purged on ${one.purged_on}.`).join('');
      const more = data.truncated ? '\nThere are more than one answer shows.' : '';
      const isShort = rows.length === 0 && merchant === undefined && /^\d{4}$/.test(args['text'] ?? '');
      const hint = isShort ? '\nThe last four digits of a phone are searched with --merchant only.' : '';
      const found = renderPage(['order', 'status', 'display id', 'changed', 'merchant', 'found by'], rows, null);
      return { data, text: `${found}${gone}${more}${hint}` };
    },
  }),
  command(['orders', 'status'], 'Report an order’s status, as a courier’s system does.', {
    args: ['order_id', 'status'],
    options: {
      '--reason-code <code>': 'why, for canceled and delivery_failed',
      '--reason-message <text>': 'the reason in words, without customers’ data',
      ...reportOptions,
    },
    run: (input) => {
      const { reasonCode: code, reasonMessage: message } = input.options;
      return report(input, 'status', { status: input.args['status'], reason: code && { code, message } });
    },
  }),
  command(['orders', 'tracking-url'], 'Set the tracking URL of an order.', {
    args: ['order_id', 'url'],
    options: reportOptions,
    run: (input) => report(input, 'tracking-url', { tracking_url: input.args['url'] }),
  }),
  command(['orders', 'answer'], `Answer a problem of the courier for the merchant: ${problemActions.join(', ')}.`, {
    args: ['order_id', 'problem_id', 'action'],
    required: reasonFlags,
    options: { '--text <words>': 'for the courier', ...byFlags },
    run: async (input) => {
      const { action, problem_id: problemId = '' } = input.args;
      const path = `${orderPath(input.args)}/problems/${encodeURIComponent(problemId)}/answer`;
      const body = { ...readAction(input), action, text: input.options['text'] };
      const data = await input.operator(path, reportedOrderSchema, { method: 'POST', body });
      const { stale: _stale, ...order } = data;
      return { data, text: renderFields(order) };
    },
  }),
  command(['orders', 'timeline'], 'Show everything that happened to an order and its webhooks, in time order.', {
    args: ['order_id'],
    run: async ({ operator, args }) => {
      const data = await operator(`${orderPath(args)}/timeline`, timelineSchema);
      const { due, ...order } = data.order;
      const rows = data.data.map((entry) => [entry.at, entry.kind, describe(entry)]);
      const more = data.truncated ? '\nThere is more than one answer shows.' : '';
      return { data, text: `${renderFields({ ...order, ...due })}\n\n${renderTable(['at', 'what', ''], rows)}${more}` };
    },
  }),
];

const listOrders = async (operator: CommandInput['operator'], query: string): Promise<CommandResult> => {
  const data = await operator(`/orders${query}`, listSchema(operatorOrderSchema));
  const rows = data.data.map((one) => [
    one.id,
    one.status,
    one.display_id,
    renderAge(one.updated_at),
    one.merchant_name,
  ]);
  return {
    data,
    text: renderPage(['order', 'status', 'display id', 'changed', 'merchant'], rows, data.next_cursor),
  };
};

const orderPath = (args: CommandInput['args']): string => `/orders/${encodeURIComponent(args['order_id'] ?? '')}`;

const report = async ({ operator, args, options }: CommandInput, what: string, body: object) => {
  const key = options['idempotencyKey'];
  const data = await operator(`${orderPath(args)}/${what}`, reportedOrderSchema, {
    method: 'POST',
    body: { ...body, occurred_at: options['occurredAt'], source: options['source'] },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
  const { stale, ...order } = data;
  const effect = stale ? 'none: a later report from the same source had already taken effect' : 'as reported';
  return { data, text: renderFields({ ...order, effect }) };
};

const describe = (entry: TimelineEntry): string => {
  switch (entry.kind) {
    case 'command':
      return join(entry.type, entry.outcome, entry.code, entry.detail);
    case 'event':
      return join(`#${entry.sequence}`, entry.event);
    case 'delivery':
      return join(
        `#${entry.sequence}`,
        entry.event,
        entry.state,
        `to ${entry.endpoint_id}`,
        entry.replay_id && 'replay',
      );
    case 'attempt':
      return join(
        `#${entry.sequence}`,
        `attempt ${entry.attempt}`,
        entry.status_code === null ? null : String(entry.status_code),
        entry.error_code,
        `${Math.round(entry.duration_ms)} ms`,
      );
    case 'endpoint':
      return join(entry.endpoint_id, entry.what, entry.reason);
  }
};

const join = (...parts: (string | null)[]): string => parts.filter((part) => part !== null).join('  ');
