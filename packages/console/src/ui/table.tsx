import type { ComponentChildren } from 'preact';
import type { LivePages } from '../api/pages.js';
import { text } from '../text/index.js';
import { Empty, Failed, Loading } from './states.js';

export type Column<T> = {
  key: string;
  header: string;
  cell: (row: T) => ComponentChildren;
  /** Numbers stand right, in figures of one width. */
  isNumber?: boolean;
};

type TableProps<T> = { caption: string; columns: readonly Column<T>[]; rows: readonly T[]; keyOf: (row: T) => string };

/**
 * A table that becomes a list of cards where there is no room for columns. The roles are said, because a browser forgets
 * them where CSS lays a table out as something else.
 */
export const Table = <T,>({ caption, columns, rows, keyOf }: TableProps<T>) => (
  <table role="table">
    <caption class="visually-hidden">{caption}</caption>
    <thead role="rowgroup">
      <tr role="row">
        {columns.map(({ key, header, isNumber }) => (
          <th key={key} role="columnheader" scope="col" class={isNumber ? 'number' : undefined}>
            <div class="cell">{header}</div>
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">
      {rows.map((row) => (
        <Row key={keyOf(row)} row={row} columns={columns} />
      ))}
    </tbody>
  </table>
);

/** A component of its own: with news of one row the other thousand are not drawn anew. */
const Row = <T,>({ row, columns }: { row: T; columns: readonly Column<T>[] }) => (
  <tr role="row">
    {columns.map(({ key, header, cell, isNumber }) => (
      <td key={key} role="cell" data-label={header} class={isNumber ? 'number' : undefined}>
        <div class="cell">{cell(row)}</div>
      </td>
    ))}
  </tr>
);

type PagedProps<T> = Omit<TableProps<T>, 'rows'> & { pages: LivePages<T>; empty: ComponentChildren };

/** A list of the API: its first page live, more of it when asked for. */
export const PagedTable = <T,>({ pages, empty, ...table }: PagedProps<T>) => {
  const t = text();
  const rows = pages.rows.value;
  const error = pages.error.value;
  if (rows === undefined) return error ? <Failed error={error} retry={pages.refresh} /> : <Loading />;
  if (rows.length === 0) return <>{empty ?? <Empty title={t.none} />}</>;
  return (
    <>
      <Table {...table} rows={rows} />
      {pages.hasMore.value && (
        <p class="more">
          <button type="button" onClick={pages.loadMore} disabled={pages.isLoadingMore.value}>
            {pages.isLoadingMore.value ? t.loading : t.loadMore}
          </button>
        </p>
      )}
    </>
  );
};
