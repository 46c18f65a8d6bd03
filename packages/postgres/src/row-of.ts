/** Members of an answer that are times, such as `created_at`. */
type TimeName = `${'' | `${string}_`}${'at' | 'since' | 'until'}`;

/**
 * A row whose columns are the members of an answer: its times are dates, which JSON writes as answers have them. Within JSON that
 * Postgres makes they are text already.
 */
export type RowOf<View> = View extends unknown
  ? { [Name in keyof View]: Name extends TimeName ? Exclude<View[Name], string> | Date : View[Name] }
  : never;

/** A time within JSON that Postgres makes, as answers have it. @param column an expression */
export const instantText = (column: string): string =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
