import type { DeliveryClient } from '../../client.js';
import type { OrderEvent, SimulationSettings } from '../../types.js';
import type { Command, CommandInput } from '../command.js';
import { randomHex } from '../conform/lab.js';
import { connectionFlags } from '../connection.js';
import { CannotRunError } from '../errors.js';
import { createOutlast } from '../outlast-outages.js';
import { toPrintable } from '../output/terminal.js';
import { readOneOf } from '../read-flags.js';
import { sampleOrder } from '../sample-order.js';
import { isFinal } from '../statuses.js';
import { readEventPage, readLatest } from '../wait-for-events.js';
import { withClient } from '../with-client.js';

const scenarios = [
  'delivered',
  'no_courier',
  'courier_gave_up',
  'canceled_after_pickup',
  'delivery_failed_returned',
  'late',
  'tracking_only',
  'stuck',
  'reports_twice',
  'reports_out_of_order',
] as const satisfies readonly SimulationSettings['scenario'][];
const endless: readonly string[] = ['stuck'] satisfies SimulationSettings['scenario'][];

const speedDefault = 60;
const speedMax = 3_600;

export const triggerCommand: Command = {
  words: ['trigger'],
  args: ['scenario'],
  summary: 'Create a sandbox order whose couriers follow the scenario, mark it ready, and follow it until it is final.',
  flags: {
    speed: {
      type: 'string',
      value: 'times',
      help: `times as fast as real couriers; default ${speedDefault}, at most ${speedMax}`,
    },
    seed: { type: 'string', value: 'text', help: 'the same seed and scenario give the same course of events' },
    'external-id': { type: 'string', value: 'id', help: 'external_id of the order; default: a new one' },
    json: { type: 'boolean', help: 'a line of JSON for each event' },
    ...connectionFlags,
  },
  examples: ['trigger delivered', 'trigger courier_gave_up --speed 600 --seed monday'],
  run: (input) =>
    withClient(input, async (client) => {
      const { terminal } = input;
      const sandbox = readSimulationSettings(input);
      const order = sampleOrder(input.text('external-id') ?? `cli-${randomHex(6)}`);
      const { id } = await client.orders.create(order, { sandbox });
      await client.orders.markReady(id);
      if (!input.isOn('json')) terminal.print(`order ${id}, ${sandbox.scenario} at ${sandbox.speed} times the speed\n`);
      if (endless.includes(sandbox.scenario)) terminal.tell('this scenario never ends: press Ctrl-C to leave');
      await follow(client, input, id);
      return 0;
    }),
};

const readSimulationSettings = ({ args, text }: CommandInput) => {
  const scenario = readOneOf('the scenario', args[0], scenarios) ?? 'delivered';
  const speed = text('speed') === undefined ? speedDefault : Number(text('speed'));
  if (!(speed > 0 && speed <= speedMax))
    throw new CannotRunError(`--speed must be a number above 0 and at most ${speedMax}`);
  const seed = text('seed');
  return { scenario, speed, ...(seed === undefined ? {} : { seed }) };
};

/** Each event as it happens, until the order is final. */
const follow = async (client: DeliveryClient, input: CommandInput, id: string): Promise<void> => {
  const { signal, terminal } = input;
  const outlast = createOutlast({ tell: terminal.tell, signal });
  const startedMs = Date.now();
  // The cursor is read first: an event that the first look at the order misses ends the wait for the next one.
  let cursor = await readLatest(client, signal);
  let last = 0;
  for (;;) {
    const events = await outlast(() => readEvents(client, id, last, signal));
    for (const one of events) {
      if (!('event' in one)) continue;
      last = one.sequence;
      terminal.print(input.isOn('json') ? JSON.stringify(one) : renderEvent(input, one, startedMs));
      if (isFinal(one.body.status)) return;
    }
    for (let isTold = false; !isTold;) {
      const page = await outlast((service) =>
        readEventPage(client, { after: cursor, waitMs: Infinity, signal, service }),
      );
      cursor = page.next_cursor;
      isTold = page.data.some(({ order_id: orderId, sequence }) => orderId === id && sequence > last);
    }
  }
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

const [eventWidth, statusWidth, elapsedWidth] = [18, 20, 8];

type Emitted = Extract<OrderEvent, { event: unknown }>;

const tellMore = (one: Emitted): string => {
  if (one.event === 'tracking_url_added') return one.body.tracking_url;
  if ('courier' in one.body) return one.body.courier.name ?? '';
  if ('eta' in one.body) return one.body.eta.delivery_at ?? one.body.eta.pickup_at ?? '';
  return (one.event === 'status_changed' && one.body.reason?.code) || '';
};

const renderEvent = ({ terminal }: CommandInput, one: Emitted, startedMs: number): string => {
  const { sequence, at, event, body } = one;
  const elapsed = `${(Math.max(0, Date.parse(at) - startedMs) / 1_000).toFixed(1)} s`;
  const status = body.status.padEnd(statusWidth);
  return [
    terminal.paint('faint', elapsed.padStart(elapsedWidth)),
    `#${String(sequence).padEnd(2)}`,
    event.padEnd(eventWidth),
    isFinal(body.status) ? terminal.paint('strong', status) : status,
    toPrintable(tellMore(one)),
  ]
    .join('  ')
    .trimEnd();
};
