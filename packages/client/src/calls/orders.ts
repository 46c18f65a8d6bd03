import { JsonText, readMember, writeWithMember } from '../json-text.js';
import { type Answer, type CallOptions, pathBelow, type Send } from '../transport.js';
import type * as api from '../types.js';
import { callJson, type List, listFrom, type ListOptions, readJson } from './read-answer.js';

/** `ifMatch`: the `etag` of the order as it was read. */
export type ChangeOptions = CallOptions & { ifMatch?: string };
export type CreateOptions = CallOptions & { sandbox?: api.SimulationSettings };

/** Every call on orders may be repeated, however often: the same again takes effect once. */
export type Orders = {
  /**
   * Resolved: durable. A repeat with equal content is the same order. @throws ExternalIdConflict for another content
   */
  create: (order: api.NewOrder, options?: CreateOptions) => Promise<api.OrderCreated>;
  /** Finds errors and doubtful values in an order. Nothing is created. */
  validate: (order: api.NewOrder, options?: CallOptions) => Promise<api.OrderValidation>;
  /** @throws OrderNotFound also in the moment between a create and its being applied */
  get: (id: string, options?: CallOptions) => Promise<api.Order>;
  /** The food is ready: a courier is asked for. @throws InvalidStateTransition */
  markReady: (id: string, options?: CallOptions) => Promise<api.OrderChange>;
  /** All of the changes, or none. @throws TooLateToChange, PreconditionFailed */
  change: (id: string, changes: api.OrderChanges, options?: ChangeOptions) => Promise<api.OrderChange>;
  /** Until the courier has it. @throws InvalidStateTransition */
  cancel: (id: string, reason?: api.CancelReason, options?: CallOptions) => Promise<api.OrderChange>;
  /** Tells the courier what to do. The first answer counts. @throws ProblemClosed, ProblemNotFound */
  answerProblem: (
    id: string,
    problemId: number,
    answer: api.AnswerProblem,
    options?: CallOptions,
  ) => Promise<api.OrderChange>;
  list: (filter?: api.OrderFilter, options?: ListOptions) => List<api.OrderListEntry>;
  /** The events of the order, and the commands to it that were refused. */
  listEvents: (id: string, filter?: api.OrderEventFilter, options?: ListOptions) => List<api.OrderEvent>;
  /** Where each webhook of the order is, and why it waits. */
  lanes: (id: string, options?: CallOptions) => Promise<api.OrderLanes>;
  /** Where its courier is. @throws PositionNotFound */
  position: (id: string, filter?: api.PositionFilter, options?: CallOptions) => Promise<api.Position>;
  /** How long orders took from step to step, by the day on which they ended. */
  times: (filter?: api.OrderTimesFilter, options?: CallOptions) => Promise<api.OrderTimes>;
  /** Finds orders by id, `external_id`, `display_id` or a `webhook-id`. At most fifty. */
  search: (q: string, options?: CallOptions) => Promise<api.SearchResult>;
};

const ordersPath = '/v1/external-orders';
const pathOf = (id: string): string => pathBelow(ordersPath, id);

export const createOrders = (send: Send): Orders => ({
  create: async (order, { sandbox = {}, ...options } = {}) => {
    const [body, headers] = [writeOrder(order), writeStory(sandbox)];
    const answer = await send({ method: 'POST', path: ordersPath, headers, body, repeat: 'always' }, options);
    return readCreated(answer);
  },
  validate: async (order, options) => {
    const body = writeOrder(order);
    return readJson(await send({ method: 'POST', path: `${ordersPath}/validate`, body, repeat: 'always' }, options));
  },
  get: async (id, options) => {
    const answer = await send({ method: 'GET', path: pathOf(id), repeat: 'always' }, options);
    const external_data_text = readMember(answer.body, 'external_data') ?? '{}';
    return { ...readJson<api.Order>(answer), external_data_text, etag: answer.headers.get('etag') ?? '' };
  },
  markReady: async (id, options) =>
    readChange(await send({ method: 'POST', path: `${pathOf(id)}/ready`, repeat: 'always' }, options)),
  change: async (id, changes, { ifMatch, ...options } = {}) => {
    const headers: Record<string, string> = ifMatch === undefined ? {} : { 'if-match': ifMatch };
    const body = JSON.stringify(changes);
    return readChange(await send({ method: 'PATCH', path: pathOf(id), headers, body, repeat: 'always' }, options));
  },
  cancel: async (id, reason, options) => {
    const body = JSON.stringify({ reason });
    return readChange(await send({ method: 'POST', path: `${pathOf(id)}/cancel`, body, repeat: 'always' }, options));
  },
  answerProblem: async (id, problemId, answer, options) => {
    const path = `${pathOf(id)}/problems/${problemId}/answer`;
    return readChange(await send({ method: 'POST', path, body: JSON.stringify(answer), repeat: 'always' }, options));
  },
  list: (filter, options) => listFrom(send, { path: ordersPath, query: { ...filter } }, options),
  listEvents: (id, { after } = {}, options) =>
    listFrom(
      send,
      {
        path: `${pathOf(id)}/events`,
        cursorName: 'after',
        ...(after === undefined ? {} : { first: String(after) }),
      },
      options,
    ),
  lanes: (id, options) => callJson(send, { method: 'GET', path: `${pathOf(id)}/lanes`, repeat: 'always' }, options),
  position: (id, filter = {}, options) => {
    const waitMs = (filter.wait ?? 0) * 1_000;
    const path = `${pathOf(id)}/position`;
    return callJson(send, { method: 'GET', path, query: { ...filter }, waitMs, repeat: 'always' }, options);
  },
  times: (filter = {}, options) =>
    callJson(send, { method: 'GET', path: '/v1/order-times', query: { ...filter }, repeat: 'always' }, options),
  search: (q, options) =>
    callJson(send, { method: 'GET', path: '/v1/search', query: { q }, repeat: 'always' }, options),
});

/** The headers that choose the course of a sandbox order. */
export const writeStory = ({ scenario, speed, seed }: api.SimulationSettings): Record<string, string> => ({
  ...(scenario === undefined ? {} : { 'sandbox-scenario': scenario }),
  ...(speed === undefined ? {} : { 'sandbox-speed': String(speed) }),
  ...(seed === undefined ? {} : { 'sandbox-seed': seed }),
});

const writeOrder = ({ external_data, ...order }: api.NewOrder): string =>
  external_data instanceof JsonText
    ? writeWithMember(order, 'external_data', external_data)
    : JSON.stringify({ ...order, external_data });

const readCreated = (answer: Answer): api.OrderCreated => ({
  ...readJson<{ id: string }>(answer),
  replayed: answer.headers.get('idempotent-replayed') === 'true',
  ignored: readPointers(answer.headers.get('ignored-fields')),
  doubtful: readPointers(answer.headers.get('doubtful-fields')),
});

/** As they stand in a URI, so that a header carries any name. */
const readPointers = (header: string | null): string[] =>
  header === null ? [] : header.split(', ').map((pointer) => decodeURIComponent(pointer));

const readChange = (answer: Answer): api.OrderChange =>
  answer.status === 202 ? { applied: false, order: readJson(answer) } : { applied: true, order: readJson(answer) };
