import type { EndpointHistory, EndpointOutcomes, EndpointView } from '@delivery/contracts';
import type { ChartProps } from '../charts/draw-chart.js';
import { text } from '../text/index.js';
import { formatCount, formatDuration, formatShare } from '../ui/format.js';

type Type = EndpointView['type'];

/** How many attempts succeeded in 24 hours, and how fast they were answered. */
export const EndpointDay = ({ type, day }: { type: Type; day: EndpointHistory['day'] }) => {
  const { succeeded, failed, answer_ms: times } = day;
  const t = text().endpointDay[type];
  const total = succeeded + failed;
  if (total === 0) return <p>{t.none}</p>;
  return (
    <p>
      {t.share(formatShare(succeeded / total), formatCount(total), formatCount(failed))}{' '}
      {times && t.times(formatDuration(times.p50), formatDuration(times.p95))}
    </p>
  );
};

/** @param points of the chart; those without an answer have no value */
export const answerTimesChart = (
  type: Type,
  points: readonly Pick<EndpointOutcomes, 'answer_ms'>[],
): Omit<ChartProps, 'times'> => {
  const { chart, endpointDay } = text();
  return {
    id: 'answer-times',
    title: endpointDay[type].answers,
    format: formatDuration,
    atLeast: 100,
    series: [
      { name: chart.p50, colour: 'one', values: points.map(({ answer_ms: times }) => times?.p50 ?? null) },
      { name: chart.p95, colour: 'three', values: points.map(({ answer_ms: times }) => times?.p95 ?? null) },
    ],
  };
};
