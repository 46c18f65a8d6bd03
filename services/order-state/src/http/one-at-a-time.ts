import { ProblemError } from '@delivery/http-edge';

/**
 * Work that is done for one merchant at a time, in this process: what costs much must not cost more by being asked for often.
 * @throws ProblemError `rate_limited`, by what it returns, while the same merchant's is under way
 */
export const createOneAtATime = (what: string) => {
  const underWay = new Set<string>();
  return async <T>(merchantId: string, work: () => Promise<T>): Promise<T> => {
    if (underWay.has(merchantId)) {
      const detail = `${what} of this merchant is under way. Try again in a second.`;
      throw new ProblemError('rate_limited', detail, { headers: { 'retry-after': '1' } });
    }
    underWay.add(merchantId);
    try {
      return await work();
    } finally {
      underWay.delete(merchantId);
    }
  };
};
