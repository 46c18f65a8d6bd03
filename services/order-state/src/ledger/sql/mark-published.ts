import { type Queryable, relation } from '@delivery/postgres';

export type PublishedRelease = { id: string; generation: number };

const published = relation<PublishedRelease>({
  id: ['uuid', (release) => release.id],
  generation: ['int', (release) => release.generation],
});

/**
 * The broker has these releases: nobody has to publish them again. One that somebody else holds is being settled, and needs
 * no mark. No index changes, so the updates stay HOT.
 */
export const markPublished = async (client: Queryable, releases: readonly PublishedRelease[]): Promise<void> => {
  await client.query({
    name: 'mark_published',
    text: `
      with confirmed as (
        select d.id from ${published.unnest(1)} as t (${published.columns})
          join deliveries d on d.id = t.id and d.generation = t.generation
        where not d.published for no key update of d skip locked
      )
      update deliveries d set published = true from confirmed where d.id = confirmed.id`,
    values: published.values(releases),
  });
};
