import { temporarilyUnavailable } from '@delivery/http-edge';
import type { BroadcastListener } from '@delivery/messaging';
import { OverLimitError } from '../shares/over-limit.js';

/** Open polls of one merchant at once, over its endpoints. */
const merchantPollsMax = 50;

/**
 * Counts open polls, so that neither one merchant nor all of them have more connections open than there is polls for.
 */
export type PollSlots = {
  /** @throws ProblemError `rate_limited`, `temporarily_unavailable` */
  take: (ownerId: string) => void;
  giveBack: (ownerId: string) => void;
};

/** Wake-ups are listened to for this long after the last poll: a client that polls, polls again soon. */
const listenOnMs = 60_000;

/** @param wakes listened to while polls are open */
export const createPollSlots = (pollsMax: number, wakes: BroadcastListener): PollSlots => {
  let pausing: NodeJS.Timeout | undefined;
  const byMerchant = new Map<string, number>();
  let total = 0;
  const add = (ownerId: string, change: 1 | -1): void => {
    total += change;
    const count = (byMerchant.get(ownerId) ?? 0) + change;
    if (count === 0) byMerchant.delete(ownerId);
    else byMerchant.set(ownerId, count);
    clearTimeout(pausing);
    if (total > 0) wakes.listen();
    else pausing = setTimeout(wakes.pause, listenOnMs).unref();
  };
  return {
    take: (ownerId) => {
      if ((byMerchant.get(ownerId) ?? 0) >= merchantPollsMax) throw tooManyPolls();
      if (total >= pollsMax) throw temporarilyUnavailable('Too many polls are open. Try again.');
      add(ownerId, 1);
    },
    giveBack: (ownerId) => add(ownerId, -1),
  };
};

const tooManyPolls = (): OverLimitError =>
  new OverLimitError(
    'open_polls',
    `This merchant already has ${merchantPollsMax} open polls, the maximum. Wait until one of them is answered.`,
  );
