import type { OrderStatus } from '@delivery/contracts';
import { type Answer, buildOrder, expectSuccess, type Merchant, pollUntil, type Product } from '@delivery/test-support';

/** The courier's reports after ready. */
export const courierStatuses: readonly OrderStatus[] = [
  'on_route_to_pickup',
  'at_pickup',
  'on_route_to_delivery',
  'delivered',
];
/** status_changed and delivery_requested for ready, then one for each report. */
export const journeyEventCount = 2 + courierStatuses.length;

type Actors = { product: Product; merchant: Merchant };

/** One order from create to delivered, each step sent again until it is taken, as the guide asks of integrators. */
export const runJourney = async (
  { product, merchant }: Actors,
  onCreated: () => void = () => undefined,
): Promise<string> => {
  const order = buildOrder();
  const created = await insist('create', [201], () => merchant.create(order));
  onCreated();
  const id = String(created.body['id']);
  await insist('ready', [200, 202], () => merchant.ready(id));
  // A report that overtook a ready in the queue would be refused: the courier begins when the order is ready.
  await insist(
    'get',
    [200],
    () => merchant.get(id),
    ({ body }) => body['status'] === 'ready',
  );
  for (const status of courierStatuses) await insist(status, [200], () => product.operator.status(id, status));
  return id;
};

const stepTimeoutMs = 60_000;

const insist = (
  step: string,
  statuses: readonly number[],
  call: () => Promise<Answer>,
  isDone: (answer: Answer) => boolean = () => true,
): Promise<Answer> => {
  const once = async (): Promise<Answer | undefined> => {
    const answer = await call();
    if (statuses.includes(answer.status)) return isDone(answer) ? answer : undefined;
    expectSuccess(answer);
    throw new Error(`unexpected ${answer.status}`);
  };
  return pollUntil(`${step} answered ${statuses.join(' or ')}`, once, stepTimeoutMs);
};

export type Load = {
  /** Resolves when so many orders have been created. */
  created: (count: number) => Promise<void>;
  /** The ids of all orders; rejects when a journey could not be finished. */
  done: Promise<string[]>;
};

/** Many journeys, `concurrency` at a time. */
export const startLoad = (actors: Actors, { orders, concurrency }: { orders: number; concurrency: number }): Load => {
  const waiting = new Set<{ count: number; resolve: () => void }>();
  let createdCount = 0;
  let startedCount = 0;
  const onCreated = () => {
    createdCount += 1;
    for (const wait of waiting) if (createdCount >= wait.count) wait.resolve();
  };
  const work = async (): Promise<string[]> => {
    const ids: string[] = [];
    while (startedCount < orders) {
      startedCount += 1;
      ids.push(await runJourney(actors, onCreated));
    }
    return ids;
  };
  const done = Promise.all(Array.from({ length: concurrency }, work)).then((ids) => ids.flat());
  return {
    done,
    created: async (count) => {
      const reached = new Promise<void>((resolve) => waiting.add({ count, resolve }));
      // A load that fails earlier must not leave its test waiting.
      await Promise.race([reached, done]);
    },
  };
};
