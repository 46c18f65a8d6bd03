import type { History, OperatorStatus } from '@delivery/contracts';
import { useLive } from '../../api/live.js';
import { TablesSwitch } from '../../charts/chart.js';
import { hrefTo } from '../../shell/router.js';
import { Filters } from '../../ui/filters.js';
import { endpointName } from '../../ui/format.js';
import { type Tone, ToneIcon } from '../../ui/icons.js';
import { Loaded } from '../../ui/states.js';
import { Ago, serverNowMs } from '../../ui/time.js';
import type { HistorySpan } from '../../webhooks/calls.js';
import { describeActor } from '../../webhooks/changes.js';
import { ActivitySubject, describeWhy } from '../activity.js';
import { reads } from '../calls.js';
import { EndpointOf } from '../endpoints/endpoints-page.js';
import { conditionOf } from '../endpoints/rules/endpoint-health.js';
import { text } from '../text/index.js';
import { Charts } from './charts.js';
import { AuditCard, SandboxCard, TroubledEndpoints, useTroubledEndpoints } from './health-cards.js';
import { MessagePath, ReplicasCard } from './message-path.js';
import { readPath } from './rules/read-path.js';
import { type Change, type OpenBreaker, recentChanges } from './rules/recent-changes.js';
import { NowVerdict } from './verdict.js';

/** Most answers have nothing new. An idle page takes less than 2 MB an hour. */
const statusEveryMs = 4_000;
const historyEveryMs = 10_000;
const hourMs = 3_600_000;
/** The newest, of which those changes of the last hour are shown that are worth it. */
const activityMax = 100;

export const NowPage = ({ query }: { query: URLSearchParams }) => {
  const status = useLive(reads.status(), statusEveryMs);
  const lastHour = useLive(reads.history('hour', 'live'), historyEveryMs);
  const span: HistorySpan = query.get('span') === 'day' ? 'day' : 'hour';
  return (
    <>
      <h1>{text().now.title}</h1>
      <Loaded live={status}>{(known) => <Overview status={known} history={lastHour.data.value} />}</Loaded>
      <ChartSection span={span} />
      {status.data.value && <SandboxCard status={status.data.value} span={span} />}
    </>
  );
};

const Overview = ({ status, history }: { status: OperatorStatus; history: History | undefined }) => {
  const endpoints = useTroubledEndpoints('live');
  const activity = useLive(reads.activity({ limit: activityMax }), historyEveryMs).data.value?.data ?? [];
  const changes = recentChanges({ status, history, activity }, serverNowMs() - hourMs);
  const failing = endpoints?.filter((endpoint) => conditionOf(endpoint) === 'failing').length ?? 0;
  return (
    <>
      <NowVerdict concerns={status.concerns} />
      <MessagePath path={readPath(status, history, serverNowMs(), failing)} />
      <AuditCard audit={status.audit} />
      <div class="columns">
        <div class="column">
          <TroubledEndpoints rows={endpoints} />
          <ReplicasCard replicas={status.replicas} />
        </div>
        <RecentChanges changes={changes} replays={status.running_replays} />
      </div>
    </>
  );
};

const ChartSection = ({ span }: { span: HistorySpan }) => {
  const { endpointDay, timeFilter } = text();
  const history = useLive(reads.history(span, 'live'), historyEveryMs);
  return (
    <section aria-labelledby="charts">
      <div class="title-row">
        <h2 id="charts">{endpointDay.title}</h2>
        <Filters
          label={endpointDay.title}
          choices={[
            { label: timeFilter.hour, href: hrefTo(['now']), isChosen: span === 'hour' },
            { label: timeFilter.day, href: hrefTo(['now'], { span: 'day' }), isChosen: span === 'day' },
          ]}
        />
        <TablesSwitch />
      </div>
      <Loaded live={history}>{(known) => <Charts history={known} span={span} mode="live" />}</Loaded>
    </section>
  );
};

const shownMax = 10;

const tones: Readonly<Record<Change['kind'], Tone>> = {
  done: 'idle',
  failing: 'warn',
  overdue: 'bad',
  caughtUp: 'good',
  unbalanced: 'bad',
  started: 'info',
  recordedAgain: 'bad',
  brokerAway: 'bad',
  brokerBack: 'good',
};

const RecentChanges = ({ changes, replays }: { changes: readonly Change[]; replays: number }) => {
  const t = text().now;
  return (
    <section class="card" aria-labelledby="changed">
      <h2 id="changed">{t.changed}</h2>
      {replays > 0 && (
        <p class="state-line">
          <ToneIcon tone="info" /> {t.replaysRunning(replays)}
        </p>
      )}
      {changes.length === 0 && <p class="quiet">{t.changedNone}</p>}
      <ul class="changes">
        {changes.slice(0, shownMax).map((change) => (
          <li key={keyOf(change)}>
            <ToneIcon tone={tones[change.kind]} />
            <div>
              <p>{tell(change)}</p>
              {change.kind === 'failing' && <FailingEndpoint endpoint={change.endpoint} />}
              {change.kind === 'done' && <ActivitySubject entry={change.entry} />}
            </div>
            <Ago at={change.at} />
          </li>
        ))}
      </ul>
    </section>
  );
};

/** Several changes may have the same time, so the time is no key. */
const keyOf = (change: Change): string => {
  if (change.kind === 'done') return String(change.entry.id);
  if (change.kind === 'started') return `${change.replica.service} ${change.replica.name}`;
  return `${change.kind} ${change.at} ${change.kind === 'failing' ? change.endpoint.id : ''}`;
};

const FailingEndpoint = ({ endpoint }: { endpoint: OpenBreaker }) => (
  <EndpointOf
    id={endpoint.id}
    name={endpointName(endpoint)}
    owner={{ id: endpoint.merchant_id, name: endpoint.merchant_name }}
  />
);

const tell = (change: Change): string => {
  const { now, activity } = text();
  if (change.kind === 'started') return now.change.started(`${change.replica.service} ${change.replica.name}`);
  if (change.kind !== 'done') return now.change[change.kind];
  const { entry } = change;
  const why = describeWhy(entry);
  return `${activity.actions[entry.action]}, ${describeActor(entry)}${why === '' ? '' : `: ${why}`}`;
};
