import { may } from '../api/session.js';
import { text } from '../text/index.js';
import { OpenButton } from '../ui/buttons.js';
import { ReplayDeliveriesDialog } from '../webhooks/replay-deliveries-dialog.js';
import { SwitchButton } from '../webhooks/switch-button.js';
import type { Receiver } from './rules/receivers.js';

type ReceiverHelpProps = { owner: string; receiver: Receiver; refresh: () => void };

/** The one action that helps an endpoint hear the rest. */
export const ReceiverHelp = ({ owner, receiver, refresh }: ReceiverHelpProps) => {
  const { lane, lost, again, waiting } = receiver;
  if (!may('act')) return null;
  if (waiting > 0 && lane.endpoint.status === 'disabled') {
    return <SwitchButton endpoint={lane.endpoint} onDone={refresh} />;
  }
  if (lost.length === 0 || again > 0 || lane.endpoint.status === 'deleted') return null;
  return (
    <OpenButton label={text().orders.sendAgain(lost.length)} kind="primary">
      {(close) => (
        <ReplayDeliveriesDialog owner={owner} deliveryIds={lost.map(({ id }) => id)} onDone={refresh} onClose={close} />
      )}
    </OpenButton>
  );
};
