import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { AttemptView, DeliveryWithAttempts } from '@delivery/contracts';
import { isOperational } from '@delivery/contracts/events';
import { useLive } from '../api/live.js';
import { may, operator } from '../api/session.js';
import { hrefTo, useTitle } from '../shell/router.js';
import { text } from '../text/index.js';
import { CopyLink, OpenButton } from '../ui/buttons.js';
import { Facts } from '../ui/cards.js';
import { OwnActionDialog } from '../ui/dialog.js';
import { formatCount, formatDuration } from '../ui/format.js';
import { Badge } from '../ui/icons.js';
import { Loaded, say } from '../ui/states.js';
import { type Column, Table } from '../ui/table.js';
import { Ago, Clock, Dash, MaybeAgo, Moment } from '../ui/time.js';
import { webhookChanges, type WebhookOwner, webhookReads } from './calls.js';
import {
  deliveriesPlace,
  DeliveryState,
  describeAnswer,
  describeDelivery,
  describeState,
  EndpointLink,
  ErrorHelp,
  isReplayable,
  useEndpoints,
} from './delivery-table.js';
import { ReplayOf } from './replays.js';
import { isWhole, keyOf, SentRequestList, SignatureCheck } from './sent-requests.js';

type PageProps = { owner: WebhookOwner; id: string; list: string };

/** One webhook on a page of its own. `list`: the title of the list. */
export const DeliveryPage = ({ owner, id, list }: PageProps) => (
  <>
    <div class="crumbs title-row">
      <a href={hrefTo(deliveriesPlace(owner))}>{list}</a>
      <CopyLink />
    </div>
    <Delivery owner={owner} id={id} heading="h1" />
  </>
);

type DeliveryProps = {
  owner: WebhookOwner;
  id: string;
  heading: 'h1' | 'h2';
  onChange?: () => void;
  /** Beside the title. */
  children?: ComponentChildren;
};

/** One webhook: its state, its order, each attempt, and the requests with their answers. */
export const Delivery = ({ owner, id, heading: Title, onChange, children }: DeliveryProps) => {
  const t = text();
  const live = useLive(webhookReads.delivery(owner.path, id));
  const found = live.data.value;
  useTitle(found && Title === 'h1' ? describeDelivery(found) : undefined);
  const refresh = (): void => {
    live.refresh();
    onChange?.();
  };
  return (
    <>
      <div class="title-row">
        <Title>{found ? describeDelivery(found) : t.deliveries.detail}</Title>
        {found && <DeliveryState delivery={found} />}
        {found && may('act') && !owner.isOnlyRead && (
          <DeliveryAction owner={owner.path} delivery={found} onDone={refresh} />
        )}
        {children}
      </div>
      <Loaded live={live}>
        {(delivery) => (
          <>
            <p class="lead">{describeState(delivery)}</p>
            <section class="card">
              <DeliveryFacts owner={owner} delivery={delivery} />
            </section>
            <section class="card" aria-labelledby="attempts">
              <h2 id="attempts">{t.deliveries.attempts}</h2>
              <AttemptTable attempts={delivery.attempts} />
            </section>
            <SentRequestCard owner={owner.path} delivery={delivery} />
          </>
        )}
      </Loaded>
    </>
  );
};

const DeliveryFacts = ({ owner, delivery }: { owner: WebhookOwner; delivery: DeliveryWithAttempts }) => {
  const { deliveries: t, orders, endpoints } = text();
  return (
    <Facts
      facts={[
        [orders.title, <OrderOf owner={owner} delivery={delivery} />],
        [endpoints.detail, <EndpointLink id={delivery.endpoint_id} owner={owner} endpoints={useEndpoints(owner)} />],
        [t.created, <Moment at={delivery.created_at} />],
        ...(delivery.next_attempt_at === null ? [] : [[t.next, <Ago at={delivery.next_attempt_at} />] as const]),
        [t.settled, <MaybeAgo at={delivery.settled_at} />],
        [t.sequence, formatCount(delivery.sequence)],
        [t.webhookId, <code>{delivery.webhook_id}</code>],
      ]}
    />
  );
};

const OrderOf = ({ owner, delivery }: { owner: WebhookOwner; delivery: DeliveryWithAttempts }) => {
  if (isOperational(delivery.event)) return <Dash />;
  const name = `${text().orders.title} ${delivery.display_id ?? delivery.order_id}`;
  if (owner.isOnlyRead) return name;
  return (
    <a href={hrefTo(['orders', delivery.order_id])} title={delivery.order_id}>
      {name}
    </a>
  );
};

type ActionProps = { owner: string; delivery: DeliveryWithAttempts; onDone: () => void };

