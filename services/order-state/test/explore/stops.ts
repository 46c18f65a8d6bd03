import { openTransaction } from '../support/hold-rows.js';
import { stopNotice } from './gated-pool.js';

/** Any constant: a session that stops inside a statement waits for this lock. */
const stopLock = 7_305;

/** The tables that the ledger's transactions write, and decide by. */
const written = [
  'orders',
  'webhook_deliveries',
  'endpoints',
  'endpoint_windows',
  'window_wakes',
  'parked_commands',
  'parked_attempts',
  'order_timers',
  'replays',
];
/** Tables whose rows a statement finds and then locks, without writing them: a trigger sees nothing of it, a policy does. */
const read = ['order_timers'];

const installSql = `
  create schema explorer;
  grant usage on schema explorer to public;
  create function explorer.reach() returns boolean language plpgsql as $$
  declare
    reached int := current_setting('explorer.reached')::int + 1;
  begin
    perform set_config('explorer.reached', reached::text, false);
    if reached = current_setting('explorer.stop_at')::int then
      raise notice '${stopNotice}';
      perform pg_advisory_xact_lock_shared(${stopLock});
    end if;
    return true;
  end $$;
  create function explorer.before_write() returns trigger language plpgsql as $$
  begin
    perform explorer.reach();
    if tg_op = 'DELETE' then return old; end if;
    return new;
  end $$;
  create function explorer.before_read() returns boolean language plpgsql as $$
  begin
    return coalesce(current_setting('explorer.stop_at', true), '') = '' or explorer.reach();
  end $$;
  ${written
    .flatMap((table) =>
      ['statement', 'row'].map(
        (each) => `
  create trigger a_stop_${each} before insert or update or delete on ${table} for each ${each}
    when (current_setting('explorer.stop_at', true) <> '') execute function explorer.before_write();`,
      ),
    )
    .join('')}
  ${read
    .map(
      (table) => `
  alter table ${table} enable row level security;
  create policy stop on ${table} using (explorer.before_read()) with check (true);`,
    )
    .join('')}`;

export type Stops = {
  /** Until `letGo`, a session that reaches its stop waits there. */
  hold: () => Promise<void>;
  letGo: () => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Lets a session stop inside a statement, between its snapshot and what it locks or writes: before each writing part of it, before each row,
 * and at rows that it looks for. All of it is in the explorer's database only. A row lock of a third session would change what `skip locked`
 * passes over. Policies do not hold for the owner of the tables, as whom the explorer restores them.
 */
export const installStops = async (databaseUrl: string): Promise<Stops> => {
  const holder = await openTransaction(databaseUrl);
  await holder.query(installSql);
  await holder.query('commit');
  return {
    hold: async () => {
      await holder.query(`select pg_advisory_lock(${stopLock})`);
    },
    letGo: async () => {
      await holder.query(`select pg_advisory_unlock(${stopLock})`);
    },
    close: () => holder.end(),
  };
};

/** Has a session stop there from now on; 0: it counts, and stops nowhere. */
export const stopAt = (place: number): string => `set explorer.reached = 0; set explorer.stop_at = ${place}`;

/** The session neither counts nor stops. */
export const stopNowhere = `set explorer.stop_at = ''`;

export const readReached = `select current_setting('explorer.reached')::int as reached`;
