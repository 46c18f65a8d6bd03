import type { LaneDelivery } from '@delivery/contracts';
import { mayChange } from '../../api/session.js';
import { isLost, type Lane } from '../../lanes/rules/receivers.js';
import { ReplayButton } from '../deliveries/replay-button.js';

type HelpProps = { lane: Lane; delivery: LaneDelivery; refresh: () => void };

/** A merchant's action for one delivery that was given up. */
export const DeliveryHelp = ({ lane, delivery, refresh }: HelpProps) =>
  mayChange.value && isLost(delivery, lane.deliveries) ? <ReplayButton id={delivery.id} onDone={refresh} /> : null;
