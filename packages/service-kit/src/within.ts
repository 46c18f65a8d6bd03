/** The result of the work, or `'overdue'` where it takes longer. The work goes on. */
export const within = async <T>(work: Promise<T>, limitMs: number): Promise<T | 'overdue'> => {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<'overdue'>((resolve) => {
    timer = setTimeout(resolve, limitMs, 'overdue');
  });
  try {
    return await Promise.race([work, overdue]);
  } finally {
    clearTimeout(timer);
  }
};
