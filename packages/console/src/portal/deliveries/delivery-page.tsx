import type { DeliveryWithAttempts } from '@delivery/contracts';
import { useLive } from '../../api/live.js';
import { mayChange } from '../../api/session.js';
import { hrefTo } from '../../shell/router.js';
import { useTitle } from '../../shell/title.js';
import { CopyLink } from '../../ui/copy-button.js';
import { endpointName } from '../../ui/endpoint-name.js';
import { Facts } from '../../ui/facts.js';
import { formatCount } from '../../ui/format.js';
import { Loaded } from '../../ui/states.js';
import { MaybeAgo, Moment } from '../../ui/time.js';
import { AttemptTable } from '../../webhooks/attempt-table.js';
import { DeliveryState, describeState } from '../../webhooks/delivery-state.js';
import { OrderOf } from '../../webhooks/delivery-table.js';
import { isReplayable } from '../../webhooks/rules/is-replayable.js';
import { reads } from '../api/calls.js';
import { text } from '../text/index.js';
import { ReplayButton } from './replay-button.js';
import { SendNowButton } from './send-now-button.js';
import { SentRequestCard } from './sent-request-card.js';

/** For the name of the endpoint alone, which seldom changes. */
const endpointsEveryMs = 30_000;

export const DeliveryPage = ({ id }: { id: string }) => {
  const t = text();
  const live = useLive(reads.delivery(id));
  const found = live.data.value;
  useTitle(found && `${t.event[found.event]} ${t.orders.number(found.sequence)}`);
  return (
    <>
      <div class="crumbs title-row">
        <a href={hrefTo(['deliveries'])}>{t.deliveries.title}</a>
        <CopyLink />
      </div>
      {found === undefined && <h1>{t.deliveries.detail}</h1>}
      <Loaded live={live}>
        {(delivery) => (
          <>
            <div class="title-row">
              <h1>{t.event[delivery.event]}</h1>
              <DeliveryState delivery={delivery} />
              {mayChange.value && delivery.state === 'waiting' && (
                <SendNowButton id={delivery.id} onDone={live.refresh} />
              )}
              {mayChange.value && isReplayable(delivery) && <ReplayButton id={delivery.id} onDone={live.refresh} />}
            </div>
            <p class="lead">{describeState(delivery)}</p>
            <section class="card">
              <DeliveryFacts delivery={delivery} />
            </section>
            <section class="card" aria-labelledby="attempts">
              <h2 id="attempts">{t.deliveries.attemptList}</h2>
              <AttemptTable attempts={delivery.attempts} />
            </section>
            <SentRequestCard delivery={delivery} />
          </>
        )}
      </Loaded>
    </>
  );
};

const DeliveryFacts = ({ delivery }: { delivery: DeliveryWithAttempts }) => {
  const t = text().deliveries;
  const known = useLive(reads.endpoints(), endpointsEveryMs).data.value?.data;
  const endpoint = known?.find(({ id }) => id === delivery.endpoint_id);
  const name = endpoint ? endpointName(endpoint) : delivery.endpoint_id;
  return (
    <Facts
      facts={[
        [t.order, <OrderOf delivery={delivery} />],
        [t.sequence, formatCount(delivery.sequence)],
        [t.endpoint, <a href={hrefTo(['endpoints', delivery.endpoint_id])}>{name}</a>],
        [t.webhookId, <code>{delivery.webhook_id}</code>],
        [t.created, <Moment at={delivery.created_at} />],
        [t.next, <MaybeAgo at={delivery.next_attempt_at} />],
        [t.settled, <MaybeAgo at={delivery.settled_at} />],
      ]}
    />
  );
};
