/** As many as a phone shows in one line. */
const inLineMax = 5;

/** The places that a phone shows at once: the first ones, and the one where one is. */
export const placesInLine = (places: readonly string[], current: string): readonly string[] => {
  if (places.length <= inLineMax) return places;
  const first = places.slice(0, inLineMax - 1);
  if (first.includes(current) || !places.includes(current)) return first;
  return [...first.slice(0, -1), current];
};
