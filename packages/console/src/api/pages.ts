import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { type Get, nextPage, type Page } from './get.js';
import { type Live, useLive } from './live.js';
import { CallError, request } from './request.js';
import { withoutRepeats } from './rules/without-repeats.js';
import { noteThrownOut } from './session.js';

export type LivePages<T> = {
  /** The first page live, the others as they were when they were asked for; undefined: nothing has come yet. */
  rows: ReadonlySignal<T[] | undefined>;
  hasMore: ReadonlySignal<boolean>;
  isLoadingMore: ReadonlySignal<boolean>;
  loadMore: () => void;
  error: ReadonlySignal<CallError | undefined>;
  refresh: () => void;
};

type More<T> = { rows: T[]; cursor: string | null };

/** A list whose first page is live. `keyOf` identifies a row, as one may move from page to page. */
export const useLivePages = <T>(get: Get<Page<T>>, keyOf: (row: T) => string, everyMs?: number): LivePages<T> => {
  const first = useLive(get, everyMs);
  return useMemo(() => followPages(get, keyOf, first), [first]);
};

const followPages = <T>(get: Get<Page<T>>, keyOf: (row: T) => string, first: Live<Page<T>>): LivePages<T> => {
  const more = signal<More<T> | undefined>(undefined);
  const isLoadingMore = signal(false);
  const moreError = signal<CallError | undefined>(undefined);
  const cursor = computed(() => (more.value ? more.value.cursor : (first.data.value?.next_cursor ?? null)));
  const load = async (after: string): Promise<void> => {
    isLoadingMore.value = true;
    try {
      const { body } = await request<Page<T>>(nextPage(get, after));
      more.value = { rows: [...(more.value?.rows ?? []), ...(body?.data ?? [])], cursor: body?.next_cursor ?? null };
      moreError.value = undefined;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.status === 401) noteThrownOut();
      moreError.value = error;
    } finally {
      isLoadingMore.value = false;
    }
  };
  return {
    rows: computed(
      () => first.data.value && withoutRepeats([...first.data.value.data, ...(more.value?.rows ?? [])], keyOf),
    ),
    hasMore: computed(() => cursor.value !== null),
    isLoadingMore,
    loadMore: () => {
      if (cursor.value !== null && !isLoadingMore.value) void load(cursor.value);
    },
    error: computed(() => moreError.value ?? first.error.value),
    refresh: first.refresh,
  };
};
