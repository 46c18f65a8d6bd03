import { signal } from '@preact/signals';
import {
  defaultRangeExtractor,
  observeWindowOffset,
  observeWindowRect,
  type Range,
  type VirtualItem,
  Virtualizer,
  windowScroll,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useReducer, useRef } from 'preact/hooks';
import { currentEntry } from '../browser/remembered.js';

/** Up to as many rows are all in the page, where the browser’s own search finds them. */
const wholeMax = 300;

/** Rows above and below those in view: where the next key or turn of the wheel leads. */
const overscan = 12;

/** Before it is measured: a line of a table, or a card on a phone. */
const estimatePx = (): number => (matchMedia('(width < 37.5rem)').matches ? 96 : 36);

type Body = RefObject<HTMLTableSectionElement | null>;

/**
 * `keyAt`: the same function until a row changes its place. `name`: under which a return by Back finds the rows'
 * heights.
 */
type LongTable = { body: Body; count: number; keyAt: (place: number) => string; name: string };

/** The rows that are in the page, in order; `gap`: pixels of those left out before it. */
type RowsInView = {
  rows: { place: number; gap: number }[];
  gapAfter: number;
  measure: (row: HTMLTableRowElement | null) => void;
};

/** The rows of a long table that are in view or near it or have the focus. @returns undefined: the page has all rows */
export const useRowsInView = ({ body, count, keyAt, name }: LongTable): RowsInView | undefined => {
  const [, redraw] = useReducer((times: number, more: number) => times + more, 0);
  const rows = useMemo(() => createRows(body, name, () => redraw(1)), []);
  const top = useRef(0);
  const isLong = count > wholeMax;
  rows.setOptions({ ...rows.options, count, enabled: isLong, getItemKey: keyAt, scrollMargin: top.current });
  useLayoutEffect(() => {
    const { kept } = currentEntry();
    const unmount = rows._didMount();
    return () => {
      kept.set(heightsOf(name), rows.takeSnapshot());
      unmount();
    };
  }, []);
  useLayoutEffect(() => {
    rows._willUpdate();
    const topNow = body.current && isLong ? body.current.getBoundingClientRect().top + scrollY : top.current;
    if (Math.abs(topNow - top.current) < 1) return;
    top.current = topNow;
    redraw(1);
  });
  return isLong && !isPrinting.value ? { ...placesOf(rows), measure: rows.measureElement } : undefined;
};

type Rows = Virtualizer<Window, HTMLTableRowElement>;

const createRows = (body: Body, name: string, onChange: () => void): Rows =>
  new Virtualizer<Window, HTMLTableRowElement>({
    count: 0,
    overscan,
    onChange,
    getScrollElement: () => window,
    estimateSize: estimatePx,
    rangeExtractor: (range) => withFocused(body.current, range),
    scrollToFn: windowScroll,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    measureElement: (row) => row.getBoundingClientRect().height,
    indexAttribute: 'data-place',
    initialRect: { width: innerWidth, height: innerHeight },
    // Not where the page is now: a return by Back scrolls once there are rows.
    initialOffset: currentEntry().scrollTop,
    // Kept by this function alone.
    initialMeasurementsCache: (currentEntry().kept.get(heightsOf(name)) ?? []) as VirtualItem[],
  });

const heightsOf = (name: string): string => `heights of ${name}`;

/** The row with the focus stays, as the focus would be lost with it. */
const withFocused = (body: HTMLElement | null, range: Range): number[] => {
  const inView = defaultRangeExtractor(range);
  const focused = document.activeElement?.closest('tr');
  // A row that was drawn while the table was whole does not know its place.
  const place = focused && body?.contains(focused) ? Number(focused.dataset['place']) : Number.NaN;
  if (!(place < range.count) || inView.includes(place)) return inView;
  return [...inView, place].toSorted((a, b) => a - b);
};

const placesOf = (rows: Rows): Omit<RowsInView, 'measure'> => {
  const { scrollMargin } = rows.options;
  let end = scrollMargin;
  const inView = rows.getVirtualItems().map((item) => {
    const gap = item.start - end;
    end = item.end;
    return { place: item.index, gap };
  });
  return { rows: inView, gapAfter: rows.getTotalSize() + scrollMargin - end };
};

/** Paper has every row. */
const isPrinting = signal(false);

addEventListener('beforeprint', () => {
  isPrinting.value = true;
});
addEventListener('afterprint', () => {
  isPrinting.value = false;
});
