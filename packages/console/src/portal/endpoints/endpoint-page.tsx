import type { EndpointTest, EndpointView } from '@delivery/contracts';
import { type Live, useLive } from '../../api/live.js';
import { hrefTo } from '../../shell/router.js';
import { Facts } from '../../ui/facts.js';
import { formatBounded, formatCount, formatDuration } from '../../ui/format.js';
import { Badge } from '../../ui/icons.js';
import { Loaded } from '../../ui/states.js';
import { Ago, Dash, MaybeAgo } from '../../ui/time.js';
import { describeError, ErrorHelp } from '../../webhooks/delivery-state.js';
import { DeliveryTable } from '../../webhooks/delivery-table.js';
import { reads } from '../api/calls.js';
import { InjectFaultCard } from '../sandbox/inject-fault-card.js';
import { isSandbox } from '../session.js';
import { text } from '../text/index.js';
import { EndpointButtons } from './endpoint-buttons.js';
import { describeCondition, EndpointCondition } from './endpoint-condition.js';
import { conditionOf } from './rules/condition.js';

const recentMax = 10;
const summaryEveryMs = 5_000;

export const EndpointPage = ({ id }: { id: string }) => {
  const t = text().endpoints;
  const live = useLive(reads.endpoint(id));
  return (
    <>
      <p class="crumbs">
        <a href={hrefTo(['endpoints'])}>{t.title}</a>
      </p>
      {live.data.value === undefined && <h1>{t.detail}</h1>}
      <Loaded live={live}>{(endpoint) => <Endpoint endpoint={endpoint} live={live} />}</Loaded>
    </>
  );
};

const Endpoint = ({ endpoint, live }: { endpoint: EndpointView; live: Live<EndpointView> }) => {
  const t = text();
  const summary = useLive(reads.summary(), summaryEveryMs).data.value;
  const condition = conditionOf(endpoint, summary);
  const failingSince = summary?.endpoints.find(({ id }) => id === endpoint.id)?.failing_since;
  return (
    <>
      <div class="title-row">
        <h1 class="address">{endpoint.name ?? endpoint.url ?? t.endpoints.pulled}</h1>
        <EndpointButtons endpoint={endpoint} onDone={live.refresh} />
      </div>
      <p class="state-line">
        <EndpointCondition type={endpoint.type} condition={condition} />{' '}
        {describeCondition({ type: endpoint.type, condition })}
      </p>
      <section class="card">
        <EndpointFacts endpoint={endpoint} failingSince={failingSince} />
      </section>
      {isSandbox.value && endpoint.type === 'push' && <InjectFaultCard endpoint={endpoint} onDone={live.refresh} />}
      <section class="card" aria-labelledby="recent">
        <div class="title-row">
          <h2 id="recent">{t.endpoints.recent}</h2>
          <a href={hrefTo(['deliveries'], { endpoint_id: endpoint.id })}>{t.endpoints.recentAll}</a>
        </div>
        <RecentDeliveries id={endpoint.id} />
      </section>
    </>
  );
};

type FactsProps = { endpoint: EndpointView; failingSince: string | null | undefined };

const EndpointFacts = ({ endpoint, failingSince }: FactsProps) => {
  const { endpoints: t, event } = text();
  const { disabled_reason: reason, header, max_per_second: pace } = endpoint;
  return (
    <Facts
      facts={[
        ...(reason === null ? [] : [[t.disabledReason, t.reason[reason] ?? reason] as const]),
        ...(endpoint.name !== null && endpoint.url !== null
          ? [[t.url, <span class="address">{endpoint.url}</span>] as const]
          : []),
        [t.type, t.types[endpoint.type]],
        ...(endpoint.type === 'pull' ? [[t.lastFetched, <MaybeAgo at={endpoint.last_fetched_at} />] as const] : []),
        [t.waiting, formatBounded(endpoint.waiting)],
        [t.failingSince, <MaybeAgo at={failingSince} />],
        [t.lastTest, endpoint.last_test ? <LastTest test={endpoint.last_test} /> : <Dash />],
        [t.events, endpoint.events?.map((each) => event[each]).join(', ') ?? t.allEvents],
        ...(endpoint.type === 'pull'
          ? []
          : [
              [t.header, header ? <code>{`${header.name}: ${header.value}`}</code> : t.headerNone] as const,
              [t.pace, pace === null ? t.paceNone : t.paceValue(formatCount(pace))] as const,
            ]),
        [t.created, <Ago at={endpoint.created_at} />],
        [t.id, <code>{endpoint.id}</code>],
      ]}
    />
  );
};

const LastTest = ({ test }: { test: EndpointTest }) => {
  const t = text().endpoints;
  return (
    <>
      {test.error_code === null ? (
        <Badge tone="good">{t.testGood(test.status_code, formatDuration(test.duration_ms))}</Badge>
      ) : (
        <Badge tone="bad">{t.testBad(describeError(test.error_code))}</Badge>
      )}{' '}
      <Ago at={test.at} />
      {test.error_detail && <code>{test.error_detail}</code>}
      <ErrorHelp codes={[test.error_code]} />
    </>
  );
};

const RecentDeliveries = ({ id }: { id: string }) => {
  const live = useLive(reads.deliveries({ endpoint_id: id, limit: recentMax }));
  return (
    <Loaded live={live}>
      {({ data }) => <DeliveryTable caption={text().endpoints.recent} place={['deliveries']} rows={data} />}
    </Loaded>
  );
};
