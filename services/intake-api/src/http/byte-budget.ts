/** The merchant and address for which bytes are held. */
export type ByteOwner = { merchantId: string; address: string };

export type ByteBudget = {
  /** Takes bytes. @returns how to give them back; `undefined` where the rest is kept for others */
  take: (owner: ByteOwner, bytes: number) => (() => void) | undefined;
  takenBytes: () => number;
};

/** Shared by all requests of one process, for their bodies and their answers. */
export const budgetMaxBytes = 64 * 1024 * 1024;

/**
 * The bytes that all requests together may hold. A merchant and the address that it calls from may together hold half
 * as many as are free. So one merchant comes to a fifth of the budget, any number of merchants of one address to a
 * third, and each further merchant that takes all that it gets leaves four fifths of the free bytes to those that hold
 * nothing: the dynamic thresholds by which a dispatcher shares its slots.
 */
export const createByteBudget = (maxBytes: number): ByteBudget => {
  const [byMerchant, byAddress] = [new Map<string, number>(), new Map<string, number>()];
  let taken = 0;
  return {
    take: ({ merchantId, address }, bytes) => {
      const held = (byMerchant.get(merchantId) ?? 0) + (byAddress.get(address) ?? 0);
      if (2 * (held + bytes) > maxBytes - taken) return undefined;
      const move = (by: number): void => {
        taken += by;
        add(byMerchant, merchantId, by);
        add(byAddress, address, by);
      };
      move(bytes);
      return () => move(-bytes);
    },
    takenBytes: () => taken,
  };
};

/** An owner that holds nothing is forgotten: the map is no larger than the number of owners with bytes. */
const add = (counts: Map<string, number>, key: string, by: number): void => {
  const count = (counts.get(key) ?? 0) + by;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
};
