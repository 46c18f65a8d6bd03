import { useComputed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { EndpointHistory, EndpointHistoryStep, OperatorEndpoint } from '@delivery/contracts';
import type { Live } from '../api/live.js';
import { Chart, TablesSwitch } from '../charts/chart.js';
import type { ChartProps, Series } from '../charts/draw-chart.js';
import { hrefTo } from '../shell/router.js';
import { language, text } from '../text/index.js';
import { Filters } from '../ui/filters.js';
import { formatBounded, formatCount, formatRate } from '../ui/format.js';
import { Loaded } from '../ui/states.js';
import { serverNowMs } from '../ui/time.js';
import type { HistorySpan } from './calls.js';
import { answerTimesChart, EndpointDay, type ShownEndpoint } from './endpoint.js';
import { fillSteps } from './rules/endpoint-history.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const spansMs: Readonly<Record<HistorySpan, number>> = { hour: hourMs, day: 24 * hourMs };

type Answer = keyof EndpointHistoryStep['answers'];
const answers: readonly [Answer, Series['colour']][] = [
  ['2xx', 'two'],
  ['3xx', 'one'],
  ['4xx', 'three'],
  ['5xx', 'five'],
  ['none', 'four'],
];

type ChartsProps = {
  endpoint: ShownEndpoint;
  /** Operators alone see it. */
  window: OperatorEndpoint['window'] | undefined;
  history: Live<EndpointHistory>;
  span: HistorySpan;
};

export const EndpointCharts = ({ endpoint, window, history, span }: ChartsProps) => {
  const { endpointDay: t, timeFilter } = text();
  const place = ['endpoints', endpoint.id];
  return (
    <section aria-labelledby="charts">
      <div class="title-row">
        <h2 id="charts">{t.title}</h2>
        <Filters
          label={t.title}
          choices={[
            { label: timeFilter.hour, href: hrefTo(place), isChosen: span === 'hour' },
            { label: timeFilter.day, href: hrefTo(place, { span: 'day' }), isChosen: span === 'day' },
          ]}
        />
        <TablesSwitch />
      </div>
      <Loaded live={history}>
        {(known) => (
          <>
            <EndpointDay type={endpoint.type} day={known.day} />
            <Drawn endpoint={endpoint} window={window} history={known} span={span} />
          </>
        )}
      </Loaded>
      <p class="quiet">{t.late}</p>
    </section>
  );
};

type DrawnProps = Omit<ChartsProps, 'history'> & { history: EndpointHistory };

const Drawn = ({ endpoint, window, history, span }: DrawnProps) => {
  // A chart goes on where nothing happens too, and is drawn anew once a minute at most.
  const minute = useComputed(() => Math.floor(serverNowMs() / minuteMs)).value;
  const { status, waiting, type } = endpoint;
  const shown = useMemo(() => {
    const isHeld = status === 'disabled';
    const current = {
      window: window ? { size: window.size, in_flight: window.in_flight, probing: window.probe_at !== null } : null,
      waiting: isHeld ? 0 : waiting,
      held: isHeld ? waiting : 0,
    };
    const steps = fillSteps(history, { nowMs: minute * minuteMs, spanMs: spansMs[span], current });
    const times = steps.map(({ at }) => Date.parse(at) / 1_000);
    return { times, plans: plans(steps, history.step_seconds / 60, type) };
  }, [history, minute, span, status, waiting, window, type, language.value]);
  return (
    <div class="charts">
      {shown.plans.map((plan) => (
        <Chart key={`${plan.id} ${span}`} {...plan} times={shown.times} />
      ))}
    </div>
  );
};

type Plan = Omit<ChartProps, 'times'>;

const plans = (steps: readonly EndpointHistoryStep[], stepMinutes: number, type: ShownEndpoint['type']): Plan[] => {
  const t = text().endpointHistory;
  return [
    {
      id: 'answers',
      title: t.answers,
      format: (value) => `${formatRate(value)}${t.perMinute}`,
      atLeast: 1,
      series: answerSeries(steps, stepMinutes, type),
    },
    answerTimesChart(type, steps),
    {
      id: 'window',
      title: t.window,
      format: formatCount,
      atLeast: 4,
      series: [
        { name: t.size, colour: 'one', values: steps.map(({ window }) => window?.size ?? null) },
        { name: t.inFlight, colour: 'two', values: steps.map(({ window }) => window?.in_flight ?? null) },
      ],
    },
    {
      id: 'backlog',
      title: t.backlog,
      format: formatBounded,
      atLeast: 5,
      series: [
        { name: t.waiting, colour: 'three', values: steps.map(({ waiting }) => waiting) },
        { name: t.held, colour: 'four', values: steps.map(({ held }) => held) },
      ],
    },
  ];
};

/** The 2xx line is always there, other answers only where at least one came: flat lines would hide the rest. */
const answerSeries = (
  steps: readonly EndpointHistoryStep[],
  stepMinutes: number,
  type: ShownEndpoint['type'],
): Series[] => {
  const { endpointHistory, endpointDay } = text();
  const { succeeded, failed } = endpointDay.pull;
  const names =
    type === 'pull' ? { ...endpointHistory.answer, '2xx': succeeded, none: failed } : endpointHistory.answer;
  return answers
    .filter(([each]) => each === '2xx' || steps.some((step) => step.answers[each] > 0))
    .map(([each, colour]) => ({
      name: names[each],
      colour,
      values: steps.map((step) => step.answers[each] / stepMinutes),
    }));
};
