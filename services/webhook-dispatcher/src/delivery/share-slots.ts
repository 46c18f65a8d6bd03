/** The merchant and the origin that a post counts for. */
export type PostedFor = { ownerId: string; origin: string; isTest: boolean };

/** Takes a slot for one post. @returns how to give it back; `undefined` where the rest is kept for others */
export type TakeSlot = (post: PostedFor) => (() => void) | undefined;

/**
 * A dispatcher's slots: how many deliveries it posts at once. A merchant and the origin that it posts to may together
 * hold fewer than are free. So a merchant alone comes to a third of them, any number of merchants of one origin to a
 * half, and however many are slow, a merchant that holds none gets a slot at once. Nothing waits here: a delivery that
 * gets no slot is deferred.
 *
 * These are dynamic thresholds as of Choudhury and Hahne, "Dynamic queue length thresholds for shared-memory packet
 * switches" (1998): the slow merchants need not be known, and slots that others leave free go to the one that needs
 * them.
 */
export const createSlots = ({
  placesMax,
  perOriginMax,
}: {
  placesMax: number;
  /** One merchant comes to half of it. */
  perOriginMax: number;
}): TakeSlot => {
  const [byMerchant, byOrigin, testsByMerchant] = [createCounts(), createCounts(), createCounts()];
  let taken = 0;

  return ({ ownerId, origin, isTest }) => {
    const room = Math.min(placesMax - taken, perOriginMax);
    if (byMerchant.of(ownerId) + byOrigin.of(origin) >= room) return undefined;
    if (isTest && testsByMerchant.of(ownerId) >= testsPerMerchantMax) return undefined;
    const move = (by: 1 | -1): void => {
      taken += by;
      byMerchant.add(ownerId, by);
      byOrigin.add(origin, by);
      if (isTest) testsByMerchant.add(ownerId, by);
    };
    move(1);
    return () => move(-1);
  };
};

/** One for each endpoint that a merchant can have: order-state allows one test of an endpoint at a time. */
const testsPerMerchantMax = 5;

/** Forgets a key that has none, so that the map holds only posts under way. */
const createCounts = () => {
  const counts = new Map<string, number>();
  const of = (key: string): number => counts.get(key) ?? 0;
  return {
    of,
    add: (key: string, by: number): void => {
      const count = of(key) + by;
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
    },
  };
};
