import type { ComponentChildren } from 'preact';
import type { EndpointError, EndpointHistory, OperatorEndpoint } from '@delivery/contracts';
import { useLive } from '../api/live.js';
import type { Get } from '../api/request.js';
import { hrefTo, useTitle } from '../shell/router.js';
import { text } from '../text/index.js';
import { CopyButton } from '../ui/buttons.js';
import { type Fact, Facts } from '../ui/cards.js';
import { endpointName, formatBounded } from '../ui/format.js';
import { Ago } from '../ui/time.js';
import type { HistorySpan, WebhookOwner } from './calls.js';
import { EndpointChanges } from './changes.js';
import { deliveriesPlace, describeAnswer, ErrorHelp, RecentDeliveries, useRecentDeliveries } from './delivery-table.js';
import { ConditionBadge, LastTest, settingFacts, type ShownEndpoint, useTestNotice } from './endpoint.js';
import { EndpointCharts } from './endpoint-charts.js';
import type { Condition } from './rules/condition.js';
import { type EndpointTimes, findTimes } from './rules/endpoint-history.js';

/** Counted by the minute. */
const historyEveryMs = 15_000;

type DetailProps = {
  endpoint: ShownEndpoint;
  owner: WebhookOwner;
  /** Undefined for a deleted endpoint. */
  condition: Condition | undefined;
  failingSince: string | null | undefined;
  history: (span: HistorySpan) => Get<EndpointHistory>;
  query: URLSearchParams;
  window?: OperatorEndpoint['window'];
  buttons: ComponentChildren;
  /** Facts that one app alone knows. */
  facts: readonly Fact[];
  children?: ComponentChildren;
};

/** An endpoint: whether it is well, its settings, its last hour or day, and its newest webhooks. */
export const EndpointDetail = (props: DetailProps) => {
  const { endpoint, owner, condition, failingSince, query, window, buttons, children } = props;
  const { conditionWords, copy } = text();
  const span: HistorySpan = query.get('span') === 'day' ? 'day' : 'hour';
  const live = useLive(props.history(span), historyEveryMs);
  const history = live.data.value;
  const recent = useRecentDeliveries(owner, endpoint.id);
  useTestNotice(endpoint.last_test);
  useTitle(endpointName(endpoint));
  const { name, url, last_test: lastTest } = endpoint;
  const times = history && recent.data.value && findTimes({ history, recent: recent.data.value.data, lastTest });
  return (
    <>
      <div class="title-row">
        <h1 class="address">{endpointName(endpoint)}</h1>
        {buttons}
      </div>
      {name !== null && url !== null && (
        <p class="ids row-actions">
          <code>{url}</code> <CopyButton label={copy} what={() => url} />
        </p>
      )}
      {condition && (
        <p class="state-line">
          <ConditionBadge condition={condition} /> {conditionWords[condition]}
        </p>
      )}
      <section class="card">
        <Facts facts={factsOf(props, history, times)} />
        {failingSince && <ErrorHelp codes={[history?.last_error?.error_code ?? null]} />}
      </section>
      <EndpointCharts endpoint={endpoint} window={window} history={live} span={span} />
      <RecentDeliveries live={recent} owner={owner} endpointId={endpoint.id} />
      <EndpointChanges id={endpoint.id} />
      {children}
    </>
  );
};

const factsOf = (
  { endpoint, owner, failingSince, facts }: DetailProps,
  history: EndpointHistory | undefined,
  times: EndpointTimes | undefined,
): Fact[] => {
  const { endpoints: t, deliveries, endpointTest, never, none } = text();
  const { disabled_reason: reason, last_test: lastTest } = endpoint;
  const waitingHref = hrefTo(deliveriesPlace(owner), { endpoint_id: endpoint.id, state: 'waiting' });
  return [
    ...(reason === null ? [] : [[t.disabledReason, t.reason[reason] ?? reason] as const]),
    [t.waiting, endpoint.waiting === 0 ? '0' : <a href={waitingHref}>{formatBounded(endpoint.waiting)}</a>],
    ...(failingSince ? [[t.failingSince, <Ago at={failingSince} />] as const] : []),
    ...(endpoint.type === 'push' && times?.nextAttemptAt
      ? [[deliveries.next, <Ago at={times.nextAttemptAt} />] as const]
      : []),
    ...(endpoint.type === 'pull'
      ? [[t.lastFetched, endpoint.last_fetched_at ? <Ago at={endpoint.last_fetched_at} /> : never] as const]
      : []),
    [t.lastSuccess, times && (times.lastSuccessAt ? <Ago at={times.lastSuccessAt} /> : never)],
    [t.lastError, history?.last_error ? <LastError owner={owner} error={history.last_error} /> : none],
    [endpointTest.title, lastTest ? <LastTest test={lastTest} /> : never],
    ...facts,
    ...chosenFacts(endpoint),
    [t.created, <Ago at={endpoint.created_at} />],
    [t.id, <code>{endpoint.id}</code>],
  ];
};

/** With the way to the webhook that met it. */
const LastError = ({ owner, error }: { owner: WebhookOwner; error: EndpointError }) => (
  <>
    <a href={hrefTo([...deliveriesPlace(owner), error.delivery_id])}>{describeAnswer(error)}</a>, <Ago at={error.at} />
  </>
);

/** Settings that its owner has chosen. */
const chosenFacts = (endpoint: ShownEndpoint): Fact[] => {
  const { endpoints: t, event, none } = text();
  const { type, events, header, oauth_client_id: client } = endpoint;
  return [
    [t.type, t.types[type]],
    ...(client === null
      ? [[t.events, events?.map((each) => event[each]).join(', ') ?? t.standardEvents] as const]
      : [[t.format, t.formats.open_delivery] as const, [t.client, <code>{client}</code>] as const]),
    ...(type === 'pull' ? [] : [[t.header, header ? <code>{`${header.name}: ${header.value}`}</code> : none] as const]),
    ...settingFacts(endpoint),
  ];
};
