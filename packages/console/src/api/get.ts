/** A path of the app's API that is read, and the type of its answer. */
export type Get<T> = { path: string; readonly answers?: T };
export type Page<T> = { data: T[]; next_cursor: string | null };

type Parameters = Record<string, string | number | undefined>;

const withQuery = (path: string, parameters: Parameters): string => {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
};

export const get = <T>(path: string, parameters: Parameters = {}): Get<T> => ({ path: withQuery(path, parameters) });

/** The next page of a list. */
export const nextPage = <T>({ path }: Get<Page<T>>, cursor: string): Get<Page<T>> => ({
  path: `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`,
});

/** The largest page of any list. */
const pageMax = 100;

export const withLargestPages = <T>({ path }: Get<Page<T>>): Get<Page<T>> => ({
  path: path.replace(/\blimit=\d+/, `limit=${pageMax}`),
});

/** Rows that a list shows before more is asked for. */
export const pageSize = 50;
