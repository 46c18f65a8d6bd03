import type { DeliveryClient } from '../../client.js';
import { JsonText, readMember } from '../../json-text.js';
import { orderStatuses, problemActions } from '../../names.generated.js';
import type * as api from '../../types.js';
import { CannotRunError, type Command, type CommandInput, NotWellError } from '../command.js';
import { randomHex } from '../conform/lab.js';
import { renderFields, renderTable, renderTime } from '../output.js';
import { firstPage, isObject, limitFlag, parseSource, readLimit, readOneOf, readSource } from '../read-input.js';
import { sampleOrder } from '../sample-order.js';
import { type Answer, command } from '../with-client.js';

export const orderCommands: readonly Command[] = [
  command(['orders', 'list'], 'List the newest orders.', {
    flags: {
      status: { value: 'status', help: 'only those in this status' },
      late: { help: 'only those that are late' },
      ...limitFlag,
    },
    examples: ['orders list --status ready', 'orders list --late'],
    run: async ({ orders }, input) => {
      const status = readOneOf('the status', input.text('status'), orderStatuses);
      const pageSize = readLimit(input.text);
      const { data } = await firstPage(
        orders.list({ ...(status && { status }), ...(input.isOn('late') && { late: 'true' as const }) }, { pageSize }),
      );
      return { data, lines: renderOrders(input, data) };
    },
  }),
  command(['orders', 'show'], 'Show an order and everything that happened to it, by its id or its external_id.', {
    args: ['id'],
    examples: ['orders show 5f1c0e9ab3d24c7788aa01ff', 'orders show A-1001'],
    run: async (client, input) => {
      const order = await client.orders.get(await findOrderId(client, input.args[0] ?? ''));
      const events: api.OrderEvent[] = [];
      for await (const event of client.orders.listEvents(order.id)) events.push(event);
      return { data: { ...order, events }, lines: renderOrder(input, order, events) };
    },
  }),
  command(['orders', 'position'], 'Show where the courier of an order is, to a hundred meters.', {
    args: ['id'],
    flags: { wait: { value: 'seconds', help: 'how long to wait for the first position, at most 30' } },
    examples: ['orders position A-1001 --wait 20'],
    run: async (client, input) => {
      const wait = readWait(input.text('wait'));
      const id = await findOrderId(client, input.args[0] ?? '');
      const found = await client.orders.position(id, { wait });
      return { data: found, lines: renderPosition(input, found) };
    },
  }),
  command(['orders', 'create'], 'Create an order: a sample, or one from a file.', {
    flags: {
      file: { value: 'path', help: 'the order as JSON; - reads standard input' },
      'external-id': { value: 'id', help: 'external_id of the sample; default: a new one' },
    },
    examples: ['orders create', 'orders create --file order.json'],
    run: async ({ orders }, input) => {
      const created = await orders.create(readOrder(input));
      // Beside the output, which a script may take for the id.
      input.terminal.tell(`next: delivery orders ready ${created.id}`);
      return { data: created, lines: renderCreated(created) };
    },
  }),
  command(['orders', 'validate'], 'Try an order from a file: what is wrong and what is doubtful. Nothing is created.', {
    args: ['file'],
    examples: ['orders validate order.json'],
    run: async ({ orders }, input) => {
      const validation = await orders.validate(readOrderFile(input.args[0] ?? ''));
      return { data: validation, lines: renderValidation(validation), exitCode: validation.valid ? 0 : 1 };
    },
  }),
  command(['orders', 'change'], 'Change an order by a file: what is in it, and nothing else.', {
    args: ['id', 'file'],
    flags: {
      'if-match': { value: 'etag', help: 'only if the content is still the one with this ETag' },
    },
    examples: ['orders change A-1001 changes.json'],
    run: async (client, input) => {
      const [given = '', path = ''] = input.args;
      const wanted = 'a change: it must be an object, with what is to be different';
      const changes = parseSource(path, readSource(path), wanted, isChange);
      const ifMatch = input.text('if-match');
      const id = await findOrderId(client, given);
      return toAnswer(await client.orders.change(id, changes, ifMatch === undefined ? {} : { ifMatch }));
    },
  }),
  command(['orders', 'ready'], 'Mark an order as ready, so that a courier is requested.', {
    args: ['id'],
    examples: ['orders ready A-1001'],
    run: async (client, input) =>
      toAnswer(await client.orders.markReady(await findOrderId(client, input.args[0] ?? ''))),
  }),
  command(['orders', 'cancel'], 'Cancel an order, as long as no courier has picked it up.', {
    args: ['id'],
    flags: { reason: { value: 'code', help: 'e.g. out_of_stock' } },
    examples: ['orders cancel A-1001 --reason out_of_stock'],
    run: async (client, input) => {
      const code = input.text('reason');
      const id = await findOrderId(client, input.args[0] ?? '');
      return toAnswer(await client.orders.cancel(id, code === undefined ? undefined : { code }));
    },
  }),
  command(['orders', 'answer'], 'Answer a problem of the courier.', {
    args: ['id', 'problem', 'action'],
    flags: { text: { value: 'words', help: 'for the courier' } },
    examples: ['orders answer A-1001 1 leave_at_door --text "Behind the blue gate"'],
    run: async (client, input) => {
      const [given = '', problem = '', wanted] = input.args;
      const action = readOneOf('the action', wanted, problemActions);
      if (!action || !/^\d{1,2}$/.test(problem)) throw new CannotRunError('a problem is a number, and needs an action');
      const text = input.text('text');
      const id = await findOrderId(client, given);
      return toAnswer(await client.orders.answerProblem(id, Number(problem), { action, ...(text && { text }) }));
    },
  }),
];

