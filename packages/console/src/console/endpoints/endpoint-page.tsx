import type { EndpointHistory, OperatorEndpoint, OperatorEndpointListEntry } from '@delivery/contracts';
import { type Live, useLive } from '../../api/live.js';
import { may } from '../../api/session.js';
import { hrefTo, useTitle } from '../../shell/router.js';
import { ActionButton, CopyLink, OpenButton } from '../../ui/buttons.js';
import { Facts } from '../../ui/cards.js';
import { endpointName, formatBounded, formatCount } from '../../ui/format.js';
import { Badge } from '../../ui/icons.js';
import { Loaded, say } from '../../ui/states.js';
import { Ago, MaybeAgo } from '../../ui/time.js';
import { webhookChanges } from '../../webhooks/calls.js';
import { describeError, RecentDeliveries, useRecentDeliveries } from '../../webhooks/delivery-table.js';
import {
  CatchUpButton,
  ConditionBadge,
  LastTest,
  settingFacts,
  SwitchButton,
  useTestNotice,
} from '../../webhooks/endpoint.js';
import { ReplayDialog } from '../../webhooks/replays.js';
import type { Condition } from '../../webhooks/rules/condition.js';
import { EndpointLog } from '../activity.js';
import { type HistorySpan, ownerPath, ownerPlace, reads } from '../calls.js';
import { text } from '../text/index.js';
import { EndpointCharts } from './endpoint-charts.js';
import { OwnerLink } from './endpoints-page.js';
import { conditionOf, nextProbeOf } from './rules/endpoint-health.js';

export const EndpointPage = ({ id, query }: { id: string; query: URLSearchParams }) => {
  const t = text();
  const live = useLive(reads.endpoint(id));
  useTitle(live.data.value && endpointName(live.data.value));
  return (
    <>
      <div class="crumbs title-row">
        <a href={hrefTo(['endpoints'])}>{t.endpoints.title}</a>
        <CopyLink />
      </div>
      {live.data.value === undefined && <h1>{t.endpoints.detail}</h1>}
      <Loaded live={live}>
        {(endpoint) => (
          <EndpointDetail endpoint={endpoint} live={live} span={query.get('span') === 'day' ? 'day' : 'hour'} />
        )}
      </Loaded>
    </>
  );
};

type DetailProps = { endpoint: OperatorEndpoint; live: Live<OperatorEndpoint>; span: HistorySpan };

/** Counted by the minute. */
const historyEveryMs = 15_000;

const EndpointDetail = ({ endpoint, live, span }: DetailProps) => {
  const t = text();
  const history = useLive(reads.endpointHistory(endpoint.id, span), historyEveryMs);
  useTestNotice(endpoint.last_test);
  const recent = useRecentDeliveries(ownerPath(endpoint.merchant_id), endpoint.id);
  // Only lists have its backlog and its owner’s name; a merchant has few endpoints.
  const siblings = useLive(reads.endpoints({ merchant_id: endpoint.merchant_id }));
  const entry = siblings.data.value?.data.find(({ id }) => id === endpoint.id);
  const refresh = (): void => {
    live.refresh();
    siblings.refresh();
  };
  return (
    <>
      <div class="title-row">
        <h1 class="address">{endpointName(endpoint)}</h1>
        {may('act') && endpoint.status !== 'deleted' && (
          <div class="row-actions">
            {endpoint.type === 'push' && <TestButton endpoint={endpoint} onDone={refresh} />}
            {endpoint.status === 'active' && endpoint.waiting > 0 && (
              <CatchUpButton endpoint={endpoint} onDone={refresh} />
            )}
            <OpenButton label={t.replays.submit}>
              {(close) => (
                <ReplayDialog
                  owner={ownerPath(endpoint.merchant_id)}
                  endpoint={{ id: endpoint.id, failingSince: endpoint.window.failing_since }}
                  onDone={refresh}
                  onClose={close}
                />
              )}
            </OpenButton>
            <SwitchButton endpoint={endpoint} onDone={refresh} />
          </div>
        )}
      </div>
      {endpoint.status === 'deleted' ? (
        <Badge tone="idle">{t.endpoints.deleted}</Badge>
      ) : (
        <ConditionLine condition={conditionOf(endpoint)} />
      )}
      <section class="card">
        <EndpointFacts endpoint={endpoint} entry={entry} history={history.data.value} />
        {isLong(endpoint.url) && (
          <details class="whole">
            <summary>{t.endpointFacts.whole}</summary>
            <p class="address">{endpoint.url}</p>
          </details>
        )}
      </section>
      <EndpointCharts endpoint={endpoint} entry={entry} history={history} span={span} />
      <RecentDeliveries
        live={recent}
        place={[...ownerPlace(endpoint.merchant_id), 'deliveries']}
        endpointId={endpoint.id}
      />
      <section class="card" aria-labelledby="log">
        <h2 id="log">{t.endpoints.log}</h2>
        <EndpointLog log={endpoint.log} />
      </section>
    </>
  );
};

