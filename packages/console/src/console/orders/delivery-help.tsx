import type { LaneDelivery } from '@delivery/contracts';
import { mayChange } from '../../api/session.js';
import { headOf, isLost, type Lane } from '../../lanes/rules/receivers.js';
import { hrefTo } from '../../shell/router.js';
import { SwitchButton } from '../endpoints/switch-button.js';
import { text } from '../text/index.js';

type HelpProps = { merchantId: string; lane: Lane; delivery: LaneDelivery; refresh: () => void };

/** The actions of an operator for a delivery that does not go out by itself. */
export const DeliveryHelp = ({ merchantId, lane, delivery, refresh }: HelpProps) => {
  if (!mayChange.value) return null;
  if (headOf(lane)?.id === delivery.id && lane.endpoint.status === 'disabled') {
    return <SwitchButton endpoint={lane.endpoint} onDone={refresh} />;
  }
  return isLost(delivery, lane.deliveries) ? (
    <a href={hrefTo(['merchants', merchantId, 'replays'])}>{text().orders.replay}</a>
  ) : null;
};
