import type { LaneDelivery } from '@delivery/contracts';
import { headOf, isLost, type Lane } from '../../lanes/rules/receivers.js';
import { ReplayButton } from '../deliveries/replay-button.js';
import { SwitchButton } from '../endpoints/switch-button.js';

type HelpProps = { lane: Lane; delivery: LaneDelivery; refresh: () => void };

/** The actions of a merchant for a delivery that does not go out by itself. */
export const DeliveryHelp = ({ lane, delivery, refresh }: HelpProps) => {
  if (headOf(lane)?.id === delivery.id && lane.endpoint.status === 'disabled') {
    return <SwitchButton endpoint={{ ...lane.endpoint, status: 'disabled' }} onDone={refresh} />;
  }
  return isLost(delivery, lane.deliveries) ? <ReplayButton id={delivery.id} onDone={refresh} /> : null;
};
