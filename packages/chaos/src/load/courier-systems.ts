import type { OrderStatus } from '@delivery/contracts';
import type { Answer, Call, CourierSystem } from '@delivery/test-support';
import type { OrderRecord } from '../record.js';
import { insist, type Insistence, WrongAnswerError } from './insist.js';

/** Two systems that each want every delivery. */
export type CourierSystems = readonly [CourierSystem, CourierSystem];

/** How long to keep asking, where these statuses end it. */
type Until = (...final: number[]) => Insistence;

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
export const contendFor = async (systems: CourierSystems, order: OrderRecord, until: Until): Promise<CourierSystem> => {
  const accept = (system: CourierSystem) => post('accept', system, order, undefined, until(200, 409));
  const answers = await Promise.all(systems.map(accept));
  const own = await Promise.all(systems.map((system) => isOwn(system, order, until)));
  const [holder, other] = systems.filter((_system, index) => own[index]);
  if (!holder || other || own.some((isHolder, index) => isHolder !== (answers[index]?.status === 200)))
    throw new WrongAnswerError(
      `${order.id}: accepting was answered ${answers.map(({ status }) => status).join(' and ')}, and it is of ${own.filter(Boolean).length} systems`,
    );
  return holder;
};

const isOwn = async (system: CourierSystem, order: OrderRecord, until: Until): Promise<boolean> =>
  (await read(system, order, until))['state'] === 'mine';

/** A system that neither has it nor may accept it does not find it. */
const read = async (system: CourierSystem, order: OrderRecord, until: Until): Promise<Answer['body']> => {
  const call = (given: Call) => system.call(`/courier/v1/deliveries/${order.id}`, given);
  return (await insist("read by a courier's system", call, until(200, 404))).body;
};

export const releaseBy = async (system: CourierSystem, order: OrderRecord, until: Until) => {
  const { claim_id } = await read(system, order, until);
  await post('release', system, order, { claim_id }, until(200));
};

export const reportBy = async (
  system: CourierSystem,
  order: OrderRecord,
  status: OrderStatus,
  until: Until,
): Promise<void> => {
  await post('status', system, order, { status }, until(200));
  order.reported.push(status);
};
