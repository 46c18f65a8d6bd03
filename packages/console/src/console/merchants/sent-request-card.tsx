import { useSignal } from '@preact/signals';
import type { DeliveryWithAttempts, SentRequest, SentRequests } from '@delivery/contracts';
import { useLive } from '../../api/live.js';
import { mayChange } from '../../api/session.js';
import { formatCount, formatMoment } from '../../ui/format.js';
import { Loaded } from '../../ui/states.js';
import { reads } from '../api/calls.js';
import { text } from '../text/index.js';

/** The requests change only with a new attempt. */
const everyMs = 10_000;

type CardProps = { merchantId: string; delivery: DeliveryWithAttempts };

/** Each request of a delivery as it was sent, and its answer. The customer's data is hidden until it is asked for. */
export const SentRequestCard = ({ merchantId, delivery }: CardProps) => {
  const t = text();
  const isShown = useSignal(false);
  const live = useLive(reads.requests(merchantId, delivery.id, isShown.value ? 'shown' : 'masked'), everyMs);
  const state = live.data.value?.customer_data;
  return (
    <section class="card request-card" aria-labelledby="requests">
      <div class="title-row">
        <h2 id="requests">{t.requests.title}</h2>
        {mayChange.value && state !== undefined && state !== 'erased' && (
          <button
            type="button"
            onClick={() => {
              isShown.value = !isShown.value;
            }}
          >
            {isShown.value ? t.orders.customer.hide : t.orders.customer.show}
          </button>
        )}
      </div>
      <p class="quiet">
        {t.requests.lead} {mayChange.value && state !== 'erased' && t.orders.customer.logged}
      </p>
      <Loaded live={live}>{(requests) => <Requests requests={requests} delivery={delivery} />}</Loaded>
    </section>
  );
};

const Requests = ({ requests, delivery }: { requests: SentRequests; delivery: DeliveryWithAttempts }) => {
  const t = text().requests;
  const chosen = useSignal('');
  const { attempts } = requests;
  const shown = attempts.find((attempt) => keyOf(attempt) === chosen.value) ?? attempts[0];
  if (!shown) return <p>{t.none}</p>;
  return (
    <>
      <label>
        {t.which}{' '}
        <select
          value={keyOf(shown)}
          onChange={(event) => {
            chosen.value = event.currentTarget.value;
          }}
        >
          {attempts.map((attempt) => (
            <option key={keyOf(attempt)} value={keyOf(attempt)}>
              {t.choice(formatCount(attempt.attempt), formatMoment(Date.parse(attempt.at)))}
            </option>
          ))}
        </select>
      </label>
      {requests.truncated && <p class="quiet">{t.newest}</p>}
      <Request requests={requests} attempt={shown} />
      <h3>{t.answer}</h3>
      <Answer delivery={delivery} attempt={shown} />
    </>
  );
};

const keyOf = ({ attempt, at }: Pick<SentRequest, 'attempt' | 'at'>): string => `${attempt} ${at}`;

const Request = ({ requests, attempt }: { requests: SentRequests; attempt: SentRequest }) => {
  const t = text().requests;
  return (
    <>
      {attempt.unknown.length > 0 && (
        <div class="unknown">
          <p class="strong">{t.unknownTitle}</p>
          <ul>
            {attempt.unknown.map((each) => (
              <li key={each}>{t.unknown[each]}</li>
            ))}
          </ul>
        </div>
      )}
      <h3>{t.head}</h3>
      <pre class="excerpt" tabIndex={0}>
        {[
          requests.url === null ? t.fetched : `${requests.method} ${requests.url}`,
          ...Object.entries(attempt.headers).map(([name, value]) => `${name}: ${value}`),
        ].join('\n')}
      </pre>
      <h3>{t.body}</h3>
      {requests.customer_data !== 'shown' && <p class="quiet">{t[requests.customer_data]}</p>}
      <pre class="excerpt" tabIndex={0}>
        {requests.body}
      </pre>
    </>
  );
};

const Answer = ({ delivery, attempt }: { delivery: DeliveryWithAttempts; attempt: SentRequest }) => {
  const { requests: t, deliveries } = text();
  const found = delivery.attempts.find((each) => keyOf(each) === keyOf(attempt));
  return (
    <>
      {typeof found?.status_code === 'number' && <p>{deliveries.status(found.status_code)}</p>}
      {found?.response_excerpt ? (
        // Text of a stranger's server: it is never anything else here.
        <pre class="excerpt" tabIndex={0}>
          {found.response_excerpt}
        </pre>
      ) : (
        <p class="quiet">{t.answerNone}</p>
      )}
    </>
  );
};
