import type { DeliveryView } from '@delivery/contracts';
import { OpenButton } from '../../ui/open-button.js';
import { ReplayDeliveriesDialog } from '../../webhooks/replay-deliveries-dialog.js';
import { text } from '../text/index.js';

type ReplayButtonProps = { owner: string; delivery: DeliveryView; onDone: () => void };

export const ReplayButton = ({ owner, delivery, onDone }: ReplayButtonProps) => (
  <OpenButton label={text().replays.submit}>
    {(close) => <ReplayDeliveriesDialog owner={owner} deliveryIds={[delivery.id]} onDone={onDone} onClose={close} />}
  </OpenButton>
);
