import type { DeliveryView } from '@delivery/contracts';
import { OpenButton } from '../../ui/open-button.js';
import { text } from '../text/index.js';
import { ReplayDeliveriesDialog } from './replay-deliveries-dialog.js';

type ReplayButtonProps = { ownerId: string; delivery: DeliveryView; onDone: () => void };

export const ReplayButton = ({ ownerId, delivery, onDone }: ReplayButtonProps) => (
  <OpenButton label={text().replays.submit}>
    {(close) => (
      <ReplayDeliveriesDialog ownerId={ownerId} deliveryIds={[delivery.id]} onDone={onDone} onClose={close} />
    )}
  </OpenButton>
);
