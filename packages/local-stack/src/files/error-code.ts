/**
 * Whether an error is a system or Postgres error of one of these codes: ENOENT, EEXIST, 42P04 … Looks at its shape,
 * because Node's own errors are no `Error` of a sandbox, such as a test runner's.
 */
export const isErrorCode = (error: unknown, ...codes: string[]): boolean =>
  isObject(error) && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);

/** Checks the status code of a container engine's answer: 404, 409 … */
export const isStatusCode = (error: unknown, ...codes: number[]): boolean =>
  isObject(error) && 'statusCode' in error && typeof error.statusCode === 'number' && codes.includes(error.statusCode);

export const messageOf = (error: unknown): string =>
  isObject(error) && 'message' in error && typeof error.message === 'string' ? error.message : String(error);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
