import type { LaneDelivery } from '@delivery/contracts';
import { may } from '../../api/session.js';
import { isLost, type Lane, type Receiver } from '../../lanes/rules/receivers.js';
import { hrefTo } from '../../shell/router.js';
import { OpenButton } from '../../ui/open-button.js';
import { ownerPlace } from '../api/owners.js';
import { SwitchButton } from '../endpoints/switch-button.js';
import { ReplayDeliveriesDialog } from '../owners/replay-deliveries-dialog.js';
import { text } from '../text/index.js';

type ReceiverHelpProps = { ownerId: string; receiver: Receiver; refresh: () => void };

/** The one action of an operator that helps an endpoint hear the rest. */
export const ReceiverHelp = ({ ownerId, receiver, refresh }: ReceiverHelpProps) => {
  const { lane, lost, again, waiting } = receiver;
  if (!may('act')) return null;
  if (waiting > 0 && lane.endpoint.status === 'disabled') {
    return <SwitchButton endpoint={lane.endpoint} onDone={refresh} />;
  }
  if (lost.length === 0 || again > 0 || lane.endpoint.status === 'deleted') return null;
  return (
    <OpenButton label={text().orders.sendAgain(lost.length)} kind="primary">
      {(close) => (
        <ReplayDeliveriesDialog
          ownerId={ownerId}
          deliveryIds={lost.map(({ id }) => id)}
          onDone={refresh}
          onClose={close}
        />
      )}
    </OpenButton>
  );
};

type DeliveryHelpProps = { ownerId: string; lane: Lane; delivery: LaneDelivery };

/** An operator's action for one delivery that was given up. */
export const DeliveryHelp = ({ ownerId, lane, delivery }: DeliveryHelpProps) =>
  may('act') && isLost(delivery, lane.deliveries) ? (
    <a href={hrefTo([...ownerPlace(ownerId), 'replays'])}>{text().orders.replay}</a>
  ) : null;
