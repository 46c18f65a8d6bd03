import { writeStory } from '../../calls/orders.js';
import { readJson } from '../../calls/read-answer.js';
import type { DeliveryClient } from '../../client.js';
import { finalStatuses, standardEvents, webhookEvents } from '../../names.generated.js';
import { isProblem } from '../../problems.js';
import { pathBelow } from '../../transport.js';
import type { Endpoint, OrderEvent, SimulationSettings } from '../../types.js';
import { CannotRunError, type Command, type CommandInput, type ExitCode } from '../command.js';
import { randomHex } from '../conform/lab.js';
import { type Connection, connectionFlags } from '../connection.js';
import { type Followed, followOrder, renderElapsed } from '../follow.js';
import { createTill, formats, logisticsPath, oauthClientFlags } from '../open-delivery.js';
import { toPrintable } from '../output.js';
import { readOneOf } from '../read-input.js';
import { sampleDelivery, sampleOrder } from '../sample-order.js';
import { isTestPassed, renderTest, testEndpoint, toTestJson } from '../test-endpoint.js';
import { printResult, withClient } from '../with-client.js';

const scenarios = [
  'delivered',
  'no_courier',
  'courier_gave_up',
  'canceled_after_pickup',
  'delivery_failed_returned',
  'every_report',
  'late',
  'tracking_only',
  'stuck',
  'no_simulation',
] as const satisfies readonly SimulationSettings['scenario'][];
const endless: readonly string[] = ['stuck', 'no_simulation'] satisfies SimulationSettings['scenario'][];

const speedDefault = 60;
const speedMax = 3_600;

export const triggerCommand: Command = {
  words: ['trigger'],
  args: ['scenario'],
  summary:
    'Create a sandbox order whose couriers follow the scenario, mark it ready, and follow it until it is final. ' +
    'Or, by the name of an event, send a test of it to each endpoint that it goes to.',
  flags: {
    speed: { value: 'times', help: `times as fast as real couriers; default ${speedDefault}, at most ${speedMax}` },
    seed: { value: 'text', help: 'the same seed and scenario give the same course of events' },
    'external-id': { value: 'id', help: 'external_id of the order; default: a new one' },
    format: {
      value: 'format',
      help: 'open_delivery: as a till that speaks it, with an OAuth client; default standard_webhooks',
    },
    ...oauthClientFlags,
    json: { help: 'a line of JSON for each event' },
    ...connectionFlags,
  },
  examples: [
    'trigger delivered',
    'trigger courier_gave_up --speed 600 --seed monday',
    'trigger delivered --format open_delivery',
    'trigger endpoint_failing',
  ],
  run: (input) =>
    withClient(input, async (client, connection) => {
      const event = webhookEvents.find((known) => known === input.args[0]);
      if (event) return sendExamples(client, input, event);
      const sandbox = readSimulationSettings(input);
      const externalId = input.text('external-id') ?? `cli-${randomHex(6)}`;
      const begun = { input, sandbox, externalId };
      if (readOneOf('--format', input.text('format'), formats) === 'open_delivery')
        await followOrder(client, input, await beginAsTill(connection, begun));
      else await followOrder(client, input, await begin(client, begun));
      return 0;
    }),
};

type KnownEvent = (typeof webhookEvents)[number];

const sendExamples = async (client: DeliveryClient, input: CommandInput, event: KnownEvent): Promise<ExitCode> => {
  const reported: Endpoint[] = [];
  for await (const one of client.endpoints.list()) if (isTold(one, event)) reported.push(one);
  if (reported.length === 0)
    throw new CannotRunError(
      `${event} goes to no endpoint of yours that is posted to; add one with: npx --no -- delivery endpoints ` +
        `create <url> --events ${event}`,
    );
  const all = await Promise.all(
    reported.map(async (one) => ({ one, tested: await testEndpoint(client, one.id, { event }, input.signal) })),
  );
  const answer = all.map(({ one: { id }, tested }) => ({ endpoint_id: id, ...toTestJson(tested) }));
  printResult(
    input,
    answer,
    all.flatMap(({ one, tested }) => [toPrintable(one.name ?? one.url ?? one.id), ...renderTest(input, tested)]),
  );
  return all.every(({ tested }) => isTestPassed(tested)) ? 0 : 1;
};

const isTold = ({ type, format, events }: Endpoint, event: KnownEvent): boolean =>
  type === 'push' && format === 'standard_webhooks' && (events ?? standardEvents).some((one) => one === event);

type Begun = { input: CommandInput; sandbox: Simulation; externalId: string };

