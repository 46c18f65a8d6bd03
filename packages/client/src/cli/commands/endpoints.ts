import { webhookEvents } from '../../names.generated.js';
import type { Endpoint, EndpointHistory } from '../../types.js';
import type { Command, CommandInput } from '../command.js';
import { connectionFlags } from '../connection.js';
import { formats } from '../open-delivery.js';
import { jsonFlag, printResult } from '../output/print-result.js';
import { renderTable, renderTime } from '../output/table.js';
import { readOneOf } from '../read-flags.js';
import { isTestPassed, renderTest, testEndpoint, toTestJson } from '../test-endpoint.js';
import { withClient } from '../with-client.js';

const list: Command = {
  words: ['endpoints', 'list'],
  summary: 'List your endpoints and how many webhooks wait for each.',
  flags: { ...jsonFlag, ...connectionFlags },
  examples: ['endpoints list'],
  run: (input) =>
    withClient(input, async (client) => {
      const endpoints: Endpoint[] = [];
      for await (const one of client.endpoints.list()) endpoints.push(one);
      printResult(input, endpoints, () => renderEndpoints(input, endpoints));
      return 0;
    }),
};

const renderEndpoints = ({ terminal }: CommandInput, endpoints: readonly Endpoint[]): string[] => {
  if (endpoints.length === 0) return ['no endpoints; `npx --no -- delivery listen` creates one and shows its webhooks'];
  const columns = ['endpoint', 'type', 'status', 'waiting', 'last test', 'events', 'name', 'url'];
  const rows = endpoints.map((one) => [
    one.id,
    one.type,
    describeStatus(one),
    one.waiting,
    one.last_test === null ? null : (one.last_test.error_code ?? 'ok'),
    one.events?.join(',') ?? 'standard',
    one.name,
    one.url,
  ]);
  return renderTable(terminal, columns, rows);
};

const describeStatus = ({ status, disabled_reason: reason, not_fetching: isLeft, last_fetched_at: at }: Endpoint) => {
  if (status === 'disabled') return `disabled: ${reason ?? ''}`;
  return isLeft ? `not fetching: ${at === null ? 'never fetched' : `last at ${at}`}` : status;
};

const create: Command = {
  words: ['endpoints', 'create'],
  summary: 'Add an endpoint that webhooks are posted to. Its secret is shown only once.',
  args: ['url'],
  flags: {
    name: { type: 'string', value: 'text', help: 'shown instead of the URL' },
    events: { type: 'string', value: 'names', help: 'separated by commas; default the three standard ones' },
    format: { type: 'string', value: 'format', help: `${formats.join(' or ')}; default ${formats[0]}` },
    'oauth-client': { type: 'string', value: 'id', help: 'of format open_delivery: the client whose secret signs' },
    ...jsonFlag,
    ...connectionFlags,
  },
  examples: [
    'endpoints create https://shop.example/webhooks',
    'endpoints create https://shop.example/trouble --events endpoint_failing,endpoint_recovered',
    'endpoints create https://till.example/v1/newLogisticEvent --format open_delivery --oauth-client oauth_4c1d0b7e9a2f48d6b3e5f708',
  ],
  run: (input) =>
    withClient(input, async ({ endpoints }) => {
      const format = readOneOf('--format', input.text('format'), formats) ?? formats[0];
      const [name, client] = [input.text('name'), input.text('oauth-client')];
      const names = input.text('events')?.split(',');
      const events = names?.flatMap((one) => readOneOf('--events', one, webhookEvents) ?? []);
      const made = await endpoints.create({
        url: input.args[0] ?? '',
        format,
        ...(name !== undefined && { name }),
        ...(events !== undefined && { events }),
        ...(client !== undefined && { oauth_client_id: client }),
      });
      printResult(input, made, () => [
        `endpoint  ${made.id}`,
        ...(format === 'open_delivery'
          ? ['Its events are signed with the secret of the OAuth client.']
          : [`secret    ${made.secret}`, 'The secret is not shown again.']),
      ]);
      return 0;
    }),
};

const test: Command = {
  words: ['endpoints', 'test'],
  summary: 'Send a signed test webhook to an endpoint, and wait for the result.',
  args: ['id'],
  flags: {
    event: { type: 'string', value: 'name', help: 'an example of this event; default the first one that it names' },
    ...jsonFlag,
    ...connectionFlags,
  },
  examples: [
    'endpoints test 019b7f4c-02aa-7f31-8d55-6b1f0e9c4a77',
    'endpoints test 019b7f4c-02aa-7f31-8d55-6b1f0e9c4a77 --event endpoint_failing',
  ],
  run: (input) =>
    withClient(input, async (client) => {
      const event = readOneOf('--event', input.text('event'), webhookEvents);
      const tested = await testEndpoint(client, input.args[0] ?? '', event ? { event } : {}, input.signal);
      printResult(input, toTestJson(tested), () => renderTest(input, tested));
      return isTestPassed(tested) ? 0 : 1;
    }),
};

const catchUp: Command = {
  words: ['endpoints', 'catch-up'],
  summary: 'Send what an endpoint missed, without waiting for the next attempts.',
  args: ['id'],
  flags: {
    since: {
      type: 'string',
      value: 'time',
      help: 'send again what was given up, too, of what was created at this time or later',
    },
    ...jsonFlag,
    ...connectionFlags,
  },
  examples: ['endpoints catch-up 019b7f4c-02aa-7f31-8d55-6b1f0e9c4a77'],
  run: (input) =>
    withClient(input, async ({ endpoints }) => {
      const since = input.text('since');
      const endpoint = await endpoints.catchUp(input.args[0] ?? '', since === undefined ? {} : { since });
      printResult(input, endpoint, () => [
        `${endpoint.waiting} webhooks wait, and are sent now, in order; see how many are left with: delivery endpoints list`,
      ]);
      return 0;
    }),
};

const history: Command = {
  words: ['endpoints', 'history'],
  summary: 'Show how many attempts of 24 hours succeeded, and how fast an endpoint answered.',
  args: ['id'],
  flags: { ...jsonFlag, ...connectionFlags },
  examples: ['endpoints history 019b7f4c-02aa-7f31-8d55-6b1f0e9c4a77'],
  run: (input) =>
    withClient(input, async ({ endpoints }) => {
      const { day, last_error: lastError } = await endpoints.history(input.args[0] ?? '');
      printResult(input, { day, last_error: lastError }, () => renderDay(input, day));
      return 0;
    }),
};

const renderDay = ({ terminal }: CommandInput, { hours, ...whole }: EndpointHistory['day']): string[] => {
  if (hours.length === 0) return ['no attempt counted yet in 24 hours'];
  const columns = ['hour', 'succeeded', 'failed', 'half within ms', '95% within ms'];
  const rows = [{ at: null, ...whole }, ...hours].map(({ at, succeeded, failed, answer_ms: times }) => [
    at === null ? 'all 24' : renderTime(at),
    succeeded,
    failed,
    times && Math.round(times.p50),
    times && Math.round(times.p95),
  ]);
  return renderTable(terminal, columns, rows);
};

export const endpointCommands: readonly Command[] = [list, create, test, history, catchUp];
