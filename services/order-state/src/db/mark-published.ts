import type { Queryable } from './pool.js';
import { column } from './sql-types.js';

export type PublishedRelease = { id: string; generation: number };

/** The broker has these releases: nobody has to publish them again. No index changes, so the updates stay HOT. */
export const markPublished = async (client: Queryable, releases: readonly PublishedRelease[]): Promise<void> => {
  await client.query({
    name: 'mark_published',
    text: `
      update deliveries d set published = true
      from unnest($1::uuid[], $2::int[]) as t (id, generation)
      where d.id = t.id and d.generation = t.generation and d.state = 'in_flight'`,
    values: [column(releases, (release) => release.id), column(releases, (release) => release.generation)],
  });
};
