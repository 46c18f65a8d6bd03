import {
  type EndpointHistory,
  endpointHistorySchema,
  endpointTestStartedSchema,
  listSchema,
  type OperatorEndpoint,
  operatorEndpointListEntrySchema,
  operatorEndpointSchema,
  type OptionalAction,
  webhookPreviewSchema,
} from '@delivery/contracts';
import { toQuery, UsageError } from '../call-operator.js';
import { byFlags, type Command, command, type CommandInput, pageFlags, reasonFlags } from '../command.js';
import { renderAge, renderFields, renderPage, renderTable } from '../output.js';
import { previewed } from './previews.js';

const givenUpFlag = {
  '--since <time>': 'also replay exhausted deliveries that were created at this time or later',
};
const readGivenUp = ({ options: { since } }: CommandInput): { since?: string } =>
  since === undefined ? {} : { since };

export const endpointCommands: readonly Command[] = [
  command(['endpoints', 'list'], 'List endpoints of all owners, the largest backlog first.', {
    options: {
      '--merchant <owner_id>': 'only those of this merchant, courier’s system or platform in one mode',
      '--platform <platform_id>': 'only those of this platform itself',
      '--health <health>': 'ok, paced, narrowed, not_fetching, breaker_open or disabled',
      '--failing': 'only those without a success since their first failure',
      ...pageFlags,
    },
    run: async ({ operator, options: { merchant, platform, ...rest } }) => {
      const path = `/endpoints${toQuery({ merchant_id: merchant, platform_id: platform, ...rest })}`;
      const data = await operator(path, listSchema(operatorEndpointListEntrySchema));
      const rows = data.data.map((one) => [
        one.waiting,
        one.health,
        renderAge(
          one.disabled_at ??
            one.window.failing_since ??
            (one.not_fetching ? (one.last_fetched_at ?? one.created_at) : null),
        ),
        one.id,
        one.merchant_name,
        one.name,
      ]);
      return {
        data,
        text: renderPage(['waiting', 'health', 'for', 'endpoint', 'owner', 'name'], rows, data.next_cursor),
      };
    },
  }),
  command(['endpoints', 'show'], 'Show an endpoint: its window, its breaker and its changes.', {
    args: ['endpoint_id'],
    run: async ({ operator, args }) => toResult(await operator(endpointPath(args), operatorEndpointSchema)),
  }),
  command(
    ['endpoints', 'history'],
    'Show how many attempts of 24 hours succeeded, and how fast an endpoint answered.',
    {
      args: ['endpoint_id'],
      run: async ({ operator, args }) => {
        const { day, last_error } = await operator(`${endpointPath(args)}/history`, endpointHistorySchema);
        return { data: { day, last_error }, text: renderDay(day) };
      },
    },
  ),
  command(['endpoints', 'disable'], 'Disable an endpoint for its merchant. Its webhooks are held; none is lost.', {
    args: ['endpoint_id'],
    required: reasonFlags,
    options: byFlags,
    run: (input) => switchEndpoint(input, 'disable'),
  }),
  command(['endpoints', 'enable'], 'Enable an endpoint. Held webhooks are sent in order, slowly at first.', {
    args: ['endpoint_id'],
    required: reasonFlags,
    options: byFlags,
    run: (input) => switchEndpoint(input, 'enable'),
  }),
  command(
    ['endpoints', 'catch-up'],
    'Send the waiting webhooks of an endpoint, without waiting for their next attempts.',
    {
      args: ['endpoint_id'],
      required: reasonFlags,
      options: { ...givenUpFlag, ...byFlags },
      run: async (input) => {
        const { data } = await switchEndpoint(input, 'catch-up', readGivenUp(input));
        const since = input.options['since'];
        const replayed = since === undefined ? '' : `; webhooks given up since ${since} are replayed behind them`;
        return { data, text: `${data.waiting} webhooks are waiting, and go out now${replayed}` };
      },
    },
  ),
  command(['endpoints', 'waiting'], 'Show what enabling an endpoint, or its catch-up, would send.', {
    args: ['endpoint_id'],
    options: givenUpFlag,
    run: async (input) => {
      const path = `${endpointPath(input.args)}/waiting${toQuery(readGivenUp(input))}`;
      return previewed(await input.operator(path, webhookPreviewSchema));
    },
  }),
  command(['endpoints', 'test'], 'Send a test webhook to an endpoint; `endpoints show` shows its result.', {
    args: ['endpoint_id'],
    required: reasonFlags,
    options: {
      '--event <event>': 'an example of this event; default: the first one that the endpoint names',
      ...byFlags,
    },
    run: async (input) => {
      const call = { method: 'POST', body: { ...readAction(input), event: input.options['event'] } };
      const data = await input.operator(`${endpointPath(input.args)}/test`, endpointTestStartedSchema, call);
      return { data, text: `under way: ${data.webhook_id}` };
    },
  }),
];

