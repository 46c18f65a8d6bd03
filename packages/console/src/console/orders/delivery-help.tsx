import type { LaneDelivery } from '@delivery/contracts';
import { may } from '../../api/session.js';
import { isLost, type Lane } from '../../lanes/rules/receivers.js';
import { hrefTo } from '../../shell/router.js';
import { ownerPlace } from '../api/owners.js';
import { text } from '../text/index.js';

type HelpProps = { ownerId: string; lane: Lane; delivery: LaneDelivery };

/** An operator's action for one delivery that was given up. */
export const DeliveryHelp = ({ ownerId, lane, delivery }: HelpProps) =>
  may('act') && isLost(delivery, lane.deliveries) ? (
    <a href={hrefTo([...ownerPlace(ownerId), 'replays'])}>{text().orders.replay}</a>
  ) : null;
