import type { DeliveryWithAttempts } from '@delivery/contracts';
import { webhookEvents } from '@delivery/contracts/events';
import { useLive } from '../api/live.js';
import { mayChange } from '../api/session.js';
import { DialogButton } from '../ui/buttons.js';
import { endpointName } from '../ui/format.js';
import { doNow, Loaded, say } from '../ui/states.js';
import { webhookChanges, webhookReads } from '../webhooks/calls.js';
import { DeliveryList } from '../webhooks/delivery-list.js';
import { DeliveryState, isReplayable } from '../webhooks/delivery-table.js';
import { DeliveryView, EndpointLink } from '../webhooks/delivery-view.js';
import { NewReplayButton, ReplayList, useReplays } from '../webhooks/replays.js';
import { isWhole, keyOf, SentRequestList, SignatureCheck } from '../webhooks/sent-requests.js';
import { changes, reads } from './calls.js';
import { text } from './text/index.js';

const endpointsEveryMs = 30_000;

export const DeliveriesPage = ({ query }: { query: URLSearchParams }) => {
  const t = text().deliveries;
  const endpoints = useLive(reads.endpoints(), endpointsEveryMs).data.value?.data ?? [];
  return (
    <>
      <h1>{t.title}</h1>
      <p class="lead">{t.lead}</p>
      <DeliveryList
        owner=""
        caption={t.title}
        place={['deliveries']}
        events={webhookEvents}
        endpoints={endpoints.map((endpoint) => [endpoint.id, endpointName(endpoint)])}
        query={query}
      />
    </>
  );
};

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

/** Sends one settled webhook again. */
export const ReplayButton = ({ id, onDone }: { id: string; onDone: () => void }) => {
  const t = text().deliveries;
  return (
    <DialogButton
      label={t.again}
      title={t.againTitle}
      act={async () => {
        await changes.replayDelivery(id);
        say(t.againNotice);
        onDone();
      }}
    >
      <p>{t.againText}</p>
    </DialogButton>
  );
};

/** Sends a waiting webhook without waiting for its next try. */
const SendNowButton = ({ id, onDone }: { id: string; onDone: () => void }) => {
  const t = text().catchUp;
  const send = doNow(async () => {
    await webhookChanges.sendNow('', id, undefined);
    say(t.sendNowNotice);
    onDone();
  });
  return (
    <button type="button" onClick={send}>
      {t.sendNow}
    </button>
  );
};

/** The requests change only with a new attempt. */
const requestsEveryMs = 10_000;

/** Each request of a delivery as it was sent, its answer, and whether a secret signed it. */
const SentRequestCard = ({ delivery }: { delivery: DeliveryWithAttempts }) => {
  const t = text().requests;
  const live = useLive(webhookReads.requests('', delivery.id), requestsEveryMs);
  return (
    <section class="card request-card" aria-labelledby="requests">
      <h2 id="requests">{t.title}</h2>
      <p class="quiet">{t.lead}</p>
      <Loaded live={live}>
        {(requests) => (
          <SentRequestList requests={requests} delivery={delivery}>
            {(sent) =>
              isWhole(sent) && <SignatureCheck key={keyOf(sent.attempt)} attempt={sent.attempt} body={requests.body} />
            }
          </SentRequestList>
        )}
      </Loaded>
    </section>
  );
};

export const ReplaysPage = () => {
  const t = text().replays;
  const pages = useReplays('');
  return (
    <>
      <div class="title-row">
        <h1>{t.titleOfList}</h1>
        <NewReplayButton owner="" onDone={pages.refresh} />
      </div>
      <p class="lead">{t.lead}</p>
      <section class="card">
        <ReplayList caption={t.titleOfList} pages={pages} />
      </section>
    </>
  );
};
