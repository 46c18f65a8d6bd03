import type { DeliveryClient } from '../../client.js';
import { deliveryStates } from '../../names.generated.js';
import type { Delivery, DeliveryFilter, DeliveryWithAttempts, SentRequests } from '../../types.js';
import { type Command, type CommandInput, NotWellError } from '../command.js';
import { until } from '../follow.js';
import { describeResult, renderFields, renderTable, renderTime, toText } from '../output.js';
import { firstPage, limitFlag, readLimit, readOneOf } from '../read-input.js';
import { command } from '../with-client.js';

export const deliveryCommands: readonly Command[] = [
  command(['deliveries', 'list'], 'List the newest webhooks and their states.', {
    flags: {
      state: { value: 'state', help: 'only those in this state, e.g. exhausted' },
      order: { value: 'id', help: 'only those of this order' },
      endpoint: { value: 'id', help: 'only those to this endpoint' },
      since: { value: 'time', help: 'only those created at this time or later, e.g. 2026-11-25T08:00:00Z' },
      ...limitFlag,
    },
    examples: ['deliveries list --state exhausted', 'deliveries list --order 5f1c0e9ab3d24c7788aa01ff'],
    run: async ({ deliveries }, input) => {
      const { data } = await firstPage(deliveries.list(readFilter(input), { pageSize: readLimit(input.text) }));
      return { data, lines: renderDeliveries(input, data) };
    },
  }),
  command(
    ['deliveries', 'show'],
    'Show a webhook with its attempts and what your server answered, by its id or its webhook-id.',
    {
      args: ['id'],
      flags: { requests: { help: 'show what was posted instead: headers and body of each attempt' } },
      examples: [
        'deliveries show 019b7f4c-02aa-7f31-8d55-6b1f0e9c4a77',
        'deliveries show 019b7f4c-02aa-7f31-8d55-6b1f0e9c4a77 --requests',
      ],
      run: async ({ deliveries }, input) => {
        const id = await findDeliveryId(deliveries, input);
        if (input.isOn('requests')) {
          const requests = await deliveries.requests(id);
          return { data: requests, lines: renderRequests(input, requests) };
        }
        const delivery = await deliveries.get(id);
        return { data: delivery, lines: renderDelivery(input, delivery) };
      },
    },
  ),
  command(['deliveries', 'send-now'], 'Send a waiting webhook now, and wait for the result.', {
    args: ['id'],
    examples: ['deliveries send-now 019b7f4c-02aa-7f31-8d55-6b1f0e9c4a77'],
    run: async ({ deliveries }, input) => {
      const sent = await deliveries.sendNow(await findDeliveryId(deliveries, input, isUnsettled));
      const attempt = await until(async () => {
        const { attempts } = await deliveries.get(sent.id);
        return attempts.find((one) => one.attempt > sent.attempt_count);
      }, input.signal);
      return {
        data: { delivery: sent, attempt: attempt ?? null },
        lines: [describeAttempt(attempt, { what: `sent ${sent.id}`, whileUnderWay: sent.id, id: sent.id })],
        exitCode: exitCodeOf(attempt),
      };
    },
  }),
  command(['deliveries', 'send-again'], 'Send a delivered or exhausted webhook again, and wait for the result.', {
    args: ['id'],
    examples: ['deliveries send-again 019b7f4c-02aa-7f31-8d55-6b1f0e9c4a77'],
    run: async ({ deliveries }, input) => {
      const id = await findDeliveryId(deliveries, input);
      const replay = await deliveries.replay(id);
      const attempt = await until(async () => {
        const { attempts } = await deliveries.get(id);
        return attempts.findLast(({ replay_id: replayId }) => replayId === replay.id);
      }, input.signal);
      return {
        data: { replay, attempt: attempt ?? null },
        lines: [describeAttempt(attempt, { what: 'sent again', whileUnderWay: `replay ${replay.id}`, id })],
        exitCode: exitCodeOf(attempt),
      };
    },
  }),
];

const readFilter = ({ text }: CommandInput): DeliveryFilter => {
  const state = readOneOf('the state', text('state'), deliveryStates);
  const [orderId, endpointId, since] = [text('order'), text('endpoint'), text('since')];
  return {
    ...(state === undefined ? {} : { state }),
    ...(orderId === undefined ? {} : { order_id: orderId }),
    ...(endpointId === undefined ? {} : { endpoint_id: endpointId }),
    ...(since === undefined ? {} : { since }),
  };
};

