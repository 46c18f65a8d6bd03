import type { DeliveryWithAttempts } from '@delivery/contracts';
import { useLive } from '../../api/live.js';
import { may } from '../../api/session.js';
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
import { isMerchant, ownerPlace } from '../api/owners.js';
import { SentRequestCard } from '../merchants/sent-request-card.js';
import { text } from '../text/index.js';
import { ReplayButton } from './replay-button.js';
import { SendNowButton } from './send-now-button.js';

/** For the name of the endpoint alone, which seldom changes. */
const endpointEveryMs = 30_000;

type DeliveryPageProps = { ownerId: string; deliveryId: string };

export const DeliveryPage = ({ ownerId, deliveryId }: DeliveryPageProps) => {
  const t = text();
  const live = useLive(reads.delivery(ownerId, deliveryId));
  const found = live.data.value;
  useTitle(found && `${t.event[found.event]} ${t.orders.number(found.sequence)}`);
  return (
    <>
      <div class="crumbs title-row">
        <a href={hrefTo([...ownerPlace(ownerId), 'deliveries'])}>{t.merchants.deliveries}</a>
        <CopyLink />
      </div>
      {found === undefined && <h1>{t.deliveries.detail}</h1>}
      <Loaded live={live}>
        {(delivery) => (
          <>
            <div class="title-row">
              <h1>{t.event[delivery.event]}</h1>
              <span class="row-actions">
                <DeliveryState delivery={delivery} />
                {may('act') && delivery.state === 'waiting' && (
                  <SendNowButton ownerId={ownerId} delivery={delivery} onDone={live.refresh} />
                )}
                {may('act') && isReplayable(delivery) && (
                  <ReplayButton ownerId={ownerId} delivery={delivery} onDone={live.refresh} />
                )}
              </span>
            </div>
            <p class="lead">{describeState(delivery)}</p>
            <section class="card">
              <DeliveryFacts delivery={delivery} />
            </section>
            <section class="card" aria-labelledby="attempts">
              <h2 id="attempts">{t.deliveries.attemptList}</h2>
              <AttemptTable attempts={delivery.attempts} />
            </section>
            {isMerchant(ownerId) && <SentRequestCard merchantId={ownerId} delivery={delivery} />}
          </>
        )}
      </Loaded>
    </>
  );
};

const DeliveryFacts = ({ delivery }: { delivery: DeliveryWithAttempts }) => {
  const t = text().deliveries;
  const endpoint = useLive(reads.endpoint(delivery.endpoint_id), endpointEveryMs).data.value;
  return (
    <Facts
      facts={[
        [t.order, <OrderOf delivery={delivery} />],
        [t.sequence, formatCount(delivery.sequence)],
        [
          t.endpoint,
          <a href={hrefTo(['endpoints', delivery.endpoint_id])}>
            {endpoint ? endpointName(endpoint) : delivery.endpoint_id}
          </a>,
        ],
        [t.webhookId, <code>{delivery.webhook_id}</code>],
        [t.created, <Moment at={delivery.created_at} />],
        [t.next, <MaybeAgo at={delivery.next_attempt_at} />],
        [t.settled, <MaybeAgo at={delivery.settled_at} />],
      ]}
    />
  );
};
