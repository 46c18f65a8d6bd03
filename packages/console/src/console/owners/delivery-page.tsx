import { useLive } from '../../api/live.js';
import { may } from '../../api/session.js';
import { webhookReads } from '../../webhooks/calls.js';
import { DeliveryState, isReplayable } from '../../webhooks/delivery-table.js';
import { DeliveryView, EndpointLink } from '../../webhooks/delivery-view.js';
import { reads } from '../api/calls.js';
import { ownerPath, ownerPlace } from '../api/owners.js';
import { text } from '../text/index.js';
import { ReplayButton } from './replay-button.js';
import { SendNowButton } from './send-now-button.js';
import { SentRequestCard } from './sent-request-card.js';

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
