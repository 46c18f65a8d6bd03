/** `Array.fromAsync`, which Node 20 lacks. */
export const collect = async <T>(entries: AsyncIterable<T>): Promise<T[]> => {
  const collected: T[] = [];
  for await (const entry of entries) collected.push(entry);
  return collected;
};
