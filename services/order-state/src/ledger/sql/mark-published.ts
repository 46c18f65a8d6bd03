import { type Queryable, relation } from '@delivery/postgres';
import type { DeliveryState } from '../rules/delivery.js';

export type PublishedRelease = { id: string; generation: number };

const published = relation<PublishedRelease>({
  id: ['uuid', (release) => release.id],
  generation: ['int', (release) => release.generation],
});

/**
 * The broker has these releases: nobody has to publish them again. One that somebody else holds is being settled, and needs
 * no mark. No index changes, so the updates stay HOT.
 *
 * The state is a parameter: written out it would let the planner read all that is in flight, by its index, once for each
 * release that it is asked for.
 */
export const markPublished = async (client: Queryable, releases: readonly PublishedRelease[]): Promise<void> => {
  await client.query({
    name: 'mark_published',
    text: `
      with confirmed as (
        select d.id from ${published.unnest(2)} as t (${published.columns}) cross join lateral (
          select id from deliveries where id = t.id and generation = t.generation and state = $1 limit 1
          for no key update skip locked) d
      )
      update deliveries set published = true where id = any(array(select id from confirmed))`,
    values: ['in_flight' satisfies DeliveryState, ...published.values(releases)],
  });
};
