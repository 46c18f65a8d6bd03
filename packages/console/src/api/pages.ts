import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { currentEntry } from '../browser/remembered.js';
import { type Live, useLive } from './live.js';
import { CallError, type Get, nextPage, type Page, request, withLargestPages } from './request.js';
import { mergeFirstPage } from './rules/refresh.js';
import { noteThrownOut } from './session.js';

export type LivePages<T> = {
  list: Get<Page<T>>;
  /** Identifies a row on any page. */
  keyOf: (row: T) => string;
  /** The first page live, the others as they were when they were asked for; undefined: nothing has come yet. */
  rows: ReadonlySignal<T[] | undefined>;
  hasMore: ReadonlySignal<boolean>;
  isLoadingMore: ReadonlySignal<boolean>;
  /** As many again as there are. */
  loadMore: () => void;
  /** So much is new that the first page would not join the others, and is not shown. */
  isBehind: ReadonlySignal<boolean>;
  /** Begins anew with the first page. */
  showNewest: () => void;
  error: ReadonlySignal<CallError | undefined>;
  refresh: () => void;
};

/** The rows beyond the first page, with the first page as it was when they were read. */
type Known<T> = { rows: T[]; cursor: string | null };

/** A list whose first page is live. Back finds it as it was left. */
export const useLivePages = <T>(get: Get<Page<T>>, keyOf: (row: T) => string, everyMs?: number): LivePages<T> => {
  const first = useLive(get, everyMs);
  const pages = useMemo(() => followPages(get, keyOf, first), [first]);
  useEffect(() => pages.stop, [pages]);
  return pages;
};

const followPages = <T>(
  get: Get<Page<T>>,
  keyOf: (row: T) => string,
  first: Live<Page<T>>,
): LivePages<T> & { stop: () => void } => {
  const { kept } = currentEntry();
  // Kept under the path, which tells its type.
  const known = signal(kept.get(get.path) as Known<T> | undefined);
  const isLoadingMore = signal(false);
  const moreError = signal<CallError | undefined>(undefined);
  const left = new AbortController();
  const keep = (read: Known<T>): void => {
    known.value = read;
    kept.set(get.path, read);
  };
  /** undefined: the first page and the others do not join. */
  const joined = computed(() => {
    const page = first.data.value;
    if (!known.value || page?.next_cursor === null) return page?.data;
    return page ? mergeFirstPage(known.value.rows, page.data, keyOf) : known.value.rows;
  });
  const rows = computed(() => joined.value ?? known.value?.rows);
  const cursor = computed(() => (known.value ?? { cursor: first.data.value?.next_cursor ?? null }).cursor);
  const loadMore = async (): Promise<void> => {
    const enough = 2 * (rows.value?.length ?? 0);
    while (cursor.value !== null && (rows.value?.length ?? 0) < enough) {
      const { body } = await request<Page<T>>({
        ...nextPage(withLargestPages(get), cursor.value),
        signal: left.signal,
      });
      keep({ rows: [...(rows.value ?? []), ...(body?.data ?? [])], cursor: body?.next_cursor ?? null });
    }
  };
  const load = async (): Promise<void> => {
    isLoadingMore.value = true;
    try {
      await loadMore();
      moreError.value = undefined;
    } catch (error) {
      if (left.signal.aborted) return;
      if (!(error instanceof CallError)) throw error;
      if (error.status === 401) noteThrownOut();
      moreError.value = error;
    } finally {
      isLoadingMore.value = false;
    }
  };
  return {
    list: get,
    keyOf,
    rows,
    hasMore: computed(() => cursor.value !== null),
    isLoadingMore,
    loadMore: () => {
      if (cursor.value !== null && !isLoadingMore.value) void load();
    },
    isBehind: computed(() => joined.value === undefined && known.value !== undefined),
    showNewest: () => {
      known.value = undefined;
      kept.delete(get.path);
    },
    error: computed(() => moreError.value ?? first.error.value),
    refresh: first.refresh,
    stop: () => left.abort(),
  };
};