const renderDeliveries = ({ terminal }: CommandInput, deliveries: readonly Delivery[]): string[] => {
  if (deliveries.length === 0) return ['no webhooks found; each event of an order creates one for each endpoint'];
  const columns = ['delivery', 'state', 'event', 'order', 'attempts', 'last error', 'created'];
  const rows = deliveries.map((one) => [
    one.id,
    one.state,
    one.event,
    `${one.order_id} #${one.sequence}`,
    one.attempt_count,
    one.last_error_code,
    renderTime(one.created_at),
  ]);
  return renderTable(terminal, columns, rows);
};

const notKnown: Readonly<Record<SentRequests['attempts'][number]['unknown'][number], string>> = {
  signature: 'signature (its secret was rotated out since, or minutes before it was sent, or the body was erased)',
  body: 'body (customers’ data was erased)',
  endpoint: 'URL or header (changed since)',
  span: 'middle part of traceparent (with tracing on)',
};

const renderRequests = ({ terminal }: CommandInput, { attempts, body, method, url }: SentRequests): string[] => {
  if (attempts.length === 0) return ['nothing was sent yet'];
  const requests = attempts.flatMap(({ attempt, at, headers, unknown, replay_id: replayId }) => [
    terminal.paint('faint', `attempt ${attempt}${replayId === null ? '' : ' sent again'}, ${renderTime(at)}`),
    url === null ? 'fetched by your till' : `${method} ${toText(url)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${toText(value)}`),
    ...(unknown.length === 0 ? [] : [`not known any more: ${unknown.map((part) => notKnown[part]).join(', ')}`]),
    '',
  ]);
  return [...requests, toText(body)];
};

const renderDelivery = ({ terminal }: CommandInput, one: DeliveryWithAttempts): string[] => [
  ...renderFields(terminal, {
    delivery: one.id,
    state: one.state,
    event: one.event,
    order: `${one.order_id} #${one.sequence}`,
    endpoint: one.endpoint_id,
    'webhook-id': one.webhook_id,
    created: renderTime(one.created_at),
    'next attempt': one.next_attempt_at === null ? null : renderTime(one.next_attempt_at),
  }),
  '',
  ...renderTable(
    terminal,
    ['attempt', 'at', 'ms', 'status', 'error', 'detail', 'answer'],
    one.attempts.map((attempt) => [
      attempt.replay_id === null ? attempt.attempt : `${attempt.attempt} sent again`,
      renderTime(attempt.at),
      Math.round(attempt.duration_ms),
      attempt.status_code,
      attempt.error_code,
      attempt.error_detail,
      attempt.response_excerpt?.slice(0, excerptMax),
    ]),
  ),
];

/** Letters of an answer in a table; `--json` has all that is kept. */
const excerptMax = 60;

/**
 * By its own id, or by the webhook-id that a receiver was sent. Its replays have the same one, and are newer.
 * @param isMeant which of them; where none is, it is the webhook itself
 */
const findDeliveryId = async (
  { list }: DeliveryClient['deliveries'],
  { args: [given = ''] }: CommandInput,
  isMeant: (one: Delivery) => boolean = () => false,
): Promise<string> => {
  if (!given.startsWith('msg_')) return given;
  let found: Delivery | undefined;
  for await (const one of list({ webhook_id: given })) {
    if (isMeant(one)) return one.id;
    found = one;
  }
  if (!found) throw new NotWellError(`none of your webhooks has the webhook-id ${given}; a test is not kept`);
  return found.id;
};

/** A webhook and its replays have one of these at most: only what is settled is sent again. */
const isUnsettled = ({ state }: Delivery): boolean => ['waiting', 'held', 'in_flight'].includes(state);

type Attempt = DeliveryWithAttempts['attempts'][number];

const describeAttempt = (
  attempt: Attempt | undefined,
  { what, whileUnderWay, id }: { what: string; whileUnderWay: string; id: string },
): string =>
  attempt === undefined
    ? `${whileUnderWay} is under way; see its result with: delivery deliveries show ${id}`
    : `${what}: ${describeResult(attempt)}`;

const exitCodeOf = (attempt: Attempt | undefined): 0 | 1 =>
  attempt !== undefined && attempt.error_code !== null ? 1 : 0;
