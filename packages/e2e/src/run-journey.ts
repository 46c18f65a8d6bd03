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

/** One order from create to delivered, each step sent again until it is taken, as the guide asks of integrators. */
export const runJourney = async ({ product, merchant }: { product: Product; merchant: Merchant }): Promise<string> => {
  const order = buildOrder();
  const created = await insist('create', [201], () => merchant.create(order));
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
