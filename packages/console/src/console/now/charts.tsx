import type { History, MerchantMode } from '@delivery/contracts';
import { Chart } from '../../charts/chart.js';
import type { Series } from '../../charts/draw-chart.js';
import { durationSteps, formatCount, formatRate, formatShare, formatWait } from '../../ui/format.js';
import { Empty } from '../../ui/states.js';
import type { HistorySpan } from '../../webhooks/calls.js';
import { text } from '../text/index.js';
import type { HistoryStep } from './rules/read-path.js';

/** The values of a chart: null where nothing was measured. */
type Reading = (point: HistoryStep) => number | null;

type ChartPlan = {
  key: string;
  title: string;
  format: (value: number) => string;
  /** The axis ends there at least; undefined: at the largest value. */
  atLeast?: number;
  steps?: number[];
  series: readonly { name: string; colour: Series['colour']; read: Reading }[];
};

type ChartsProps = { history: History; span: HistorySpan; mode: MerchantMode };

/** Messages in queues are of both modes: they are shown with those of live merchants. */
export const Charts = ({ history, span, mode }: ChartsProps) => {
  const t = text().now.chart;
  if (history.data.length === 0) return <Empty title={t.noData} />;
  const shown = plans(history.step_seconds).filter(({ key }) => mode === 'live' || key !== 'queues');
  const times = history.data.map(({ at }) => Date.parse(at) / 1_000);
  return (
    <div class="charts">
      {shown.map(({ series, ...plan }) => (
        <Chart
          {...plan}
          key={`${plan.key} ${span}`}
          id={`${mode}-${plan.key}`}
          times={times}
          series={series.map(({ read, ...each }) => ({ ...each, values: history.data.map(read) }))}
        />
      ))}
    </div>
  );
};

const plans = (stepSeconds: number): ChartPlan[] => {
  const { chart, endpointHistory, now } = text();
  const t = now.chart;
  const perSecond = (count: number): number => count / stepSeconds;
  const rate = (value: number): string => `${formatRate(value)}${text().units.perSecond}`;
  return [
    {
      key: 'flow',
      title: t.flow,
      format: rate,
      atLeast: 1,
      series: [
        { name: t.orders, colour: 'one', read: ({ orders }) => perSecond(orders) },
        { name: t.delivered, colour: 'two', read: ({ delivered }) => perSecond(delivered) },
      ],
    },
    {
      key: 'speed',
      title: t.speed,
      format: formatWait,
      steps: durationSteps,
      atLeast: 100,
      series: [
        { name: chart.p50, colour: 'one', read: ({ time_to_merchant_ms }) => time_to_merchant_ms?.p50 ?? null },
        { name: chart.p95, colour: 'three', read: ({ time_to_merchant_ms }) => time_to_merchant_ms?.p95 ?? null },
      ],
    },
    {
      key: 'success',
      title: t.success,
      format: formatShare,
      atLeast: 1,
      series: [{ name: t.succeeded, colour: 'two', read: successShare }],
    },
    {
      key: 'backlog',
      title: t.backlog,
      format: formatCount,
      atLeast: 5,
      series: [
        { name: endpointHistory.waiting, colour: 'three', read: ({ waiting }) => waiting },
        { name: now.held, colour: 'four', read: ({ held }) => held },
        { name: now.due, colour: 'one', read: ({ due }) => due },
      ],
    },
    { key: 'queues', title: t.queues, format: formatCount, atLeast: 5, series: queueSeries() },
  ];
};

const successShare: Reading = ({ attempts, failed_attempts }) =>
  attempts === 0 ? null : (attempts - failed_attempts) / attempts;

const queueSeries = (): ChartPlan['series'] => {
  const { stage, reports } = text().now;
  const depth =
    (queue: string): Reading =>
    ({ queues }) =>
      queues[queue] ?? null;
  return [
    { name: stage.ordersQueue, colour: 'one', read: depth('order-state.orders') },
    { name: stage.deliveriesQueue, colour: 'two', read: depth('webhook-dispatcher.deliveries') },
    { name: reports, colour: 'four', read: depth('order-state.attempts') },
  ];
};
