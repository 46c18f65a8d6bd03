/** What is due goes first, live before replays; what is not due yet, as its time comes. $1 is now. */
export const turn = 'greatest(not_before, $1), replay_id is not null, not_before, id';

/**
 * The first deliveries that wait for endpoint `i` with an open gate, in their turn, locked. For a `lateral`: the planner cannot
 * know how few they are.
 * @param limit how many, as SQL
 */
export const firstWaiting = (limit: string): string => `
  select * from (
    ${ofKind('replay_id is null', limit)} union all ${ofKind('replay_id is not null', limit)}
  ) waiting
  order by ${turn} limit ${limit}`;

/** Each of the two has an index. */
const ofKind = (kind: 'replay_id is null' | 'replay_id is not null', limit: string): string => `
    select * from (
      select id, not_before, replay_id from deliveries
      where endpoint_id = i.endpoint_id and state = 'waiting' and gate_open and ${kind}
      order by not_before, id limit ${limit}
      for update skip locked
    ) waiting`;
