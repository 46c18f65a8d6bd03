import { type Signal, signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { shownTheme } from '../shell/preferences.js';
import { text } from '../text/index.js';
import { formatClock } from '../ui/format.js';
import { Table } from '../ui/table.js';
import { type ChartProps, drawChart, type DrawnChart } from './draw-chart.js';

/** Whether all charts are shown as tables. */
const areTables = signal(false);

/** One switch for the charts of a page. */
export const TablesSwitch = () => (
  <button type="button" aria-pressed={areTables.value} onClick={() => (areTables.value = !areTables.value)}>
    {text().chart.table}
  </button>
);

/** Lines over time and their newest values, or the same as a table. */
export const Chart = (props: ChartProps) => {
  const { id, title, times, series, format } = props;
  const pointed = useSignal<number | undefined>(undefined);
  const index = pointed.value ?? times.length - 1;
  const time = times[index];
  return (
    <figure class="card chart" aria-labelledby={`chart-${id}`}>
      <figcaption>
        <h3 id={`chart-${id}`}>{title}</h3>
        <span class="quiet">{pointed.value !== undefined && time !== undefined && formatClock(time * 1_000)}</span>
        <ul class="chart-legend">
          {series.map(({ name, colour, values }) => (
            <li key={name}>
              <span class={`swatch line-${colour}`} aria-hidden="true" />
              {name} <strong>{formatMaybe(values[index], format)}</strong>
            </li>
          ))}
        </ul>
      </figcaption>
      {areTables.value ? <ChartTable {...props} /> : <Canvas {...props} pointed={pointed} />}
    </figure>
  );
};

const formatMaybe = (value: number | null | undefined, format: (value: number) => string): string =>
  value === null || value === undefined ? '–' : format(value);

/** uPlot's canvas. Made anew for other colours or names, else given new values. */
const Canvas = ({ pointed, ...props }: ChartProps & { pointed: Signal<number | undefined> }) => {
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<DrawnChart | undefined>(undefined);
  const theme = shownTheme.value;
  const names = props.series.map(({ name }) => name).join();
  useEffect(() => {
    if (!place.current) return undefined;
    drawn.current = drawChart(place.current, props, (index) => (pointed.value = index));
    return drawn.current.remove;
  }, [theme, names]);
  useEffect(() => drawn.current?.show(props), [props.times, props.series]);
  return <div class="plot" ref={place} role="img" aria-label={summarise(props)} />;
};

const summarise = ({ title, series, format }: ChartProps): string => {
  const t = text().chart;
  const lines = series.map(({ name, values }) => {
    const known = values.filter((value) => value !== null);
    return t.summary(
      name,
      formatMaybe(values.at(-1), format),
      formatMaybe(known.length > 0 ? Math.max(...known) : null, format),
    );
  });
  return `${title}. ${lines.join('. ')}.`;
};

/** A point for each minute of an hour: as many as a person can read. */
const tableRowMax = 60;

const ChartTable = ({ id, title, times, series, format }: ChartProps) => {
  const t = text().chart;
  const every = Math.ceil(times.length / tableRowMax);
  const rows = times
    .map((time, index) => ({ time, index }))
    .filter(({ index }) => (times.length - 1 - index) % every === 0);
  return (
    <div class="chart-table" tabIndex={0} role="region" aria-label={`${title}: ${t.table}`}>
      <Table
        caption={title}
        keyOf={({ time }) => `${id} ${time}`}
        rows={rows.reverse()}
        columns={[
          { key: 'time', header: t.time, cell: ({ time }) => formatClock(time * 1_000) },
          ...series.map(({ name, values }) => ({
            key: name,
            header: name,
            isNumber: true,
            cell: ({ index }: { index: number }) => formatMaybe(values[index], format),
          })),
        ]}
      />
    </div>
  );
};
