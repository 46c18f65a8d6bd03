/**
 * The role that order-state works with. It owns nothing and reads and writes rows; what the owner alone may do for it is in functions of
 * the schema. It sees what other sessions hold, for metrics and runbooks.
 */
export const workingRole = { name: 'order_state', memberOf: ['pg_read_all_stats'] } as const;

/**
 * SQL for a database, before its first migration: its tables come with the rights, those of later releases and later days too.
 * @param owner the role that migrates
 */
export const grantRows = (owner: string): string =>
  `alter default privileges for role ${owner} in schema public grant select, insert, update, delete on tables to ${workingRole.name}`;
