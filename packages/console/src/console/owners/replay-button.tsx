import { useSignal } from '@preact/signals';
import type { DeliveryView } from '@delivery/contracts';
import { text } from '../text/index.js';
import { ReplayDeliveriesDialog } from './replay-deliveries-dialog.js';

export const ReplayButton = ({
  ownerId,
  delivery,
  onDone,
}: {
  ownerId: string;
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
          ownerId={ownerId}
          deliveryIds={[delivery.id]}
          onDone={onDone}
          onClose={() => (isOpen.value = false)}
        />
      )}
    </>
  );
};
