import './mend-language.js';
import uPlot from 'uplot';
import { formatClock } from '../ui/format.js';

export type Series = {
  name: string;
  colour: 'one' | 'two' | 'three' | 'four' | 'five';
  values: readonly (number | null)[];
};

export type ChartProps = {
  id: string;
  title: string;
  /** Seconds since the epoch, oldest first. */
  times: readonly number[];
  series: readonly Series[];
  format: (value: number) => string;
  atLeast?: number;
  /** Between two marks of the axis; without it powers of ten, and twice and five times them. */
  steps?: number[];
};

export type DrawnChart = { show: (props: ChartProps) => void; remove: () => void };

const heightPx = 160;
/** Around a single point uPlot would draw a day, whose marks are all at midnight. */
const shortestSeconds = 60;

/**
 * Draws into the element, and follows its width.
 * @param onPoint which point is pointed at; undefined: none
 */
export const drawChart = (
  element: HTMLElement,
  props: ChartProps,
  onPoint: (index: number | undefined) => void,
): DrawnChart => {
  const plot = new uPlot(
    { ...optionsOf(element, props), hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)] } },
    dataOf(props),
    element,
  );
  const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: heightPx }));
  observer.observe(element);
  return {
    show: (next) => plot.setData(dataOf(next)),
    remove: () => {
      observer.disconnect();
      plot.destroy();
    },
  };
};

const dataOf = ({ times, series }: ChartProps): uPlot.AlignedData => [
  [...times],
  ...series.map(({ values }) => [...values]),
];

/** A canvas knows no CSS: the colours are read from it. */
const colourOf = (element: HTMLElement, name: string): string =>
  getComputedStyle(element).getPropertyValue(name).trim();

const optionsOf = (element: HTMLElement, { series, format, steps, atLeast = 0 }: ChartProps): uPlot.Options => {
  const [ink, line] = [colourOf(element, '--ink-2'), colourOf(element, '--line')];
  const font = `12px ${getComputedStyle(element).fontFamily}`;
  const axis: uPlot.Axis = { stroke: ink, font, grid: { stroke: line, width: 1 }, ticks: { show: false } };
  return {
    width: element.clientWidth,
    height: heightPx,
    legend: { show: false },
    // The last label of the time stands half beyond the end.
    padding: [8, 28, 0, 0],
    cursor: { y: false, points: { size: 6 } },
    scales: {
      x: { range: ({ data }, min, max) => [min, Math.max(data[0].at(-1) ?? max, min + shortestSeconds)] },
      y: { range: (_plot, _min, max) => [0, Math.max(atLeast, max) * 1.05] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 28,
        space: 72,
        values: (_plot, splits) => formatTimes(splits),
      },
      { ...axis, size: 64, ...(steps && { incrs: steps }), values: (_plot, splits) => splits.map(format) },
    ],
    series: [{}, ...series.map((each) => seriesOf(element, each))],
  };
};

/** With seconds where all of it is a few minutes: equal labels tell nothing. */
const formatTimes = (splits: number[]): string[] => {
  const lengthSeconds = (splits.at(-1) ?? 0) - (splits[0] ?? 0);
  return splits.map((split) => formatClock(split * 1_000, lengthSeconds < 600));
};

const dashes: Readonly<Record<Series['colour'], number[]>> = {
  one: [],
  two: [],
  three: [6, 4],
  four: [2, 3],
  five: [10, 3, 2, 3],
};

/** Those that no line reaches: without a mark they would not be seen. */
const findLonePoints: uPlot.Series.Points.Filter = ({ data }, index) => {
  const values = data[index] ?? [];
  const isKnown = (at: number): boolean => values[at] !== null && values[at] !== undefined;
  return [...values.keys()].filter((at) => isKnown(at) && !isKnown(at - 1) && !isKnown(at + 1));
};

/** The kind of line distinguishes them too. */
const seriesOf = (element: HTMLElement, { name, colour }: Series): uPlot.Series => ({
  label: name,
  stroke: colourOf(element, `--line-${colour}`),
  width: 2,
  dash: dashes[colour],
  points: { show: false, filter: findLonePoints, size: 6, fill: colourOf(element, `--line-${colour}`) },
  spanGaps: false,
});
