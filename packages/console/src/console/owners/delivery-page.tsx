import { useSignal } from '@preact/signals';
import type { DeliveryWithAttempts } from '@delivery/contracts';
import { useLive } from '../../api/live.js';
import { may } from '../../api/session.js';
import { ActionButton, OpenButton } from '../../ui/buttons.js';
import { Loaded, say } from '../../ui/states.js';
import { webhookChanges, webhookReads } from '../../webhooks/calls.js';
import { DeliveryState, isReplayable } from '../../webhooks/delivery-table.js';
import { DeliveryView, EndpointLink } from '../../webhooks/delivery-view.js';
import { ReplayDeliveriesDialog } from '../../webhooks/replays.js';
import { SentRequestList } from '../../webhooks/sent-requests.js';
import { ownerPath, ownerPlace, reads } from '../calls.js';
import { text } from '../text/index.js';

/** For the name of the endpoint alone, which seldom changes. */
const endpointEveryMs = 30_000;

type DeliveryPageProps = { ownerId: string; deliveryId: string };

export const DeliveryPage = ({ ownerId, deliveryId }: DeliveryPageProps) => {
  const owner = ownerPath(ownerId);
  const live = useLive(webhookReads.delivery(owner, deliveryId));
  return (
    <DeliveryView
      live={live}
      list={{ place: [...ownerPlace(ownerId), 'deliveries'], title: text().merchants.deliveries }}
      state={(delivery) => (
        <span class="row-actions">
          <DeliveryState delivery={delivery} />
          {may('act') && delivery.state === 'waiting' && (
            <SendNowButton owner={owner} delivery={delivery} onDone={live.refresh} />
          )}
          {may('act') && isReplayable(delivery) && (
            <ReplayButton owner={owner} delivery={delivery} onDone={live.refresh} />
          )}
        </span>
      )}
      endpoint={(endpointId) => <AnyEndpointLink id={endpointId} />}
    >
      {(delivery) => <SentRequestCard owner={owner} delivery={delivery} />}
    </DeliveryView>
  );
};

const AnyEndpointLink = ({ id }: { id: string }) => (
  <EndpointLink id={id} endpoint={useLive(reads.endpoint(id), endpointEveryMs).data.value} />
);

type SendNowProps = { owner: string; delivery: { id: string }; onDone: () => void };

/** Sends a waiting webhook without waiting for its next try. */
const SendNowButton = ({ owner, delivery, onDone }: SendNowProps) => {
  const t = text().catchUp;
  return (
    <ActionButton
      name={`${delivery.id}.send-now`}
      label={t.sendNow}
      title={t.sendNowTitle}
      act={async (action) => {
        await webhookChanges.sendNow(owner, delivery.id, action);
        say(t.sendNowNotice);
        onDone();
      }}
    >
      <p>{t.sendNowText}</p>
    </ActionButton>
  );
};

type ReplayButtonProps = { owner: string; delivery: { id: string }; onDone: () => void };

const ReplayButton = ({ owner, delivery, onDone }: ReplayButtonProps) => (
  <OpenButton label={text().replays.submit}>
    {(close) => <ReplayDeliveriesDialog owner={owner} deliveryIds={[delivery.id]} onDone={onDone} onClose={close} />}
  </OpenButton>
);

/** The requests change only with a new attempt. */
const requestsEveryMs = 10_000;

type CardProps = { owner: string; delivery: DeliveryWithAttempts };

/** Each request of a delivery as it was sent, and its answer. The customer's data is hidden until it is asked for. */
const SentRequestCard = ({ owner, delivery }: CardProps) => {
  const t = text();
  const isShown = useSignal(false);
  const live = useLive(webhookReads.requests(owner, delivery.id, isShown.value ? 'shown' : 'masked'), requestsEveryMs);
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
