import { useSignal } from '@preact/signals';
import type { DeliveryView } from '@delivery/contracts';
import { text } from '../text/index.js';
import { ReplayDeliveriesDialog } from './replay-deliveries-dialog.js';

/** Whether it can be sent again, as far as the page can tell. */
export const isReplayable = ({ state, replay_id }: Pick<DeliveryView, 'state' | 'replay_id'>): boolean =>
  (state === 'delivered' || state === 'exhausted') && replay_id === null;

export const ReplayButton = ({
  merchantId,
  delivery,
  onDone,
}: {
  merchantId: string;
  delivery: DeliveryView;
  onDone: () => void;
}) => {
  const isOpen = useSignal(false);
  return (
    <>
      <button type="button" onClick={() => (isOpen.value = true)}>
        {text().replays.submit}
      </button>
      {isOpen.value && (
        <ReplayDeliveriesDialog
          merchantId={merchantId}
          deliveryIds={[delivery.id]}
          onDone={onDone}
          onClose={() => (isOpen.value = false)}
        />
      )}
    </>
  );
};
