import type { LaneDelivery } from '@delivery/contracts';
import { may } from '../../api/session.js';
import { isLost, type Lane } from '../../lanes/rules/receivers.js';
import { hrefTo } from '../../shell/router.js';
import { text } from '../text/index.js';

type HelpProps = { merchantId: string; lane: Lane; delivery: LaneDelivery };

/** An operator's action for one delivery that was given up. */
export const DeliveryHelp = ({ merchantId, lane, delivery }: HelpProps) =>
  may('act') && isLost(delivery, lane.deliveries) ? (
    <a href={hrefTo(['merchants', merchantId, 'replays'])}>{text().orders.replay}</a>
  ) : null;
