/** A step that used up its patience. */
class OverdueError extends Error {
  override readonly name = 'OverdueError';
}

/**
 * Waits for a step up to a limit: a step that hangs is named instead of waited for.
 * @throws OverdueError when the patience is used up; the step is left behind as it is
 */
export const endWithin = async <T>(step: string, patienceMs: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OverdueError(`${step} did not end within ${patienceMs} ms`)), patienceMs);
  });
  try {
    return await Promise.race([work, overdue]);
  } finally {
    clearTimeout(timer);
  }
};
