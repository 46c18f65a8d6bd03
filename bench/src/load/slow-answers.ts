/** The answers of a merchant's server whose speed changes while it runs. */
export const createSlowAnswers = () => {
  let delayMs = 0;
  let taken = 0;
  let wanted: { count: number; resolve: (taken: number) => void } | undefined;
  return {
    take: (answer: () => void): void => {
      taken += 1;
      if (wanted && taken >= wanted.count) wanted.resolve(taken);
      if (delayMs === 0) answer();
      else setTimeout(answer, delayMs);
    },
    /** Sets the delay of answers to requests that arrive from now on. */
    answerAfter: (ms: number): void => {
      delayMs = ms;
    },
    /** Until this many more have come. */
    waitFor: (more: number): Promise<number> =>
      new Promise((resolve) => {
        wanted = { count: taken + more, resolve };
      }),
  };
};