const DeliveryAction = (props: ActionProps) => {
  if (props.delivery.state === 'waiting') return <SendNowButton {...props} />;
  return isReplayable(props.delivery) ? (
    <ReplayButton owner={props.owner} ids={[props.delivery.id]} onDone={props.onDone} />
  ) : null;
};

/** Sends a waiting webhook without waiting for its next attempt. */
const SendNowButton = ({ owner, delivery, onDone }: ActionProps) => {
  const t = text().catchUp;
  return (
    <OpenButton label={t.sendNow}>
      {(close) => (
        <OwnActionDialog
          name={`${delivery.id}.send-now`}
          title={t.sendNowTitle}
          submit={t.sendNow}
          onClose={close}
          act={async (action) => {
            await webhookChanges.sendNow(owner, delivery.id, action);
            say(t.sendNowNotice);
            onDone();
          }}
        >
          <p>{t.sendNowText}</p>
        </OwnActionDialog>
      )}
    </OpenButton>
  );
};

type ReplayButtonProps = { owner: string; ids: readonly string[]; label?: string; onDone: () => void };

/** Sends settled webhooks again. */
export const ReplayButton = ({ owner, ids, label = text().replays.submit, onDone }: ReplayButtonProps) => (
  <OpenButton label={label}>
    {(close) => (
      <ReplayOf name={ids.join()} owner={owner} replayed={{ delivery_ids: ids }} onDone={onDone} onClose={close} />
    )}
  </OpenButton>
);

/** Every attempt of one delivery and of its replays. */
const AttemptTable = ({ attempts }: { attempts: readonly AttemptView[] }) => {
  const t = text().deliveries;
  if (attempts.length === 0) return <p class="quiet">{t.attemptNone}</p>;
  return (
    <>
      <Table caption={t.attempts} keyOf={({ at }) => at} rows={attempts} columns={attemptColumns()} />
      <ErrorHelp codes={attempts.map(({ error_code }) => error_code)} />
    </>
  );
};

const attemptColumns = (): Column<AttemptView>[] => {
  const t = text().deliveries;
  return [
    { key: 'attempt', header: t.attempt, isNumber: true, cell: ({ attempt }) => formatCount(attempt) },
    {
      key: 'answer',
      header: t.answer,
      cell: (attempt) => (
        <>
          <AttemptAnswer attempt={attempt} /> {attempt.error_detail && <code>{attempt.error_detail}</code>}
        </>
      ),
    },
    { key: 'took', header: t.took, isNumber: true, cell: ({ duration_ms }) => formatDuration(duration_ms) },
    { key: 'at', header: t.at, cell: ({ at }) => <Clock at={at} isExact /> },
  ];
};

const AttemptAnswer = ({ attempt }: { attempt: AttemptView }) => {
  if (attempt.error_code !== null) return <Badge tone="bad">{describeAnswer(attempt)}</Badge>;
  return (
    <Badge tone="good">{attempt.status_code === null ? text().deliveryState.delivered : describeAnswer(attempt)}</Badge>
  );
};

/** The requests change only with a new attempt. */
const requestsEveryMs = 10_000;

type CardProps = { owner: string; delivery: DeliveryWithAttempts };

/**
 * Each request as it was sent, and its answer. An operator asks for the customer's data; a merchant checks the
 * signature.
 */
const SentRequestCard = ({ owner, delivery }: CardProps) => {
  const t = text();
  const isShown = useSignal(false);
  const asked = operator.value && (isShown.value ? 'shown' : 'masked');
  const live = useLive(webhookReads.requests(owner, delivery.id, asked), requestsEveryMs);
  const state = live.data.value?.customer_data;
  const mayShow = operator.value !== undefined && may('customers_data') && state !== undefined && state !== 'erased';
  return (
    <section class="card request-card" aria-labelledby="requests">
      <div class="title-row">
        <h2 id="requests">{t.requests.title}</h2>
        {mayShow && (
          <button type="button" onClick={() => (isShown.value = !isShown.value)}>
            {isShown.value ? t.orders.customer.hide : t.orders.customer.show}
          </button>
        )}
      </div>
      <p class="quiet">
        {t.requests.lead} {mayShow && t.orders.customer.logged}
      </p>
      <Loaded live={live}>
        {(requests) => (
          <SentRequestList requests={requests} delivery={delivery}>
            {(sent) =>
              !operator.value &&
              isWhole(sent) && <SignatureCheck key={keyOf(sent.attempt)} attempt={sent.attempt} body={requests.body} />
            }
          </SentRequestList>
        )}
      </Loaded>
    </section>
  );
};
