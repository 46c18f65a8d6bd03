import type { ComponentChildren, Ref } from 'preact';
import { useCallback, useLayoutEffect, useRef } from 'preact/hooks';
import type { OperatorRole } from '@delivery/contracts';
import type { LivePages } from '../api/pages.js';
import { may } from '../api/session.js';
import { text } from '../text/index.js';
import { Empty, Failed, Loading } from './states.js';
import { useRowsInView } from './use-rows-in-view.js';

export type Column<T> = {
  key: string;
  header: string;
  cell: (row: T) => ComponentChildren;
  /** Whether the row has something there. A column that no row fills is left out. */
  fills?: (row: T) => boolean;
  /** Only those who may do this have the column. */
  needs?: OperatorRole;
  /** Numbers stand right, in figures of one width. */
  isNumber?: boolean;
  /**
   * Where it stands on a phone, in a list of two lines: at the left or the right of the first line, or in the second,
   * with its header or without. Other columns of such a list are left out there. Where no column has a place, each row
   * is a card.
   */
  onPhone?: 'first' | 'aside' | 'second' | 'second labelled';
};

type TableProps<T> = {
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
  /** Said without rows. */
  none?: string;
};

/**
 * A table that becomes a list of cards where there is no room for columns. The roles are said, because a browser
 * forgets them where CSS lays a table out as something else. A long table has only the rows in view.
 */
export const Table = <T,>({ none, ...props }: TableProps<T>) =>
  props.rows.length === 0 && none ? <Empty title={none} /> : <Rows {...props} />;

const Rows = <T,>({ caption, columns: all, rows, keyOf }: TableProps<T>) => {
  const columns = all.filter(({ fills, needs }) => (!fills || rows.some(fills)) && (!needs || may(needs)));
  const table = useRef<HTMLTableElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const keyAt = useCallback(
    (place: number) => {
      const row = rows[place];
      return row === undefined ? String(place) : keyOf(row);
    },
    [rows],
  );
  const inView = useRowsInView({ body, count: rows.length, keyAt, name: caption });
  const isLong = inView !== undefined;
  useLayoutEffect(() => {
    if (isLong && table.current) keepWidths(table.current);
  }, [isLong]);
  return (
    <div class="table">
      <table
        role="table"
        class={columns.some(({ onPhone }) => onPhone) ? 'two-lines' : undefined}
        ref={table}
        aria-rowcount={isLong ? rows.length + 1 : undefined}
      >
        <caption class="visually-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={isLong ? 1 : undefined}>
            {columns.map(({ key, header, isNumber, onPhone }) => (
              <th key={key} role="columnheader" scope="col" class={classOf(isNumber, onPhone)}>
                <div class="cell">{header}</div>
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" ref={body}>
          {inView === undefined
            ? rows.map((row) => <Row key={keyOf(row)} row={row} columns={columns} />)
            : inView.rows.flatMap(({ place, gap }) => {
                const row = rows[place];
                if (row === undefined) return [];
                const key = keyOf(row);
                return [
                  <Gap key={`before ${key}`} px={gap} />,
                  <Row key={key} row={row} columns={columns} place={place} measure={inView.measure} />,
                ];
              })}
          {inView && <Gap key="after" px={inView.gapAfter} />}
        </tbody>
      </table>
    </div>
  );
};

/** Keeps columns from moving while rows are added and removed. As cards they have no width. */
const keepWidths = (table: HTMLTableElement): void => {
  if (getComputedStyle(table).display !== 'table') return;
  const heads = [...table.querySelectorAll('th')];
  const widths = heads.map((head) => (100 * head.offsetWidth) / table.offsetWidth);
  for (const [place, head] of heads.entries()) head.style.width = `${widths[place]}%`;
  table.style.tableLayout = 'fixed';
};

/** Room of the rows that are left out. */
const Gap = ({ px }: { px: number }) =>
  px < 1 ? null : (
    <tr class="gap" aria-hidden="true">
      <td
        ref={(cell) => {
          if (cell) cell.style.height = `${px}px`;
        }}
      />
    </tr>
  );

type RowProps<T> = {
  row: T;
  columns: readonly Column<T>[];
  /** Only in a long table. */
  place?: number;
  measure?: Ref<HTMLTableRowElement>;
};

/** A component of its own: with news of one row the other thousand are not drawn anew. */
const Row = <T,>({ row, columns, place, measure }: RowProps<T>) => (
  <tr role="row" ref={measure ?? null} data-place={place} aria-rowindex={place === undefined ? undefined : place + 2}>
    {columns.map(({ key, header, cell, isNumber, onPhone }) => (
      <td key={key} role="cell" data-label={header} class={classOf(isNumber, onPhone)}>
        <div class="cell">{cell(row)}</div>
      </td>
    ))}
  </tr>
);

const classOf = (isNumber: boolean | undefined, onPhone: string | undefined): string | undefined =>
  [isNumber && 'number', onPhone].filter(Boolean).join(' ') || undefined;

type PagedProps<T> = Pick<TableProps<T>, 'caption' | 'columns'> & { pages: LivePages<T>; empty: ComponentChildren };

/** A list of the API: its first page live, more of it when asked for. */
export const PagedTable = <T,>({ pages, empty, ...table }: PagedProps<T>) => {
  const rows = pages.rows.value;
  const error = pages.error.value;
  if (rows === undefined) return error ? <Failed error={error} retry={pages.refresh} /> : <Loading />;
  if (rows.length === 0) return <>{empty}</>;
  return (
    <>
      <Newest pages={pages} />
      <Table {...table} rows={rows} keyOf={pages.keyOf} />
      <More pages={pages} />
    </>
  );
};

/** Below a list: more of it. */
export const More = <T,>({ pages }: { pages: LivePages<T> }) => {
  const t = text();
  if (!pages.hasMore.value) return null;
  return (
    <p class="more">
      <button type="button" onClick={pages.loadMore} disabled={pages.isLoadingMore.value}>
        {pages.isLoadingMore.value ? t.loading : t.loadMore}
      </button>
    </p>
  );
};

/** Above a list that stands still because too much is new. */
export const Newest = <T,>({ pages }: { pages: LivePages<T> }) =>
  pages.isBehind.value ? (
    <p class="more newest">
      <button type="button" onClick={pages.showNewest}>
        {text().showNewest}
      </button>
    </p>
  ) : null;
