import type { History, OperatorStatus } from '@delivery/contracts';
import { useLive } from '../../api/live.js';
import { hrefTo } from '../../shell/router.js';
import { Filters } from '../../ui/filters.js';
import { Loaded } from '../../ui/states.js';
import { serverNowMs } from '../../ui/time.js';
import { type HistorySpan, reads } from '../api/calls.js';
import { conditionOf } from '../endpoints/rules/condition.js';
import { text } from '../text/index.js';
import { AuditCard } from './audit-card.js';
import { Charts } from './charts.js';
import { MessagePath } from './message-path.js';
import { RecentChanges } from './recent-changes-card.js';
import { ReplicasCard } from './replicas-card.js';
import { readPath } from './rules/read-path.js';
import { recentChanges } from './rules/recent-changes.js';
import { SandboxCard } from './sandbox-card.js';
import { TroubledEndpoints, useTroubledEndpoints } from './troubled-endpoints.js';
import { NowVerdict } from './verdict.js';

const historyEveryMs = 5_000;
const hourMs = 3_600_000;
/** The newest, of which those changes of the last hour are shown that are worth it. */
const activityMax = 100;

export const NowPage = ({ query }: { query: URLSearchParams }) => {
  const status = useLive(reads.status());
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
      <MessagePath path={readPath(status, history, failing)} />
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
  const t = text().now;
  const history = useLive(reads.history(span, 'live'), historyEveryMs);
  return (
    <section aria-labelledby="charts">
      <div class="title-row">
        <h2 id="charts">{t.charts}</h2>
        <Filters
          label={t.charts}
          choices={[
            { label: t.span.hour, href: hrefTo(['now']), isChosen: span === 'hour' },
            { label: t.span.day, href: hrefTo(['now'], { span: 'day' }), isChosen: span === 'day' },
          ]}
        />
      </div>
      <Loaded live={history}>{(known) => <Charts history={known} span={span} mode="live" />}</Loaded>
    </section>
  );
};
