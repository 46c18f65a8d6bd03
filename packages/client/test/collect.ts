/** What `Array.fromAsync` does, which Node 20 has not. */
export const collect = async <T>(entries: AsyncIterable<T>): Promise<T[]> => {
  const collected: T[] = [];
  for await (const entry of entries) collected.push(entry);
  return collected;
};
