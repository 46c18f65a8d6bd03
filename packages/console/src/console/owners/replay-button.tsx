import { OpenButton } from '../../ui/buttons.js';
import { ReplayDeliveriesDialog } from '../../webhooks/replays.js';
import { text } from '../text/index.js';

type ReplayButtonProps = { owner: string; delivery: { id: string }; onDone: () => void };

export const ReplayButton = ({ owner, delivery, onDone }: ReplayButtonProps) => (
  <OpenButton label={text().replays.submit}>
    {(close) => <ReplayDeliveriesDialog owner={owner} deliveryIds={[delivery.id]} onDone={onDone} onClose={close} />}
  </OpenButton>
);
