/** However often and concurrently it is called, the work is done once; every caller waits for it. */
export const callOnce = (work: () => Promise<void>): (() => Promise<void>) => {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
};
