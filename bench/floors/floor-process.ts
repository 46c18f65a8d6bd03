/** The settings of a floor from its parent, and the message that it is ready. */
export const setting = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
};

export const announceReady = (port = 0): void => {
  process.send?.({ port });
  // The parent holds the other end: a floor does not outlive it.
  process.on('disconnect', () => process.exit(0));
};
