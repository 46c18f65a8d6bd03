import type { LaneDelivery } from '@delivery/contracts';
import { useLive } from '../../api/live.js';
import { mayChange } from '../../api/session.js';
import { headOf, isLost, type Lane } from '../../lanes/rules/order-verdict.js';
import { hrefTo } from '../../shell/router.js';
import { reads } from '../api/calls.js';
import { SwitchButton } from '../endpoints/switch-button.js';
import { text } from '../text/index.js';

type HelpProps = { merchantId: string; lane: Lane; delivery: LaneDelivery; refresh: () => void };

/** What an operator can do for a delivery that does not go out by itself. */
export const DeliveryHelp = ({ merchantId, lane, delivery, refresh }: HelpProps) => {
  if (!mayChange.value) return null;
  if (headOf(lane)?.id === delivery.id && lane.endpoint.status === 'disabled') {
    return <EnableButton merchantId={merchantId} endpoint={lane.endpoint} refresh={refresh} />;
  }
  return isLost(delivery, lane.deliveries) ? (
    <a href={hrefTo(['merchants', merchantId, 'replays'])}>{text().orders.replay}</a>
  ) : null;
};

const endpointsEveryMs = 5_000;

/** How many wait for it, of all orders, is told by lists alone. */
const EnableButton = ({
  merchantId,
  endpoint,
  refresh,
}: {
  merchantId: string;
  endpoint: Lane['endpoint'];
  refresh: () => void;
}) => {
  const endpoints = useLive(reads.endpoints({ merchant_id: merchantId }), endpointsEveryMs);
  const waiting = endpoints.data.value?.data.find(({ id }) => id === endpoint.id)?.waiting ?? 0;
  return <SwitchButton endpoint={endpoint} waiting={waiting} onDone={refresh} />;
};
