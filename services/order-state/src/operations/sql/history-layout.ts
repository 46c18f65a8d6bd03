import type { Queryable, Transaction } from '@delivery/postgres';

/** Whether new orders have the history of their day, and how far those that were there before are on their way to it, or back. */
export type HistoryLayout = {
  byDay: boolean;
  /** Orders of this time are moved, from `from` to `until`; it has come to `movedTo`. `null`: all are where they should be. */
  moving: { from: Date; until: Date; movedTo: Date } | null;
  /** Orders that were moved since the layout was changed. */
  moved: number;
};

type Row = {
  by_day: boolean;
  moving_from: Date | null;
  moving_until: Date | null;
  moved_to: Date | null;
  moved: number;
};

const selectLayout = 'select by_day, moving_from, moving_until, moved_to, moved from history_layout';

export const readHistoryLayout = async (client: Queryable): Promise<HistoryLayout> =>
  toLayout((await client.query<Row>({ name: 'read_history_layout', text: selectLayout })).rows[0]);

/** `undefined`: another replica is at it. */
export const lockHistoryLayout = async (client: Transaction): Promise<HistoryLayout | undefined> => {
  const { rows } = await client.query<Row>({
    name: 'lock_history_layout',
    text: `${selectLayout} for no key update skip locked`,
  });
  return rows[0] && toLayout(rows[0]);
};

const toLayout = (row: Row | undefined): HistoryLayout => {
  if (!row) throw new Error('history_layout has lost its row');
  const { moving_from: from, moving_until: until, moved_to: movedTo } = row;
  return { byDay: row.by_day, moving: from && until && movedTo && { from, until, movedTo }, moved: row.moved };
};

/**
 * Changes the layout: new orders have it from now on, and those created since `from` are moved to it. The release before knows no
 * `events_by_day`, and Postgres refuses its change to days: its replicas would not find what is in one.
 * @returns `false`: it is that one already
 */
export const changeHistoryLayout = async (
  client: Queryable,
  wanted: { byDay: boolean; from: Date; now: Date },
): Promise<boolean> => {
  const { rowCount } = await client.query({
    name: 'change_history_layout',
    text: `
      update history_layout
      set by_day = $1, settled_by_day = $1, events_by_day = $1, moving_from = least($2::timestamptz, $3), moving_until = $3, moved_to = least($2::timestamptz, $3), moved = 0
      where by_day <> $1`,
    values: [wanted.byDay, wanted.from, wanted.now],
  });
  return rowCount === 1;
};

/** How far the move has come; `movedTo`: `null` at its end. */
export const saveHistoryMove = async (
  client: Transaction,
  { movedTo, moved }: { movedTo: Date | null; moved: number },
): Promise<void> => {
  await client.query({
    name: 'save_history_move',
    text: `
      update history_layout
      set moved_to = $1, moved = moved + $2,
          moving_from = case when $1::timestamptz is not null then moving_from end,
          moving_until = case when $1::timestamptz is not null then moving_until end`,
    values: [movedTo, moved],
  });
};
