import { setTimeout as delay } from 'node:timers/promises';
import type { OrderStatus } from '@delivery/contracts';
import type { Call, CourierSystem } from '@delivery/test-support';
import type { OrderRecord } from '../record.js';
import { insist, type Insistence, WrongAnswerError } from './insist.js';

/** Two systems that each want every delivery. */
export type CourierSystems = readonly [CourierSystem, CourierSystem];

/** How long to keep asking, where these statuses end it. */
type Until = (...final: number[]) => Insistence;

const lookAgainMs = 150;

const post = (what: string, system: CourierSystem, order: OrderRecord, body: object | undefined, until: Insistence) =>
  insist(
    `${what} by a courier's system`,
    (call: Call) =>
      system.call(`/courier/v1/deliveries/${order.id}/${what}`, {
        method: 'POST',
        ...(body === undefined ? {} : { body }),
        ...call,
      }),
    until,
  );

/** Both accept at once. @returns the one that has it */
export const contendFor = async (
  systems: CourierSystems,
  order: OrderRecord,
  until: Until,
  signal: AbortSignal,
): Promise<CourierSystem> => {
  const accept = (system: CourierSystem) => post('accept', system, order, undefined, until(200, 202, 409));
  const answers = await Promise.all(systems.map(accept));
  if (answers.every(({ status }) => status === 200))
    throw new WrongAnswerError(`${order.id}: two systems were told that they have it`);
  while (!signal.aborted) {
    const own = await Promise.all(systems.map((system) => isOwn(system, order, until)));
    const [holder, other] = systems.filter((_system, index) => own[index]);
    if (other) throw new WrongAnswerError(`${order.id}: two systems have it`);
    if (holder) return holder;
    await delay(lookAgainMs);
  }
  throw new Error(`${order.id}: no system has it`);
};

/** A system that neither has it nor may accept it does not find it. */
const isOwn = async (system: CourierSystem, order: OrderRecord, until: Until): Promise<boolean> => {
  const read = (call: Call) => system.call(`/courier/v1/deliveries/${order.id}`, call);
  const { body } = await insist("read by a courier's system", read, until(200, 404));
  return body['state'] === 'mine';
};

/** Until it does not have it any more: 202 says that it will be so. */
export const releaseBy = async (
  system: CourierSystem,
  order: OrderRecord,
  until: Until,
  signal: AbortSignal,
): Promise<void> => {
  await post('release', system, order, undefined, until(200, 202));
  while (!signal.aborted && (await isOwn(system, order, until))) await delay(lookAgainMs);
};

export const reportBy = async (
  system: CourierSystem,
  order: OrderRecord,
  status: OrderStatus,
  until: Until,
): Promise<void> => {
  await post('status', system, order, { status }, until(200, 202));
  order.reported.push(status);
};
