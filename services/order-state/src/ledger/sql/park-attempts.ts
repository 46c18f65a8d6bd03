import { type DeliveryAttempted, deliveryAttemptedSchema } from '@delivery/contracts';
import { type Queryable, relation } from '@delivery/postgres';

const parked = relation<DeliveryAttempted>({ attempt: ['json', (attempt) => JSON.stringify(attempt)] });

/** Keeps reports of attempts that need a row which another session holds. Settled twice, an attempt changes nothing. */
export const parkAttempts = async (
  client: Queryable,
  attempts: readonly DeliveryAttempted[],
  parkedAt: Date,
): Promise<void> => {
  await client.query({
    name: 'park_attempts',
    text: `
      insert into parked_attempts (parked_at, ${parked.columns})
      select $1, t.* from ${parked.unnest(2)} as t`,
    values: [parkedAt, ...parked.values(attempts)],
  });
};

export type ParkedAttempt = { position: number; attempt: DeliveryAttempted };

/** The next of them behind a position. */
export const readParkedAttempts = async (
  client: Queryable,
  after: number,
  attemptMax: number,
): Promise<ParkedAttempt[]> => {
  const { rows } = await client.query<{ position: number; attempt: unknown }>({
    name: 'read_parked_attempts',
    text: 'select position, attempt from parked_attempts where position > $1 order by position limit $2',
    values: [after, attemptMax],
  });
  return rows.map(({ position, attempt }) => ({ position, attempt: deliveryAttemptedSchema.parse(attempt) }));
};

export const unparkAttempts = async (client: Queryable, positions: readonly number[]): Promise<void> => {
  await client.query({
    name: 'unpark_attempts',
    text: 'delete from parked_attempts where position = any($1)',
    values: [[...positions]],
  });
};
