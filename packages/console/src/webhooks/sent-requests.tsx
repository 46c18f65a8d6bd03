import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { DeliveryWithAttempts, SentRequest, SentRequests } from '@delivery/contracts';
import { text } from '../text/index.js';
import { CopyButton } from '../ui/buttons.js';
import { AttemptChoice, keyOf } from './attempt-choice.js';
import { RequestBody } from './request-body.js';
import { RequestComparison } from './request-comparison.js';
import { toCurl } from './rules/to-curl.js';

export type Sent = { requests: SentRequests; attempt: SentRequest };

type SentRequestListProps = {
  requests: SentRequests;
  delivery: DeliveryWithAttempts;
  /** More about the one that is shown. */
  children?: (sent: Sent) => ComponentChildren;
};

/** One of a delivery's requests as it was sent, and its answer. */
export const SentRequestList = ({ requests, delivery, children }: SentRequestListProps) => {
  const t = text().requests;
  const chosen = useSignal('');
  const { attempts } = requests;
  const shown = attempts.find((attempt) => keyOf(attempt) === chosen.value) ?? attempts[0];
  if (!shown) return <p>{t.none}</p>;
  const others = attempts.filter((attempt) => attempt !== shown);
  return (
    <>
      <AttemptChoice label={t.which} attempts={attempts} chosen={shown} onChoose={(key) => (chosen.value = key)} />
      {requests.truncated && <p class="quiet">{t.newest}</p>}
      <Request requests={requests} attempt={shown} />
      <h3>{t.answer}</h3>
      <Answer delivery={delivery} attempt={shown} />
      {others.length > 0 && <RequestComparison here={shown} others={others} />}
      {children?.({ requests, attempt: shown })}
    </>
  );
};

/** Whether the text that was signed and its signature are both there. */
export const isWhole = ({ requests, attempt }: Sent): boolean =>
  requests.customer_data === 'shown' && !attempt.unknown.includes('signature');

const Request = ({ requests, attempt }: Sent) => {
  const t = text().requests;
  const { url, body } = requests;
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
      <div class="title-row">
        <h3>{t.head}</h3>
        {url !== null && isWhole({ requests, attempt }) && (
          <CopyButton label={t.curl} what={() => toCurl(requests, url, attempt)} />
        )}
      </div>
      <pre class="excerpt" tabIndex={0}>
        {[
          url === null ? t.fetched : `${requests.method} ${url}`,
          ...Object.entries(attempt.headers).map(([name, value]) => `${name}: ${value}`),
        ].join('\n')}
      </pre>
      <RequestBody body={body} customerData={requests.customer_data} />
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