const ConditionLine = ({ condition }: { condition: Condition }) => (
  <p class="state-line">
    <ConditionBadge condition={condition} /> {text().conditionWords[condition]}
  </p>
);

type FactsProps = {
  endpoint: OperatorEndpoint;
  entry: OperatorEndpointListEntry | undefined;
  history: EndpointHistory | undefined;
};

const EndpointFacts = ({ endpoint, entry, history }: FactsProps) => {
  const t = text();
  const { window } = endpoint;
  const reason = endpoint.disabled_reason;
  return (
    <Facts
      facts={[
        [
          t.endpoints.merchant,
          <OwnerLink id={endpoint.merchant_id} name={entry?.merchant_name ?? endpoint.merchant_id} />,
        ],
        [t.endpoints.waiting, entry ? formatBounded(entry.waiting) : '…'],
        [t.endpoints.inFlight, t.endpoints.windowValue(formatCount(window.in_flight), formatCount(window.size))],
        [t.endpoints.failingSince, <MaybeAgo at={window.failing_since} />],
        [t.endpointHistory.lastError, <LastError endpoint={endpoint} history={history} />],
        [t.endpoints.nextProbe, <MaybeAgo at={nextProbeOf(endpoint)} />],
        ...(endpoint.disabled_at === null
          ? []
          : [
              [t.endpoints.disabledAt, <Ago at={endpoint.disabled_at} />] as const,
              [t.endpoints.disabledReason, reason === null ? t.none : (t.endpoints.reason[reason] ?? reason)] as const,
            ]),
        [t.endpoints.events, endpoint.events?.map((event) => t.event[event]).join(', ') ?? t.endpoints.standardEvents],
        ...optionFacts(endpoint),
        [t.endpointTest.title, endpoint.last_test ? <LastTest test={endpoint.last_test} /> : t.never],
        [t.endpoints.created, <Ago at={endpoint.created_at} />],
        [t.endpoints.id, <code>{endpoint.id}</code>],
      ]}
    />
  );
};

/** Too long for the head of the page. */
const isLong = (url: string | null): boolean => url !== null && url.length > 120;

type TestProps = { endpoint: Pick<OperatorEndpoint, 'id' | 'url'>; onDone: () => void };

/** Sends one example, to be looked at before the endpoint counts. */
const TestButton = ({ endpoint, onDone }: TestProps) => {
  const t = text().endpoints;
  return (
    <ActionButton
      name={`${endpoint.id}.test`}
      label={t.test}
      title={t.testTitle}
      act={async (action) => {
        await webhookChanges.testEndpoint(endpoint.id, action);
        say(t.testNotice, 'info');
        onDone();
      }}
    >
      <p>{t.testText}</p>
      <p class="address quiet">{endpoint.url}</p>
    </ActionButton>
  );
};

/** The merchant's settings of it, and the age of its secret. */
const optionFacts = (endpoint: OperatorEndpoint) => {
  const t = text().endpointFacts;
  const { secret, header, fault, last_fault: lastFault } = endpoint;
  return [
    [t.secret, secret.created_at === null ? t.secretOld : <Ago at={secret.created_at} />] as const,
    ...(secret.older_valid_until === null ? [] : [[t.older, <Ago at={secret.older_valid_until} />] as const]),
    ...(endpoint.type === 'pull'
      ? []
      : [[text().endpoints.header, header ? <code>{`${header.name}: ${header.value}`}</code> : t.headerNone] as const]),
    ...settingFacts(endpoint),
    ...(fault
      ? [
          [
            t.fault,
            <>
              {t.faultKind[fault.kind]}, <Ago at={fault.at} />
            </>,
          ] as const,
        ]
      : []),
    ...(lastFault ? [[t.lastFault, <LastFault fault={lastFault} />] as const] : []),
  ];
};

const LastFault = ({ fault }: { fault: NonNullable<OperatorEndpoint['last_fault']> }) => {
  const t = text().endpointFacts;
  return (
    <>
      {t.faultKind[fault.kind]}, <Ago at={fault.at} />{' '}
      <Badge tone={fault.handled ? 'good' : 'bad'}>{fault.handled ? t.handled : t.notHandled}</Badge>
    </>
  );
};

type LastErrorProps = { endpoint: OperatorEndpoint; history: EndpointHistory | undefined };

/** With the way to the delivery that met it. */
const LastError = ({ endpoint, history }: LastErrorProps) => {
  const t = text();
  if (history === undefined) return <>…</>;
  const error = history.last_error;
  // Failures of the last seconds are counted at the minute's end.
  const isFailing = endpoint.window.failing_since !== null;
  if (error === null) return <>{isFailing ? t.endpointHistory.lastErrorSoon : t.endpointHistory.lastErrorNone}</>;
  const { status_code: status, error_code: code } = error;
  const what = status === null ? describeError(code ?? '') : t.deliveries.status(status);
  return (
    <>
      <a href={hrefTo([...ownerPlace(endpoint.merchant_id), 'deliveries', error.delivery_id])}>{what}</a>,{' '}
      <Ago at={error.at} />
    </>
  );
};
