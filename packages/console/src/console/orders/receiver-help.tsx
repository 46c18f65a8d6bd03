import { may } from '../../api/session.js';
import type { Receiver } from '../../lanes/rules/receivers.js';
import { OpenButton } from '../../ui/open-button.js';
import { SwitchButton } from '../endpoints/switch-button.js';
import { ReplayDeliveriesDialog } from '../owners/replay-deliveries-dialog.js';
import { text } from '../text/index.js';

type HelpProps = { ownerId: string; receiver: Receiver; refresh: () => void };

/** The one action of an operator that helps an endpoint hear the rest. */
export const ReceiverHelp = ({ ownerId, receiver, refresh }: HelpProps) => {
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
