import type { LaneDelivery } from '@delivery/contracts';
import { mayChange } from '../../api/session.js';
import { isLost, type Lane, type Receiver } from '../../lanes/rules/receivers.js';
import { OpenButton } from '../../ui/open-button.js';
import { ReplayButton } from '../deliveries/replay-button.js';
import { ReplayDeliveriesDialog } from '../deliveries/replay-deliveries-dialog.js';
import { SwitchButton } from '../endpoints/switch-button.js';
import { text } from '../text/index.js';

/** The one action of a merchant that helps its endpoint hear the rest. */
export const ReceiverHelp = ({ receiver, refresh }: { receiver: Receiver; refresh: () => void }) => {
  const { lane, lost, again, waiting } = receiver;
  if (!mayChange.value) return null;
  if (waiting > 0 && lane.endpoint.status === 'disabled') {
    return <SwitchButton endpoint={{ ...lane.endpoint, status: 'disabled' }} onDone={refresh} />;
  }
  if (lost.length === 0 || again > 0 || lane.endpoint.status === 'deleted') return null;
  return (
    <OpenButton label={text().orders.sendAgain(lost.length)} kind="primary">
      {(close) => <ReplayDeliveriesDialog deliveryIds={lost.map(({ id }) => id)} onDone={refresh} onClose={close} />}
    </OpenButton>
  );
};

type DeliveryHelpProps = { lane: Lane; delivery: LaneDelivery; refresh: () => void };

/** A merchant's action for one delivery that was given up. */
export const DeliveryHelp = ({ lane, delivery, refresh }: DeliveryHelpProps) =>
  mayChange.value && isLost(delivery, lane.deliveries) ? <ReplayButton id={delivery.id} onDone={refresh} /> : null;
