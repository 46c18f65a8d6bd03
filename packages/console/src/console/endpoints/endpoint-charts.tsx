import { useComputed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type {
  EndpointHistory,
  EndpointHistoryStep,
  OperatorEndpoint,
  OperatorEndpointListEntry,
} from '@delivery/contracts';
import type { Live } from '../../api/live.js';
import { Chart } from '../../charts/chart.js';
import type { ChartProps, Series } from '../../charts/draw-chart.js';
import { hrefTo } from '../../shell/router.js';
import { language } from '../../text/index.js';
import { Filters } from '../../ui/filters.js';
import { formatBounded, formatCount, formatRate } from '../../ui/format.js';
import { Loaded } from '../../ui/states.js';
import { serverNowMs } from '../../ui/time.js';
import { answerTimesChart, EndpointDay } from '../../webhooks/endpoint.js';
import type { HistorySpan } from '../calls.js';
import { text } from '../text/index.js';
import { type CurrentState, fillSteps } from './rules/endpoint-health.js';

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
  endpoint: OperatorEndpoint;
  entry: OperatorEndpointListEntry | undefined;
  history: Live<EndpointHistory>;
  span: HistorySpan;
};

export const EndpointCharts = ({ endpoint, entry, history, span }: ChartsProps) => {
  const { endpointDay: t, now } = text();
  const place = ['endpoints', endpoint.id];
  return (
    <section aria-labelledby="charts">
      <div class="title-row">
        <h2 id="charts">{t.title}</h2>
        <Filters
          label={t.title}
          choices={[
            { label: now.span.hour, href: hrefTo(place), isChosen: span === 'hour' },
            { label: now.span.day, href: hrefTo(place, { span: 'day' }), isChosen: span === 'day' },
          ]}
        />
      </div>
      <Loaded live={history}>
        {(known) => (
          <>
            <EndpointDay type={endpoint.type} day={known.day} />
            <Drawn endpoint={endpoint} entry={entry} history={known} span={span} />
          </>
        )}
      </Loaded>
      <p class="quiet">{t.late}</p>
    </section>
  );
};

const Drawn = ({ endpoint, entry, history, span }: Omit<ChartsProps, 'history'> & { history: EndpointHistory }) => {
  // A chart goes on where nothing happens too, and is drawn anew once a minute at most.
  const minute = useComputed(() => Math.floor(serverNowMs() / minuteMs)).value;
  const waiting = entry?.waiting ?? null;
  const shown = useMemo(() => {
    const current = currentState(endpoint, waiting);
    const steps = fillSteps(history, { nowMs: minute * minuteMs, spanMs: spansMs[span], current });
    const times = steps.map(({ at }) => Date.parse(at) / 1_000);
    return { times, plans: plans(steps, history.step_seconds / 60, endpoint.type) };
  }, [history, minute, span, endpoint, waiting, language.value]);
  return (
    <div class="charts">
      {shown.plans.map((plan) => (
        <Chart key={`${plan.id} ${span}`} {...plan} times={shown.times} />
      ))}
    </div>
  );
};

const currentState = ({ status, window }: OperatorEndpoint, waiting: number | null): CurrentState => {
  const isHeld = status === 'disabled';
  return {
    window: { size: window.size, in_flight: window.in_flight, probing: window.probe_at !== null },
    waiting: isHeld ? 0 : waiting,
    held: isHeld ? waiting : 0,
  };
};

type Plan = Omit<ChartProps, 'times'>;

const plans = (steps: readonly EndpointHistoryStep[], stepMinutes: number, type: OperatorEndpoint['type']): Plan[] => {
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
  type: OperatorEndpoint['type'],
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
