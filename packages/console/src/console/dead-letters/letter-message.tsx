import { useSignal } from '@preact/signals';
import { useLive } from '../../api/live.js';
import { hrefTo } from '../../shell/router.js';
import { Loaded } from '../../ui/states.js';
import { indentJson } from '../../webhooks/rules/sent-requests.js';
import { reads } from '../api/calls.js';
import { text } from '../text/index.js';

/** A message changes no more. */
const everyMs = 60_000;

/** Read once it is asked for: there may be a hundred on a page. */
export const LetterMessage = ({ id }: { id: string }) => {
  const isOpen = useSignal(false);
  return (
    <details onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
      <summary>{text().deadLetters.look}</summary>
      {isOpen.value && <Message id={id} />}
    </details>
  );
};

const Message = ({ id }: { id: string }) => {
  const t = text();
  return (
    <Loaded live={useLive(reads.deadLetterMessage(id), everyMs)}>
      {({ order_id: orderId, merchant_id: merchantId, body }) => (
        <>
          <p class="ids">
            {orderId !== null && <a href={hrefTo(['orders', orderId])}>{`${t.orders.title} ${orderId}`}</a>}
            {merchantId !== null && (
              <a href={hrefTo(['merchants', merchantId])}>{`${t.orders.merchant} ${merchantId}`}</a>
            )}
          </p>
          {body === null ? (
            <p class="quiet">{t.deadLetters.unreadable}</p>
          ) : (
            <pre class="excerpt" tabIndex={0}>
              {indentJson(body)}
            </pre>
          )}
        </>
      )}
    </Loaded>
  );
};
