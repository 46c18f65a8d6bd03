import { useSignal } from '@preact/signals';
import type { LaneDelivery } from '@delivery/contracts';
import { text } from '../text/index.js';
import { Fold } from '../ui/cards.js';
import { endpointName, formatDuration, formatShare } from '../ui/format.js';
import { Select } from '../ui/select.js';
import { Table } from '../ui/table.js';
import { serverNowMs } from '../ui/time.js';
import type { Lane } from './rules/lanes.js';
import { slowestOf, splitTime, type TimeSlice, type TimeSplit } from './rules/order-times.js';

type Choice = { delivery: LaneDelivery; name: string };

/** The times of the chosen delivery, by default the slowest of the last event. */
export const TimeCard = ({ lanes }: { lanes: readonly Lane[] }) => {
  const t = text().orders;
  const chosen = useSignal('');
  const choices = lanes.flatMap(({ endpoint, deliveries }) =>
    deliveries.map((delivery): Choice => ({
      delivery,
      name: t.timeOf(delivery.sequence, endpointName(endpoint)),
    })),
  );
  const nowMs = serverNowMs();
  const shown = choices.find(({ delivery }) => delivery.id === chosen.value) ?? slowestOfLast(choices, nowMs);
  if (!shown) return null;
  const split = splitTime(shown.delivery, nowMs);
  const total = shown.delivery.settled_at === null ? t.totalSoFar : t.total;
  return (
    <Fold title={t.time}>
      <div class="time-card">
        <Select
          kind="filter"
          label={text().deliveries.detail}
          value={shown.delivery.id}
          options={choices.map(({ delivery, name }) => [delivery.id, name])}
          onChoose={(id) => (chosen.value = id)}
        />
        <p>{describeSlowest(split)}</p>
        <Bar split={split} />
        <Slices split={split} totalName={total} />
      </div>
    </Fold>
  );
};

const Slices = ({ split, totalName }: { split: TimeSplit; totalName: string }) => {
  const t = text().orders;
  return (
    <Table
      caption={t.time}
      keyOf={({ key }) => key}
      rows={[
        ...split.slices.map(({ stage, ms: took }) => ({
          key: stage,
          name: t.stage[stage],
          hint: t.stageHint[stage],
          took,
        })),
        { key: 'total', name: totalName, hint: '', took: split.totalMs },
      ]}
      columns={[
        {
          key: 'step',
          header: t.step,
          cell: ({ key, name }) => (
            <>
              <i class={`swatch slice-${key}`} />
              {name}
            </>
          ),
        },
        { key: 'hint', header: t.meaning, cell: ({ hint }) => hint },
        { key: 'took', header: t.took, isNumber: true, cell: ({ took }) => formatDuration(took) },
        {
          key: 'share',
          header: t.share,
          isNumber: true,
          cell: ({ took }) => formatShare(split.totalMs === 0 ? 0 : took / split.totalMs),
        },
      ]}
    />
  );
};

const slowestOfLast = (choices: readonly Choice[], nowMs: number): Choice | undefined => {
  const last = Math.max(...choices.map(({ delivery }) => delivery.sequence));
  const total = ({ delivery }: Choice): number => splitTime(delivery, nowMs).totalMs;
  return choices
    .filter(({ delivery }) => delivery.sequence === last)
    .reduce<Choice | undefined>(
      (slowest, next) => (slowest && total(slowest) >= total(next) ? slowest : next),
      undefined,
    );
};

const describeSlowest = (split: TimeSplit): string => {
  const t = text().orders;
  const slowest = slowestOf(split);
  return slowest
    ? t.slowest(t.stage[slowest.stage], formatDuration(slowest.ms), formatDuration(split.totalMs))
    : t.instant;
};

const barWidth = 1_000;

/** Shows the figures of the table beneath it. */
const Bar = ({ split }: { split: TimeSplit }) => {
  let x = 0;
  const place = ({ stage, ms: took }: TimeSlice) => {
    const width = split.totalMs === 0 ? 0 : (took / split.totalMs) * barWidth;
    x += width;
    return <rect key={stage} class={`slice-${stage}`} x={x - width} y={0} width={width} height={10} />;
  };
  return (
    <svg class="time-bar" viewBox={`0 0 ${barWidth} 10`} preserveAspectRatio="none" aria-hidden="true">
      {split.slices.map(place)}
    </svg>
  );
};
