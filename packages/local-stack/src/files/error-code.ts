/** Whether an error is a system or Postgres error of one of these codes: ENOENT, EEXIST, 42P04 … */
export const isErrorCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
