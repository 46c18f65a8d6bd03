import { useComputed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { EndpointHistory, EndpointView } from '@delivery/contracts';
import { Chart } from '../../charts/chart.js';
import { language } from '../../text/index.js';
import { formatCount } from '../../ui/format.js';
import { serverNowMs } from '../../ui/time.js';
import { answerTimesChart, EndpointDay } from '../../webhooks/endpoint.js';
import { text } from '../text/index.js';
import { fillHours } from './rules/fill-hours.js';

const minuteMs = 60_000;

type DayProps = { type: EndpointView['type']; day: EndpointHistory['day'] };

export const Day = (props: DayProps) => {
  const t = text().endpointDay;
  return (
    <section aria-labelledby="day">
      <h2 id="day">{t.title}</h2>
      <EndpointDay {...props} />
      {props.day.hours.length > 0 && <Charts {...props} />}
      <p class="quiet">{t.late}</p>
    </section>
  );
};

const Charts = ({ type, day }: DayProps) => {
  const minute = useComputed(() => Math.floor(serverNowMs() / minuteMs)).value;
  const { times, plans } = useMemo(() => {
    const t = text().endpointDay[type];
    const hours = fillHours(day.hours, minute * minuteMs);
    const outcomes = {
      id: 'outcomes',
      title: t.outcomes,
      format: formatCount,
      atLeast: 4,
      series: [
        { name: t.succeeded, colour: 'two' as const, values: hours.map(({ succeeded }) => succeeded) },
        { name: t.failed, colour: 'five' as const, values: hours.map(({ failed }) => failed) },
      ],
    };
    return {
      times: hours.map(({ at }) => Date.parse(at) / 1_000),
      plans: [outcomes, answerTimesChart(type, hours)],
    };
  }, [type, day, minute, language.value]);
  return (
    <div class="charts">
      {plans.map((plan) => (
        <Chart key={plan.id} {...plan} times={times} />
      ))}
    </div>
  );
};
