import { useSignal } from '@preact/signals';
import type { OperatorStatus } from '@delivery/contracts';
import { useLive } from '../../api/live.js';
import { Facts } from '../../ui/cards.js';
import { formatBounded, formatCount, formatDuration } from '../../ui/format.js';
import { Loaded } from '../../ui/states.js';
import { Dash } from '../../ui/time.js';
import { type HistorySpan, reads } from '../api/calls.js';
import { text } from '../text/index.js';
import { BalanceBadge, Whereabouts } from './audit-card.js';
import { Charts } from './charts.js';
import { TroubledTable, useTroubledEndpoints } from './troubled-endpoints.js';

const historyEveryMs = 5_000;

/** How sandbox merchants do, apart from live ones, whose figures are all others on the page. Nothing while there is nothing. */
export const SandboxCard = ({ status, span }: { status: OperatorStatus; span: HistorySpan }) =>
  status.audit.sandbox.matched === 0 ? null : <Known status={status} span={span} />;

const Known = ({ status: { audit, backlog, late_orders }, span }: { status: OperatorStatus; span: HistorySpan }) => {
  const t = text().now;
  const { sandbox } = audit;
  const isOpen = useSignal(false);
  const overdueSeconds = sandbox.oldest_overdue_seconds;
  return (
    <section class="card audit sandbox" aria-labelledby="sandbox">
      <div class="title-row">
        <h2 id="sandbox">{t.sandbox.title}</h2>
        <BalanceBadge audited={sandbox} />
      </div>
      <p class="quiet">{t.auditSandbox(formatCount(sandbox.matched))}</p>
      <Whereabouts of={sandbox} />
      <Facts
        facts={[
          [t.due, formatBounded(backlog.due.sandbox)],
          [t.late, overdueSeconds === 0 ? <Dash /> : formatDuration(overdueSeconds * 1_000)],
          [t.sandbox.lateOrders, formatBounded(late_orders.sandbox)],
        ]}
      />
      <TroubledTable caption={t.sandbox.troubled} rows={useTroubledEndpoints('sandbox')} />
      <details onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
        <summary>{t.charts}</summary>
        {isOpen.value && <SandboxCharts span={span} />}
      </details>
    </section>
  );
};

const SandboxCharts = ({ span }: { span: HistorySpan }) => (
  <Loaded live={useLive(reads.history(span, 'sandbox'), historyEveryMs)}>
    {(history) => <Charts history={history} span={span} mode="sandbox" />}
  </Loaded>
);
