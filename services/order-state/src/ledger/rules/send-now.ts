import type { DeliveryView } from '@delivery/contracts';

export type SendNowRefusal = { code: 'delivery_not_waiting' | 'endpoint_disabled'; detail: string };

/** Why a delivery in this state cannot be sent now, and what can be done; `undefined`: it can, or is being sent already. */
export const refuseSendNow = (state: DeliveryView['state']): SendNowRefusal | undefined => {
  switch (state) {
    case 'waiting':
    case 'in_flight':
      return undefined;
    case 'held':
      return {
        code: 'endpoint_disabled',
        detail:
          'The delivery is held because its endpoint is disabled. Enable the endpoint: then everything that waits for it is sent.',
      };
    case 'delivered':
    case 'exhausted':
      return {
        code: 'delivery_not_waiting',
        detail: `The delivery is ${state}, so nothing is left to be sent. To send it again, replay it.`,
      };
    case 'skipped':
      return {
        code: 'delivery_not_waiting',
        detail:
          'The delivery was skipped because its endpoint was deleted. Read what happened to its order from the order’s events.',
      };
  }
};
