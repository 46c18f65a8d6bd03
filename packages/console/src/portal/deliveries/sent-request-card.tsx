import type { DeliveryWithAttempts } from '@delivery/contracts';
import { useLive } from '../../api/live.js';
import { Loaded } from '../../ui/states.js';
import { webhookReads } from '../../webhooks/calls.js';
import { isWhole, keyOf, SentRequestList, SignatureCheck } from '../../webhooks/sent-requests.js';
import { text } from '../text/index.js';

/** The requests change only with a new attempt. */
const everyMs = 10_000;

/** Each request of a delivery as it was sent, its answer, and whether a secret signed it. */
export const SentRequestCard = ({ delivery }: { delivery: DeliveryWithAttempts }) => {
  const t = text().requests;
  const live = useLive(webhookReads.requests('', delivery.id), everyMs);
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
