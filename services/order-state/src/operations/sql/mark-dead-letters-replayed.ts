import { type Queryable, relation } from '@delivery/postgres';

const marked = relation<{ id: string; count: number }>({
  id: ['uuid', ({ id }) => id],
  count: ['int', ({ count }) => count],
});

/**
 * Takes dead letters off the list, once the broker has their messages again. Not one that was refused meanwhile, which its
 * count tells: then it is on the list again, and rightly.
 */
export const markDeadLettersReplayed = async (
  client: Queryable,
  letters: readonly { id: string; count: number }[],
): Promise<void> => {
  await client.query({
    name: 'mark_dead_letters_replayed',
    text: `
      update dead_letters d set replayed_at = now()
      from ${marked.unnest(1)} as t (${marked.columns}) where d.id = t.id and d.count = t.count`,
    values: marked.values(letters),
  });
};
