import type { OrderLanes, Timeline } from '@delivery/contracts';
import { reads } from '../api/calls.js';
import { useLive } from '../api/live.js';
import { hrefTo } from '../shell/router.js';
import { text } from '../text/index.js';
import { Facts } from '../ui/facts.js';
import { Badge, type Tone, ToneIcon } from '../ui/icons.js';
import { Loaded } from '../ui/states.js';
import { Ago } from '../ui/time.js';
import { LaneTable } from './lane-table.js';
import { findVerdict, type OrderVerdict } from './rules/order-verdict.js';
import { TimeCard } from './time-card.js';
import { describeFailing, describeWait } from './wait-words.js';

export const OrderPage = ({ id }: { id: string }) => {
  const t = text().orders;
  const lanes = useLive(reads.lanes(id));
  const timeline = useLive(reads.timeline(id));
  return (
    <>
      {lanes.data.value === undefined && <h1>{t.title}</h1>}
      <Loaded live={lanes}>
        {(found) => (
          <>
            <Head found={found} timeline={timeline.data.value} />
            <section class="card">
              <h2>{t.lanes}</h2>
              <Loaded live={timeline}>
                {({ data, truncated }) => (
                  <>
                    <LaneTable found={found} timeline={data} refresh={lanes.refresh} />
                    {(truncated || found.truncated) && <p class="quiet">{t.truncated}</p>}
                  </>
                )}
              </Loaded>
            </section>
            <TimeCard lanes={found.lanes} />
          </>
        )}
      </Loaded>
    </>
  );
};

const Head = ({ found, timeline }: { found: OrderLanes; timeline: Timeline | undefined }) => {
  const t = text().orders;
  const { order, lanes } = found;
  const changed = timeline?.data.findLast((entry) => entry.kind === 'event' && entry.event === 'status_changed');
  const verdict = findVerdict(lanes);
  return (
    <>
      <h1>
        {t.title} {order.display_id}
      </h1>
      <p class="order-verdict">
        <ToneIcon tone={toneOf(verdict)} />
        <span>{describeVerdict(verdict)}</span>
      </p>
      <section class="card">
        <Facts
          facts={[
            [
              t.statusColumn,
              <>
                <Badge tone="info">{t.status[order.status]}</Badge> <Ago at={changed?.at ?? order.created_at} />
              </>,
            ],
            [t.merchant, <a href={hrefTo(['merchants', order.merchant_id])}>{order.merchant_name}</a>],
            [t.externalId, <code>{order.external_id}</code>],
            [t.id, <code>{order.id}</code>],
            [t.created, <Ago at={order.created_at} />],
          ]}
        />
      </section>
    </>
  );
};

const toneOf = (verdict: OrderVerdict): Tone => {
  switch (verdict.kind) {
    case 'nothing':
      return 'idle';
    case 'done':
      return 'good';
    case 'lost':
      return 'bad';
    case 'waits':
      return verdict.failing ? 'warn' : 'info';
  }
};

const describeVerdict = (verdict: OrderVerdict): string => {
  const t = text().orders;
  switch (verdict.kind) {
    case 'nothing':
      return t.nothing;
    case 'done':
      return t.allDelivered(verdict.delivered);
    case 'lost':
      return t.lost(verdict.exhausted, verdict.skipped);
    case 'waits': {
      const { head, waits, failing, last, others } = verdict;
      const parts = [...(failing ? [describeFailing(failing)] : []), describeWait(waits)].join('; ');
      return `${t.waits(head.sequence, last, parts)}${others > 0 ? ` ${t.others(others)}` : ''}`;
    }
  }
};
