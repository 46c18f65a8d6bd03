export const toDate = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

/** Before and after every id: where a walk in id order begins, so that its condition is one that the index knows. */
export const nilUuid = '00000000-0000-0000-0000-000000000000';
export const maxUuid = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
