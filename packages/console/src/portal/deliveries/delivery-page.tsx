import { useLive } from '../../api/live.js';
import { mayChange } from '../../api/session.js';
import { webhookReads } from '../../webhooks/calls.js';
import { DeliveryState, isReplayable } from '../../webhooks/delivery-table.js';
import { DeliveryView, EndpointLink } from '../../webhooks/delivery-view.js';
import { reads } from '../api/calls.js';
import { text } from '../text/index.js';
import { ReplayButton } from './replay-button.js';
import { SendNowButton } from './send-now-button.js';
import { SentRequestCard } from './sent-request-card.js';

/** For the name of the endpoint alone, which seldom changes. */
const endpointsEveryMs = 30_000;

export const DeliveryPage = ({ id }: { id: string }) => {
  const live = useLive(webhookReads.delivery('', id));
  return (
    <DeliveryView
      live={live}
      list={{ place: ['deliveries'], title: text().deliveries.title }}
      state={(delivery) => (
        <>
          <DeliveryState delivery={delivery} />
          {mayChange.value && delivery.state === 'waiting' && <SendNowButton id={delivery.id} onDone={live.refresh} />}
          {mayChange.value && isReplayable(delivery) && <ReplayButton id={delivery.id} onDone={live.refresh} />}
        </>
      )}
      endpoint={(endpointId) => <OwnEndpointLink id={endpointId} />}
    >
      {(delivery) => <SentRequestCard delivery={delivery} />}
    </DeliveryView>
  );
};

const OwnEndpointLink = ({ id }: { id: string }) => {
  const known = useLive(reads.endpoints(), endpointsEveryMs).data.value?.data;
  return <EndpointLink id={id} endpoint={known?.find((each) => each.id === id)} />;
};
