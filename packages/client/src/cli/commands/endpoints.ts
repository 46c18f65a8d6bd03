import { webhookEvents } from '../../names.generated.js';
import type { Endpoint, EndpointHistory, EndpointWithSecret, NewEndpoint } from '../../types.js';
import type { Command, CommandInput } from '../command.js';
import { formats } from '../open-delivery.js';
import { renderTable, renderTime } from '../output.js';
import { isObject, parseSource, readOneOf, readSource } from '../read-input.js';
import { isTestPassed, renderTest, testEndpoint, toTestJson } from '../test-endpoint.js';
import { command } from '../with-client.js';

const signatures = ['hmac-sha256', 'ed25519'] as const;

export const endpointCommands: readonly Command[] = [
  command(['endpoints', 'list'], 'List your endpoints and how many webhooks wait for each.', {
    examples: ['endpoints list'],
    run: async (client, input) => {
      const endpoints: Endpoint[] = [];
      for await (const one of client.endpoints.list()) endpoints.push(one);
      return { data: endpoints, lines: renderEndpoints(input, endpoints) };
    },
  }),
  command(['endpoints', 'create'], 'Add an endpoint that webhooks are posted to. Its secret is shown only once.', {
    args: ['url'],
    flags: {
      name: { value: 'text', help: 'shown instead of the URL' },
      events: { value: 'names', help: 'separated by commas; default the three standard ones' },
      format: { value: 'format', help: `${formats.join(' or ')}; default ${formats[0]}` },
      signature: { value: 'algorithm', help: `${signatures.join(' or ')}; default ${signatures[0]}` },
      'oauth-client': { value: 'id', help: 'of format open_delivery: the client whose secret signs' },
    },
    examples: [
      'endpoints create https://shop.example/webhooks',
      'endpoints create https://shop.example/trouble --events endpoint_failing,endpoint_recovered',
      'endpoints create https://till.example/v1/newLogisticEvent --format open_delivery --oauth-client oauth_4c1d0b7e9a2f48d6b3e5f708',
    ],
    run: async ({ endpoints }, input) => {
      const format = readOneOf('--format', input.text('format'), formats) ?? formats[0];
      const signature = readOneOf('--signature', input.text('signature'), signatures);
      const [name, client] = [input.text('name'), input.text('oauth-client')];
      const names = input.text('events')?.split(',');
      const events = names?.flatMap((one) => readOneOf('--events', one, webhookEvents) ?? []);
      const made = await endpoints.create({
        url: input.args[0] ?? '',
        format,
        ...(name !== undefined && { name }),
        ...(events !== undefined && { events }),
        ...(client !== undefined && { oauth_client_id: client }),
        ...(signature !== undefined && { signature }),
      });
      return {
        data: made,
        lines: [
          `endpoint  ${made.id}`,
          ...(format === 'open_delivery'
            ? ['Its events are signed with the secret of the OAuth client.']
            : renderKey(made)),
        ],
      };
    },
  }),
  command(['endpoints', 'rotate-secret'], 'Give an endpoint a new secret or key. The old one signs for 24 h more.', {
    args: ['id'],
    flags: {
      signature: { value: 'algorithm', help: `${signatures.join(' or ')}; default the one of now` },
    },
    examples: ['endpoints rotate-secret 019b7f4c-02aa-7f31-8d55-6b1f0e9c4a77 --signature ed25519'],
    run: async ({ endpoints }, input) => {
      const signature = readOneOf('--signature', input.text('signature'), signatures);
      const made = await endpoints.rotateSecret(input.args[0] ?? '', signature === undefined ? {} : { signature });
      return { data: made, lines: renderKey(made) };
    },
  }),
  command(['endpoints', 'ensure'], 'Make the endpoint of a reference, or change it to the settings in a file.', {
    args: ['reference', 'file'],
    examples: ['endpoints ensure kitchen kitchen.json'],
    run: async ({ endpoints }, { args: [reference = '', path = ''] }) => {
      const settings = parseSource(path, readSource(path), 'settings: it must be an object', isSettings);
      const ensured = await endpoints.ensure(reference, settings);
      const { id, changed, secret, public_key } = ensured;
      const done =
        secret === undefined ? [`changed   ${changed.join(', ') || 'nothing'}`] : renderKey({ secret, public_key });
      return { data: ensured, lines: [`endpoint  ${id}`, ...done] };
    },
  }),
  command(['endpoints', 'test'], 'Send a signed test webhook to an endpoint, and wait for the result.', {
    args: ['id'],
    flags: {
      event: { value: 'name', help: 'an example of this event; default the first one that it names' },
    },
    examples: [
      'endpoints test 019b7f4c-02aa-7f31-8d55-6b1f0e9c4a77',
      'endpoints test 019b7f4c-02aa-7f31-8d55-6b1f0e9c4a77 --event endpoint_failing',
    ],
    run: async (client, input) => {
      const event = readOneOf('--event', input.text('event'), webhookEvents);
      const tested = await testEndpoint(client, input.args[0] ?? '', event ? { event } : {}, input.signal);
      return { data: toTestJson(tested), lines: renderTest(input, tested), exitCode: isTestPassed(tested) ? 0 : 1 };
    },
  }),
  command(
    ['endpoints', 'history'],
    'Show how many attempts of 24 hours succeeded, and how fast an endpoint answered.',
    {
      args: ['id'],
      examples: ['endpoints history 019b7f4c-02aa-7f31-8d55-6b1f0e9c4a77'],
      run: async ({ endpoints }, input) => {
        const { day, last_error: lastError } = await endpoints.history(input.args[0] ?? '');
        return { data: { day, last_error: lastError }, lines: renderDay(input, day) };
      },
    },
  ),
  command(['endpoints', 'catch-up'], 'Send what an endpoint missed, without waiting for the next attempts.', {
    args: ['id'],
    flags: {
      since: { value: 'time', help: 'send again what was given up, too, of what was created at this time or later' },
    },
    examples: ['endpoints catch-up 019b7f4c-02aa-7f31-8d55-6b1f0e9c4a77'],
    run: async ({ endpoints }, input) => {
      const since = input.text('since');
      const endpoint = await endpoints.catchUp(input.args[0] ?? '', since === undefined ? {} : { since });
      return {
        data: endpoint,
        lines: [
          `${endpoint.waiting} webhooks are sent now, in order; see how many still wait with: delivery endpoints list`,
          ...(since === undefined ? [] : [`Webhooks given up since ${since} are replayed behind them.`]),
        ],
      };
    },
  }),
];

const renderKey = ({ secret, public_key: publicKey }: Pick<EndpointWithSecret, 'secret' | 'public_key'>): string[] =>
  secret === null ? [`public key  ${publicKey}`] : [`secret    ${secret}`, 'The secret is not shown again.'];
const isSettings = (value: unknown): value is NewEndpoint => isObject(value);

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
