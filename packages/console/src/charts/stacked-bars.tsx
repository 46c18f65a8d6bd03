import type { Series } from './draw-chart.js';

export type StackedBarsProps = {
  id: string;
  title: string;
  /** One for each bar. */
  names: readonly string[];
  /** The lowest part first. */
  series: readonly { name: string; colour: Series['colour']; values: readonly number[] }[];
  format: (value: number) => string;
};

const heightPx = 160;

/** One bar for each name. The page has the same numbers in a table. */
export const StackedBars = ({ id, title, names, series, format }: StackedBarsProps) => {
  const totals = names.map((_, place) => series.reduce((sum, { values }) => sum + (values[place] ?? 0), 0));
  const highest = Math.max(...totals, 1);
  return (
    <figure class="card chart" aria-labelledby={`chart-${id}`}>
      <figcaption>
        <h2 id={`chart-${id}`}>{title}</h2>
        <span class="quiet">{format(highest)}</span>
        <ul class="chart-legend">
          {series.map(({ name, colour }) => (
            <li key={name}>
              <span class={`swatch line-${colour}`} aria-hidden="true" />
              {name}
            </li>
          ))}
        </ul>
      </figcaption>
      <svg class="bars" viewBox={`0 0 ${names.length} ${heightPx}`} preserveAspectRatio="none" aria-hidden="true">
        {names.map((name, place) => (
          <g key={name}>
            <title>{`${name}: ${format(totals[place] ?? 0)}`}</title>
            {stack(series, place).map(({ colour, from, value }) => (
              <rect
                key={colour}
                class={`line-${colour}`}
                x={place + 0.1}
                width={0.8}
                y={heightPx * (1 - (from + value) / highest)}
                height={(heightPx * value) / highest}
              />
            ))}
          </g>
        ))}
      </svg>
      <p class="quiet bars-ends" aria-hidden="true">
        <span>{names[0]}</span>
        {names.length > 1 && <span>{names.at(-1)}</span>}
      </p>
    </figure>
  );
};

/** Each part with where it begins. */
const stack = (series: StackedBarsProps['series'], place: number) => {
  let from = 0;
  return series.map(({ colour, values }) => {
    const value = values[place] ?? 0;
    const part = { colour, from, value };
    from += value;
    return part;
  });
};
