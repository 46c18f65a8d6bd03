import { useSignal } from '@preact/signals';
import type { Audited, MerchantMode, OperatorEndpointListEntry, OperatorStatus } from '@delivery/contracts';
import { useLive } from '../../api/live.js';
import { Facts } from '../../ui/cards.js';
import { formatBounded, formatCount, formatDuration } from '../../ui/format.js';
import { Badge } from '../../ui/icons.js';
import { Empty, Loaded, Loading } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { Dash } from '../../ui/time.js';
import type { HistorySpan } from '../../webhooks/calls.js';
import { reads } from '../calls.js';
import { endpointColumnsOfAll, endpointKey } from '../endpoints/endpoints-page.js';
import { text } from '../text/index.js';
import { Charts } from './charts.js';

const parts = ['delivered', 'in_flight', 'waiting', 'held', 'exhausted', 'skipped', 'purged'] as const;
type Part = (typeof parts)[number];

const widthTotal = 1_000;
/** Shows even one part in a million. */
const widthMin = 4;

/** The current state of every webhook that was ever due, by two independent counts that must agree. */
export const AuditCard = ({ audit }: { audit: Audited }) => {
  const t = text().now;
  return (
    <section class="card audit" aria-labelledby="audit">
      <div class="title-row">
        <h2 id="audit">{t.audit}</h2>
        <BalanceBadge audited={audit} />
      </div>
      <p class="quiet">{audit.matched === 0 ? t.auditEmpty : t.auditText(formatCount(audit.matched))}</p>
      {audit.matched > 0 && <Whereabouts of={audit} />}
    </section>
  );
};

const BalanceBadge = ({ audited: { balanced } }: { audited: Audited }) => {
  const t = text().now;
  return <Badge tone={balanced ? 'good' : 'bad'}>{balanced ? t.balanced : t.unbalanced}</Badge>;
};

const Whereabouts = ({ of: audited }: { of: Audited }) => (
  <>
    <Bar audited={audited} />
    <dl class="legend">
      {partsIn(audited).map((part) => (
        <div key={part}>
          <dt>
            <span class={`swatch part-${part}`} aria-hidden="true" />
            {nameOf(part)}
          </dt>
          <dd>{formatCount(audited[part])}</dd>
        </div>
      ))}
    </dl>
  </>
);

const partsIn = (audited: Audited): Part[] => parts.filter((part) => audited[part] > 0);

const nameOf = (part: Part): string => (part === 'purged' ? text().now.purged : text().deliveryState[part]);

const Bar = ({ audited }: { audited: Audited }) => {
  const shown = partsIn(audited);
  const total = shown.reduce((sum, part) => sum + audited[part], 0);
  const widths = shown.map((part) => Math.max(widthMin, (audited[part] / total) * widthTotal));
  const scale = widthTotal / widths.reduce((sum, width) => sum + width, 0);
  return (
    <svg class="bar" viewBox={`0 0 ${widthTotal} 16`} preserveAspectRatio="none" aria-hidden="true">
      <rect width={widthTotal} height="16" class="bar-empty" />
      {shown.map((part, index) => (
        <rect
          key={part}
          class={`part-${part}`}
          x={widths.slice(0, index).reduce((sum, width) => sum + width, 0) * scale}
          width={(widths[index] ?? 0) * scale}
          height="16"
        />
      ))}
    </svg>
  );
};

const everyMs = 15_000;
const shownMax = 8;

/**
 * Endpoints of a mode that do not answer, are not fetched from, answer with errors, are slowed down or are disabled;
 * undefined until they are known.
 */
export const useTroubledEndpoints = (mode: MerchantMode): readonly OperatorEndpointListEntry[] | undefined => {
  const lists = [
    useLive(reads.endpoints({ mode, health: 'breaker_open', limit: shownMax }), everyMs),
    useLive(reads.endpoints({ mode, health: 'not_fetching', limit: shownMax }), everyMs),
    useLive(reads.endpoints({ mode, health: 'ok', failing: 'true', limit: shownMax }), everyMs),
    useLive(reads.endpoints({ mode, health: 'narrowed', limit: shownMax }), everyMs),
    useLive(reads.endpoints({ mode, health: 'disabled', limit: shownMax }), everyMs),
  ].map(({ data }) => data.value?.data);
  return lists.every((list) => list !== undefined) ? lists.flat() : undefined;
};

type Rows = { rows: readonly OperatorEndpointListEntry[] | undefined };

export const TroubledEndpoints = ({ rows }: Rows) => {
  const t = text().now;
  return (
    <section class="card" aria-labelledby="troubled">
      <h2 id="troubled">{t.troubled}</h2>
      {rows === undefined && <Loading />}
      {rows?.length === 0 && <Empty title={t.troubledNone} />}
      <TroubledTable caption={t.troubled} rows={rows} />
    </section>
  );
};

const TroubledTable = ({ caption, rows = [] }: Rows & { caption: string }) =>
  rows.length === 0 ? null : (
    <Table caption={caption} columns={endpointColumnsOfAll()} keyOf={endpointKey} rows={rows.slice(0, shownMax)} />
  );

const historyEveryMs = 15_000;

/**
 * The figures of sandbox merchants; all other figures on the page are of live merchants. Empty while nothing is to be
 * shown.
 */
export const SandboxCard = ({ status, span }: { status: OperatorStatus; span: HistorySpan }) =>
  status.audit.sandbox.matched === 0 ? null : <SandboxFigures status={status} span={span} />;

const SandboxFigures = ({
  status: { audit, backlog, late_orders },
  span,
}: {
  status: OperatorStatus;
  span: HistorySpan;
}) => {
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
        <summary>{text().endpointDay.title}</summary>
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
