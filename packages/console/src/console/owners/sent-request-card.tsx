import { useSignal } from '@preact/signals';
import type { DeliveryWithAttempts } from '@delivery/contracts';
import { useLive } from '../../api/live.js';
import { may } from '../../api/session.js';
import { Loaded } from '../../ui/states.js';
import { webhookReads } from '../../webhooks/calls.js';
import { SentRequestList } from '../../webhooks/sent-requests.js';
import { text } from '../text/index.js';

/** The requests change only with a new attempt. */
const everyMs = 10_000;

type CardProps = { owner: string; delivery: DeliveryWithAttempts };

/** Each request of a delivery as it was sent, and its answer. The customer's data is hidden until it is asked for. */
export const SentRequestCard = ({ owner, delivery }: CardProps) => {
  const t = text();
  const isShown = useSignal(false);
  const live = useLive(webhookReads.requests(owner, delivery.id, isShown.value ? 'shown' : 'masked'), everyMs);
  const state = live.data.value?.customer_data;
  return (
    <section class="card request-card" aria-labelledby="requests">
      <div class="title-row">
        <h2 id="requests">{t.requests.title}</h2>
        {may('customers_data') && state !== undefined && state !== 'erased' && (
          <button type="button" onClick={() => (isShown.value = !isShown.value)}>
            {isShown.value ? t.orders.customer.hide : t.orders.customer.show}
          </button>
        )}
      </div>
      <p class="quiet">
        {t.requests.lead} {may('customers_data') && state !== 'erased' && t.orders.customer.logged}
      </p>
      <Loaded live={live}>{(requests) => <SentRequestList requests={requests} delivery={delivery} />}</Loaded>
    </section>
  );
};