/** An order by `/v1`, and its events. */
const begin = async (client: DeliveryClient, { input, sandbox, externalId }: Begun): Promise<Followed<Emitted>> => {
  const { id } = await client.orders.create(sampleOrder(externalId), { sandbox });
  await client.orders.markReady(id);
  tellBegun(input, sandbox, `order ${id}`);
  const startedMs = Date.now();
  let last = 0;
  return {
    externalId,
    readNew: async () => {
      const events = (await readEvents(client, id, last, input.signal)).filter((one) => 'event' in one);
      last = events.at(-1)?.sequence ?? last;
      return events;
    },
    render: (one) => renderEvent(input, one, startedMs),
    isLast: ({ body }) => isFinal(body.status),
  };
};

type TillEvent = { type: string; datetime: string; message?: string };
const lastTypes: readonly string[] = ['DELIVERY_FINISHED', 'CANCELLED'];

/** Begins the scenario in the words of Open Delivery, by the calls of a till. */
const beginAsTill = async (
  connection: Connection,
  { input, sandbox, externalId }: Begun,
): Promise<Followed<TillEvent>> => {
  const orderPath = pathBelow(`${logisticsPath}/delivery`, externalId);
  const readyPath = pathBelow(`${logisticsPath}/readyForPickup`, externalId);
  const send = await createTill(input, connection);
  const { signal, terminal } = input;
  const post = (path: string, body?: string) =>
    send(
      {
        method: 'POST',
        path,
        headers: writeStory(sandbox),
        ...(body !== undefined && { body }),
        repeat: 'always',
      },
      { signal },
    );
  await post(`${logisticsPath}/delivery`, JSON.stringify(sampleDelivery(externalId)));
  await post(readyPath);
  tellBegun(input, sandbox, `delivery of orderId ${externalId}`);
  const startedMs = Date.now();
  let read = 0;
  return {
    externalId,
    readNew: async () => {
      const answer = await send({ method: 'GET', path: orderPath, repeat: 'always' }, { signal }).catch(unlessNotFound);
      const events = answer ? readJson<{ events: TillEvent[] }>(answer).events.slice(read) : [];
      read += events.length;
      return events;
    },
    render: ({ type, datetime, message = '' }) =>
      `${renderElapsed(terminal, datetime, startedMs)}  ${type.padEnd(typeWidth)}  ${toPrintable(message)}`.trimEnd(),
    isLast: ({ type }) => lastTypes.includes(type),
  };
};

/** A create that is on disk may not be applied yet. */
const unlessNotFound = (error: unknown): undefined => {
  if (!isProblem(error) || error.code !== 'order_not_found') throw error;
};

const tellBegun = ({ isOn, terminal }: CommandInput, { scenario, speed }: Simulation, what: string): void => {
  if (!isOn('json')) terminal.print(`${what}, ${scenario} at ${speed} times the speed\n`);
  if (endless.includes(scenario)) terminal.tell('this scenario never ends: press Ctrl-C to leave');
};

type Simulation = ReturnType<typeof readSimulationSettings>;

const readSimulationSettings = ({ args, text }: CommandInput) => {
  const scenario = scenarios.find((known) => known === args[0]);
  if (!scenario) {
    const [all, events] = [scenarios, webhookEvents].map((names) => names.join(', '));
    throw new CannotRunError(`the scenario must be one of ${all}; or an event, one of ${events}`);
  }
  const speed = text('speed') === undefined ? speedDefault : Number(text('speed'));
  if (!(speed > 0 && speed <= speedMax))
    throw new CannotRunError(`--speed must be a number above 0 and at most ${speedMax}`);
  const seed = text('seed');
  return { scenario, speed, ...(seed === undefined ? {} : { seed }) };
};

const readEvents = async (
  { orders }: DeliveryClient,
  id: string,
  after: number,
  signal: AbortSignal,
): Promise<OrderEvent[]> => {
  const events: OrderEvent[] = [];
  for await (const one of orders.listEvents(id, { after }, { signal })) events.push(one);
  return events;
};

const [eventWidth, statusWidth, typeWidth] = [18, 20, 20];

type Emitted = Extract<OrderEvent, { event: unknown }>;

const tellMore = (one: Emitted): string => {
  if (one.event === 'tracking_url_added') return one.body.tracking_url;
  if ('courier' in one.body) return one.body.courier.name ?? '';
  if ('eta' in one.body) return one.body.eta.delivery_at ?? one.body.eta.pickup_at ?? '';
  return (one.event === 'status_changed' && one.body.reason?.code) || '';
};

const renderEvent = ({ terminal }: CommandInput, one: Emitted, startedMs: number): string => {
  const { sequence, at, event, body } = one;
  const status = body.status.padEnd(statusWidth);
  return [
    renderElapsed(terminal, at, startedMs),
    `#${String(sequence).padEnd(2)}`,
    event.padEnd(eventWidth),
    isFinal(body.status) ? terminal.paint('strong', status) : status,
    toPrintable(tellMore(one)),
  ]
    .join('  ')
    .trimEnd();
};

/** Nothing comes after it. */
const isFinal = (status: string): boolean => finalStatuses.some((known) => known === status);