const renderOrders = ({ terminal }: CommandInput, orders: readonly api.OrderListEntry[]): string[] => {
  if (orders.length === 0) return ['no orders found; `npx --no -- delivery orders create` creates one'];
  const rows = orders.map((one) => [
    one.id,
    one.display_id,
    one.status,
    renderTime(one.updated_at),
    one.late_since && renderTime(one.late_since),
    one.external_id,
  ]);
  return renderTable(terminal, ['order', 'display', 'status', 'updated', 'late since', 'external_id'], rows);
};

const renderOrder = ({ terminal }: CommandInput, order: api.Order, events: readonly api.OrderEvent[]): string[] => [
  ...renderFields(terminal, {
    order: order.id,
    external_id: order.external_id,
    display: order.display_id,
    status: order.status,
    reason: order.reason?.code,
    created: renderTime(order.created_at),
    updated: renderTime(order.updated_at),
    'ready by': order.due && renderTime(order.due.ready_by),
    'picked up by': order.due && renderTime(order.due.picked_up_by),
    'delivered by': order.due && renderTime(order.due.delivered_by),
    'late since': order.late_since && renderTime(order.late_since),
    tracking: order.tracking_url,
    store: order.store?.ref,
    courier: order.courier && `${order.courier.name} (${order.courier.vehicle})`,
    'courier system': order.courier_system?.name,
    'expected at': order.eta?.delivery_at && renderTime(order.eta.delivery_at),
    'no courier': order.no_courier_since && renderTime(order.no_courier_since),
    ...Object.fromEntries(
      order.problems.map(({ id, kind, state, answer }) => [`problem ${id}`, `${kind} (${answer?.action ?? state})`]),
    ),
  }),
  '',
  ...renderTable(
    terminal,
    ['#', 'at', 'event', 'status'],
    events.map((one) =>
      'event' in one
        ? [one.sequence, renderTime(one.at), one.event, one.body.status]
        : ['', renderTime(one.at), `refused: ${one.refused}`, one.code],
    ),
  ),
];

const readWait = (given = '0'): number => {
  if (/^\d{1,2}$/.test(given) && Number(given) <= waitMaxSeconds) return Number(given);
  throw new CannotRunError(`--wait must be a whole number of seconds, at most ${waitMaxSeconds}`);
};
const waitMaxSeconds = 30;

const renderPosition = ({ terminal }: CommandInput, { latitude, longitude, at, distance_m }: api.Position): string[] =>
  renderFields(terminal, {
    position: `${latitude}, ${longitude}`,
    seen: renderTime(at),
    'to the customer': distance_m === null ? null : `${distance_m} m`,
  });

const renderCreated = ({ id, replayed, ignored, doubtful }: api.OrderCreated): string[] => [
  `${id}${replayed ? '  (it already existed)' : ''}`,
  ...ignored.map((pointer) => `unknown field, ignored: ${pointer}`),
  ...doubtful.map((pointer) => `accepted, but probably a mistake: ${pointer}`),
];

const renderValidation = ({ valid, errors, warnings, coverage }: api.OrderValidation): string[] => [
  valid ? 'the order is valid' : 'the order would be refused',
  ...errors.map(({ pointer, message }) => `error    ${pointer}: ${message}`),
  ...warnings.map(({ pointer, message }) => `warning  ${pointer}: ${message}`),
  `coverage ${coverage}`,
];

const readOrder = ({ text }: CommandInput): api.NewOrder => {
  const path = text('file');
  return path === undefined ? sampleOrder(text('external-id') ?? `cli-${randomHex(6)}`) : readOrderFile(path);
};

/** The text of `external_data` goes out as it stands in the file. */
const readOrderFile = (path: string): api.NewOrder => {
  const source = readSource(path);
  const order = parseSource(path, source, 'an order: it must be an object, as `orders create` sends it', isOrder);
  const externalData = readMember(source, 'external_data');
  return externalData?.startsWith('{') ? { ...order, external_data: new JsonText(externalData) } : order;
};

const isOrder = (value: unknown): value is api.NewOrder => isObject(value);
const isChange = (value: unknown): value is api.OrderChanges => isObject(value);

const toAnswer = (change: api.OrderChange): Answer => ({
  data: change,
  lines: [`${change.order.id}  ${change.applied ? change.order.status : 'accepted; it will be applied soon'}`],
});

/** An id of the service is taken as it is; anything else is the merchant's own id. */
const findOrderId = async (client: DeliveryClient, given: string): Promise<string> => {
  if (/^[0-9a-f]{24}$/.test(given)) return given;
  const [found] = (await firstPage(client.orders.list({ external_id: given }))).data;
  if (!found) throw new NotWellError(`none of your orders has the external_id ${given}`);
  return found.id;
};
