import type { DeliveryView } from '@delivery/contracts';

/** Whether it can be sent again, as far as the page can tell. Pure. */
export const isReplayable = ({ state, replay_id }: Pick<DeliveryView, 'state' | 'replay_id'>): boolean =>
  (state === 'delivered' || state === 'exhausted') && replay_id === null;
