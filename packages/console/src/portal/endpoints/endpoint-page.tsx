import { useComputed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { EndpointError, EndpointHistory, EndpointView } from '@delivery/contracts';
import { type Live, useLive } from '../../api/live.js';
import { mayChange } from '../../api/session.js';
import { Chart } from '../../charts/chart.js';
import { hrefTo, useTitle } from '../../shell/router.js';
import { language } from '../../text/index.js';
import { CopyLink } from '../../ui/buttons.js';
import { Facts } from '../../ui/cards.js';
import { endpointName, formatBounded, formatCount } from '../../ui/format.js';
import { Loaded } from '../../ui/states.js';
import { Ago, Dash, MaybeAgo, serverNowMs } from '../../ui/time.js';
import { describeError, ErrorHelp, RecentDeliveries, useRecentDeliveries } from '../../webhooks/delivery-table.js';
import { answerTimesChart, EndpointDay, LastTest, settingFacts, useTestNotice } from '../../webhooks/endpoint.js';
import { reads } from '../calls.js';
import { isSandbox } from '../owner.js';
import { InjectFaultCard } from '../sandbox/sandbox-cards.js';
import { text } from '../text/index.js';
import { EndpointButtons } from './endpoint-buttons.js';
import { describeCondition, EndpointCondition } from './endpoints-page.js';
import { conditionOf, type EndpointTimes, fillHours, findTimes } from './rules/endpoint-health.js';
import { signatureFacts } from './signature.js';

const summaryEveryMs = 5_000;
/** Counted by the minute. */
const historyEveryMs = 15_000;

export const EndpointPage = ({ id }: { id: string }) => {
  const t = text().endpoints;
  const live = useLive(reads.endpoint(id));
  return (
    <>
      <div class="crumbs title-row">
        <a href={hrefTo(['endpoints'])}>{t.title}</a>
        <CopyLink />
      </div>
      {live.data.value === undefined && <h1>{t.detail}</h1>}
      <Loaded live={live}>{(endpoint) => <Endpoint endpoint={endpoint} live={live} />}</Loaded>
    </>
  );
};

const Endpoint = ({ endpoint, live }: { endpoint: EndpointView; live: Live<EndpointView> }) => {
  const { id, type, format, last_test: lastTest } = endpoint;
  useTestNotice(lastTest);
  const summary = useLive(reads.summary(), summaryEveryMs).data.value;
  const recent = useRecentDeliveries('', id);
  const history = useLive(reads.endpointHistory(id), historyEveryMs).data.value;
  const times = history && recent.data.value && findTimes({ history, recent: recent.data.value.data, lastTest });
  const condition = conditionOf(endpoint, summary);
  const failingSince = summary?.endpoints.find((each) => each.id === id)?.failing_since;
  const name = endpointName(endpoint);
  useTitle(name);
  return (
    <>
      <div class="title-row">
        <h1 class="address">{name}</h1>
        <EndpointButtons endpoint={endpoint} failingSince={failingSince} onDone={live.refresh} />
      </div>
      <p class="state-line">
        <EndpointCondition type={type} condition={condition} /> {describeCondition({ type, condition })}
      </p>
      {history?.last_error && times && isNewer(history.last_error.at, times.lastSuccessAt) && (
        <LastError error={history.last_error} />
      )}
      <section class="card">
        <EndpointFacts endpoint={endpoint} times={times} failingSince={failingSince} />
      </section>
      {history && <Day type={type} day={history.day} />}
      {isSandbox.value && mayChange.value && type === 'push' && format === 'standard_webhooks' && (
        <InjectFaultCard endpoint={endpoint} onDone={live.refresh} />
      )}
      <RecentDeliveries live={recent} place={['deliveries']} endpointId={id} />
    </>
  );
};

/** ISO 8601 in UTC sorts as text. */
const isNewer = (at: string, other: string | null): boolean => other === null || at > other;

/** The newest failure of the day, what it means and what to do about it, as the guide tells it. */
const LastError = ({ error }: { error: EndpointError }) => {
  const { endpoints: t, deliveries } = text();
  const { status_code: status, error_code: code } = error;
  return (
    <section class="card" aria-labelledby="last-error">
      <h2 id="last-error">{t.lastError}</h2>
      <p>
        <a href={hrefTo(['deliveries', error.delivery_id])}>
          {status === null ? describeError(code ?? '') : deliveries.status(status)}
        </a>
        , <Ago at={error.at} />
      </p>
      <ErrorHelp codes={[code]} />
    </section>
  );
};

type FactsProps = {
  endpoint: EndpointView;
  /** `undefined`: not known yet. */
  times: EndpointTimes | undefined;
  failingSince: string | null | undefined;
};

const EndpointFacts = ({ endpoint, times, failingSince }: FactsProps) => {
  const { endpoints: t, event } = text();
  const { disabled_reason: reason, header, oauth_client_id: client } = endpoint;
  return (
    <Facts
      facts={[
        ...(reason === null ? [] : [[t.disabledReason, t.reason[reason] ?? reason] as const]),
        ...(endpoint.name !== null && endpoint.url !== null
          ? [[t.url, <span class="address">{endpoint.url}</span>] as const]
          : []),
        ...(endpoint.type === 'pull' ? [[t.lastFetched, <MaybeAgo at={endpoint.last_fetched_at} />] as const] : []),
        [
          t.waiting,
          endpoint.waiting === 0 ? (
            t.waitingNone
          ) : (
            <a href={hrefTo(['deliveries'], { endpoint_id: endpoint.id, state: 'waiting' })}>
              {formatBounded(endpoint.waiting)}
            </a>
          ),
        ],
        ...(endpoint.type === 'push' && times?.nextAttemptAt
          ? [[t.nextTry, <Ago at={times.nextAttemptAt} />] as const]
          : []),
        ...(failingSince ? [[t.failingSince, <Ago at={failingSince} />] as const] : []),
        [t.lastSuccess, <MaybeAgo at={times?.lastSuccessAt} />],
        [text().endpointTest.title, endpoint.last_test ? <LastTest test={endpoint.last_test} /> : <Dash />],
        [t.type, t.types[endpoint.type]],
        ...(client === null
          ? [[t.events, endpoint.events?.map((each) => event[each]).join(', ') ?? t.standardEvents] as const]
          : [[t.format, t.formats.open_delivery] as const, [t.client, <code>{client}</code>] as const]),
        ...(endpoint.type === 'pull'
          ? []
          : [[t.header, header ? <code>{`${header.name}: ${header.value}`}</code> : t.headerNone] as const]),
        ...settingFacts(endpoint),
        ...signatureFacts(endpoint),
        [t.created, <Ago at={endpoint.created_at} />],
        [t.id, <code>{endpoint.id}</code>],
      ]}
    />
  );
};

const minuteMs = 60_000;

type DayProps = { type: EndpointView['type']; day: EndpointHistory['day'] };

const Day = (props: DayProps) => {
  const t = text().endpointDay;
  return (
    <section aria-labelledby="day">
      <h2 id="day">{t.title}</h2>
      <EndpointDay {...props} />
      {props.day.hours.length > 0 && <Charts {...props} />}
      <p class="quiet">{t.late}</p>
    </section>
  );
};

const Charts = ({ type, day }: DayProps) => {
  const minute = useComputed(() => Math.floor(serverNowMs() / minuteMs)).value;
  const { times, plans } = useMemo(() => {
    const t = text().endpointDay[type];
    const hours = fillHours(day.hours, minute * minuteMs);
    const outcomes = {
      id: 'outcomes',
      title: t.outcomes,
      format: formatCount,
      atLeast: 4,
      series: [
        { name: t.succeeded, colour: 'two' as const, values: hours.map(({ succeeded }) => succeeded) },
        { name: t.failed, colour: 'five' as const, values: hours.map(({ failed }) => failed) },
      ],
    };
    return {
      times: hours.map(({ at }) => Date.parse(at) / 1_000),
      plans: [outcomes, answerTimesChart(type, hours)],
    };
  }, [type, day, minute, language.value]);
  return (
    <div class="charts">
      {plans.map((plan) => (
        <Chart key={plan.id} {...plan} times={times} />
      ))}
    </div>
  );
};
