/** Column arrays for `unnest`: one multi-row statement whatever the batch's size. */
export const column = <Row, Value>(rows: readonly Row[], pick: (row: Row) => Value): Value[] => rows.map(pick);

export const toDate = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));
