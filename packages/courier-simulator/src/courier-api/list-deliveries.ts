import { type CourierDelivery, courierDeliveryListSchema, courierDeliveryStates } from '@delivery/contracts';
import type { CallCourierApi, Unavailable } from './call-courier-api.js';

/** A delivery that simulated couriers move. */
export type SandboxDelivery = Pick<CourierDelivery, 'id' | 'state' | 'status' | 'updated_at' | 'tracking_url'> &
  Pick<NonNullable<CourierDelivery['sandbox']>, 'merchant_id' | 'scenario' | 'speed' | 'seed' | 'ready_at'>;

const pageSize = 100;

/** Hands over those that are open, then those that the system has, page by page. Resolves with the failure that stopped it, or with nothing. */
export const listDeliveries = async (
  call: CallCourierApi,
  onPage: (deliveries: readonly SandboxDelivery[]) => void,
): Promise<Unavailable | undefined> => {
  for (const state of courierDeliveryStates) {
    for (let cursor: string | null = ''; cursor !== null;) {
      const from: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const came = await call({ method: 'GET', path: `/deliveries?state=${state}&limit=${pageSize}${from}` });
      if (came.kind === 'unavailable') return came;
      if (came.kind === 'refused') return { kind: 'unavailable', reason: `answered ${came.status} ${came.code}` };
      const page = courierDeliveryListSchema.safeParse(came.body).data;
      if (!page) return { kind: 'unavailable', reason: 'answered, but not like this release of the couriers’ API' };
      onPage(page.data.flatMap(toSimulated));
      cursor = page.next_cursor;
    }
  }
  return undefined;
};

/** What its merchant moves by hand is left alone. */
const toSimulated = ({ sandbox, ...delivery }: CourierDelivery): SandboxDelivery[] => {
  if (!sandbox || sandbox.manual_since !== null) return [];
  const { id, state, status, updated_at, tracking_url } = delivery;
  const { merchant_id, scenario, speed, seed, ready_at } = sandbox;
  return [{ id, state, status, updated_at, tracking_url, merchant_id, scenario, speed, seed, ready_at }];
};
