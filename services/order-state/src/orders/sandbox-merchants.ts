import type { BatchPlan } from './rules/decide-batch.js';

/** The last sandbox merchants of whose orders something was decided here. */
export type SandboxMerchants = {
  has: (merchantId: string) => boolean;
  learn: (plan: Pick<BatchPlan, 'created' | 'changed'>) => void;
};

const merchantMax = 50_000;

/**
 * Knows sandbox merchants from decided orders: a message names its merchant, but not the merchant's mode. A merchant that is
 * not known yet counts as live, until its first order is decided.
 */
export const createSandboxMerchants = (max = merchantMax): SandboxMerchants => {
  const known = new Set<string>();
  const remember = (merchantId: string): void => {
    known.delete(merchantId);
    known.add(merchantId);
    const [oldest] = known;
    if (known.size > max && oldest !== undefined) known.delete(oldest);
  };
  return {
    has: (merchantId) => known.has(merchantId),
    learn: ({ created, changed }) => {
      for (const orders of [created, changed])
        for (const { mode, merchantId } of orders) if (mode === 'sandbox') remember(merchantId);
    },
  };
};
