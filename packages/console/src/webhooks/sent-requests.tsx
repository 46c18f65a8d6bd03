import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { DeliveryWithAttempts, SentRequest, SentRequests } from '@delivery/contracts';
import { text } from '../text/index.js';
import { CopyButton } from '../ui/buttons.js';
import { Choice, Field } from '../ui/fields.js';
import { formatCount, formatMoment } from '../ui/format.js';
import { ToneIcon } from '../ui/icons.js';
import { Select } from '../ui/select.js';
import { describeAnswer } from './delivery-table.js';
import { indentJson, type SignatureVerdict, toCurl, verifySignature } from './rules/sent-requests.js';

type Sent = { requests: SentRequests; attempt: SentRequest };

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
  return (
    <>
      <Select
        kind="filter"
        label={text().deliveries.attempt}
        value={keyOf(shown)}
        options={attempts.map((each) => [
          keyOf(each),
          `${formatCount(each.attempt)}, ${formatMoment(Date.parse(each.at))}`,
        ])}
        onChoose={(key) => (chosen.value = key)}
      />
      {requests.truncated && <p class="quiet">{t.newest}</p>}
      <Request requests={requests} attempt={shown} />
      <h3>{t.answer}</h3>
      <Answer delivery={delivery} attempt={shown} />
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
  const { requests: t } = text();
  const found = delivery.attempts.find((each) => keyOf(each) === keyOf(attempt));
  return (
    <>
      {found && <p>{describeAnswer(found)}</p>}
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

/** Identifies an attempt among those of a delivery and its replays. */
export const keyOf = ({ attempt, at }: Pick<SentRequest, 'attempt' | 'at'>): string => `${attempt} ${at}`;

type RequestBodyProps = { body: string; customerData: SentRequests['customer_data'] };

/** The body line by line for people, or as the text that was signed. */
const RequestBody = ({ body, customerData }: RequestBodyProps) => {
  const t = text().requests;
  const isRaw = useSignal(false);
  const id = useId();
  return (
    <>
      <div class="title-row">
        <h3>{t.body}</h3>
        <div class="row-actions" role="radiogroup" aria-label={t.form}>
          {([false, true] as const).map((raw) => (
            <Choice
              key={String(raw)}
              type="radio"
              name={id}
              isChosen={isRaw.value === raw}
              onChoose={() => (isRaw.value = raw)}
            >
              {raw ? t.raw : t.indented}
            </Choice>
          ))}
        </div>
      </div>
      {customerData !== 'shown' && <p class="quiet">{t[customerData]}</p>}
      <pre class="excerpt" tabIndex={0}>
        {isRaw.value ? body : indentJson(body)}
      </pre>
    </>
  );
};

/** Checks a request with a secret that is pasted here, in the page itself: it is neither sent nor kept. */
export const SignatureCheck = ({ attempt, body }: { attempt: SentRequest; body: string }) => {
  const t = text().requests;
  const secret = useSignal('');
  const verdict = useSignal<SignatureVerdict | undefined>(undefined);
  const check = async (): Promise<void> => {
    verdict.value = await verifySignature(globalThis.crypto.subtle, secret.value, { headers: attempt.headers, body });
  };
  return (
    <form
      class="signature-check"
      onSubmit={(event) => {
        event.preventDefault();
        void check();
      }}
    >
      <h3>{t.check}</h3>
      <Field label={t.secret} hint={t.secretHint} type="password" autoComplete="off" value={secret} />
      <div class="buttons">
        <button type="submit">{t.checkNow}</button>
      </div>
      <div role="status">
        {verdict.value && (
          <p class="failure">
            <ToneIcon tone={verdict.value === 'valid' ? 'good' : 'bad'} />
            {t.verdict[verdict.value]}
          </p>
        )}
      </div>
    </form>
  );
};
