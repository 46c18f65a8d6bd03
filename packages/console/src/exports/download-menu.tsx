import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { LivePages } from '../api/pages.js';
import { CallError, type Get, nextPage, type Page, request, withLargestPages } from '../api/request.js';
import { withoutRepeats } from '../api/rules/refresh.js';
import { noteThrownOut } from '../api/session.js';
import { text } from '../text/index.js';
import { formatCount } from '../ui/format.js';
import { Menu } from '../ui/menu.js';
import { describeFailure, say } from '../ui/states.js';
import { rowsToCsv } from './rules/rows-to-csv.js';

type DownloadProps<T> = { pages: Pick<LivePages<T>, 'list' | 'keyOf'>; name: string };

/** Downloads the whole filtered list as a file, by the calls that the page makes. */
export const DownloadMenu = <T extends object>({ pages, name }: DownloadProps<T>) => {
  const t = text().exports;
  const count = useSignal<number | undefined>(undefined);
  const left = useMemo(() => new AbortController(), [pages.list.path]);
  useEffect(() => () => left.abort(), [left]);
  return (
    <span class="download">
      <Menu label={t.label}>
        {(['csv', 'json'] as const).map((format) => (
          <button
            key={format}
            type="button"
            disabled={count.value !== undefined}
            onClick={() => void save(pages, { name, format, count, signal: left.signal })}
          >
            {format.toUpperCase()}
          </button>
        ))}
      </Menu>
      <span class="quiet" role="status">
        {count.value !== undefined && t.running(formatCount(count.value))}
      </span>
    </span>
  );
};

type DownloadLinksProps = { hrefs: Readonly<Record<string, string>> };

/** Files that the service itself writes, by their format. */
export const DownloadLinks = ({ hrefs }: DownloadLinksProps) => (
  <span class="download">
    <Menu label={text().exports.label}>
      {Object.entries(hrefs).map(([format, href]) => (
        <a key={format} href={href} download>
          {format}
        </a>
      ))}
    </Menu>
  </span>
);

type Saving = {
  name: string;
  format: 'csv' | 'json';
  count: Signal<number | undefined>;
  signal: AbortSignal;
};

const save = async <T extends object>(
  { list, keyOf }: DownloadProps<T>['pages'],
  { name, format, count, signal }: Saving,
): Promise<void> => {
  count.value = 0;
  try {
    const { rows, isWhole } = await readAll(list, { keyOf, signal, onRead: (read) => (count.value = read) });
    const file = format === 'csv' ? rowsToCsv(rows) : JSON.stringify(rows, null, 1);
    download(file, { name: `${name}.${format}`, type: format === 'csv' ? 'text/csv' : 'application/json' });
    if (!isWhole) say(text().exports.truncated(formatCount(exportMax)), 'warn');
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof CallError)) throw error;
    if (error.status === 401) noteThrownOut();
    say(describeFailure(error), 'bad');
  } finally {
    count.value = undefined;
  }
};

const download = (file: string, { name, type }: { name: string; type: string }): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([file], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
};

/** Rows in one file: what a browser holds and a spreadsheet opens. */
const exportMax = 50_000;

/** The wait after a temporary refusal: a rate limit allows more calls within this time. */
const waitMs = 2_000;
const waitMax = 30;

type Reading<T> = { keyOf: (row: T) => string; signal: AbortSignal; onRead: (count: number) => void };

/**
 * Reads all rows of the filtered list, page by page. A row that moves meanwhile can be on two pages.
 * @throws CallError
 */
const readAll = async <T,>(
  list: Get<Page<T>>,
  { keyOf, signal, onRead }: Reading<T>,
): Promise<{ rows: T[]; isWhole: boolean }> => {
  const first = withLargestPages(list);
  const rows: T[] = [];
  let page: Get<Page<T>> | undefined = first;
  while (page && rows.length < exportMax) {
    const { data, next_cursor: cursor }: Page<T> = await readPatiently(page, signal);
    rows.push(...data);
    onRead(rows.length);
    page = cursor === null ? undefined : nextPage(first, cursor);
  }
  const isWhole = page === undefined && rows.length < exportMax;
  return { rows: withoutRepeats(rows, keyOf).slice(0, exportMax), isWhole };
};

const readPatiently = async <T,>({ path }: Get<Page<T>>, signal: AbortSignal): Promise<Page<T>> => {
  for (let waits = 0; ; waits += 1) {
    try {
      const { body } = await request<Page<T>>({ path, signal });
      return body ?? { data: [], next_cursor: null };
    } catch (error) {
      const isForNow = error instanceof CallError && (error.status === 429 || error.status === 503);
      if (!isForNow || signal.aborted || waits === waitMax) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
};
