import type { Queryable } from '@delivery/postgres';
import type { TakenDelivery } from '../rules/pulled-attempts.js';
import { takenColumns, type TakenRow, toTakenDelivery } from './taken-row.js';

/** What was taken and not acked in time, the longest overdue first. Nothing is locked: whoever settles it locks its order first. */
export const readLapsed = async (client: Queryable, now: Date, lapseMax: number): Promise<TakenDelivery[]> => {
  const { rows } = await client.query<TakenRow>({
    name: 'read_lapsed',
    text: `
      select ${takenColumns} from deliveries d
      where d.state = 'in_flight' and d.visible_until > '-infinity' and d.visible_until <= $1
      order by d.visible_until limit $2`,
    values: [now, lapseMax],
  });
  return rows.map(toTakenDelivery);
};