const renderDay = ({ hours, ...whole }: EndpointHistory['day']): string => {
  if (hours.length === 0) return 'no attempt counted yet in 24 hours';
  const columns = ['hour', 'succeeded', 'failed', 'half within ms', '95% within ms'];
  const rows = [{ at: 'all 24', ...whole }, ...hours].map(({ at, succeeded, failed, answer_ms: times }) => [
    at,
    succeeded,
    failed,
    times && Math.round(times.p50),
    times && Math.round(times.p95),
  ]);
  return renderTable(columns, rows);
};

/** The operator and the reason, for the body of an action on behalf of a merchant. */
export const readAction = (input: CommandInput): { by: string; reason: string | undefined } => ({
  by: readBy(input),
  reason: input.options['reason'],
});

/** Reads the options of an action if they may be left out. */
export const readOptionalAction = ({ options, targets }: CommandInput): OptionalAction => ({
  by: options['by'] ?? targets.operatorName,
  reason: options['reason'],
});

/** The name of the operator who acts. @throws UsageError where none is given */
const readBy = ({ options, targets }: CommandInput): string => {
  const by = options['by'] ?? targets.operatorName;
  if (by === undefined) throw new UsageError('your name is missing: use --by <name>, or set OPERATOR_NAME.');
  return by;
};

const endpointPath = (args: CommandInput['args']): string =>
  `/endpoints/${encodeURIComponent(args['endpoint_id'] ?? '')}`;

const switchEndpoint = async (input: CommandInput, action: 'enable' | 'disable' | 'catch-up', more: object = {}) => {
  const path = `${endpointPath(input.args)}/${action}`;
  return toResult(
    await input.operator(path, operatorEndpointSchema, {
      method: 'POST',
      body: { ...readAction(input), ...more },
    }),
  );
};

const toResult = (data: OperatorEndpoint) => {
  const { window, last_test: test } = data;
  const fields = {
    endpoint: data.id,
    owner: data.merchant_id,
    type: data.type,
    name: data.name,
    url: data.url,
    events: data.events?.join(',') ?? 'standard',
    statuses: data.statuses?.join(','),
    stores: data.store_refs?.join(','),
    header: data.header && `${data.header.name}: ${data.header.value}`,
    status: data.status,
    'disabled because': data.disabled_reason,
    'most per second':
      data.max_per_second && `${data.max_per_second}${data.paced ? ', used up: deliveries are waiting' : ''}`,
    'gives up after': data.give_up_after && `${data.give_up_after} s`,
    waiting: data.waiting,
    'in flight': `${window.in_flight} of ${window.size}`,
    breaker: window.probe_at === null ? 'closed' : `open, probe at ${window.probe_at}`,
    'last fetched':
      data.type === 'pull' ? `${data.last_fetched_at ?? 'never'}${data.not_fetching ? ', not fetching' : ''}` : null,
    'failing since': window.failing_since,
    'looks again at': window.wake_at,
    'last test':
      test &&
      [test.at, test.error_code ?? `answered ${String(test.status_code)}`, test.error_detail]
        .filter(Boolean)
        .join('  '),
  };
  return { data, text: renderFields(fields) };
};
