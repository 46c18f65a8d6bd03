import { createList, type List, type ListOptions, type Page } from '../list.js';
import { EndpointNotFound, OAuthClientNotFound, StoreNotFound } from '../problems.js';
import type { Answer, ApiRequest, CallOptions, PreviewedOptions, Query, Send } from '../transport.js';

/** The one place where the types of openapi.json are believed: new fields may come, known ones stay. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows the answer's type
export const readJson = <T>({ body }: Answer): T => JSON.parse(body) as T;

/** A call, its body as JSON, and the JSON of its answer. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows the answer's type
export const callJson = async <T>(
  send: Send,
  { json, ...request }: Omit<ApiRequest, 'body'> & { json?: unknown },
  { preview, ...options }: PreviewedOptions = {},
): Promise<T> => {
  const headers = preview === undefined ? request.headers : { 'preview-token': preview };
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  return readJson<T>(await send({ ...request, ...(headers && { headers }), ...body }, options));
};

/** A list below `path`, whose pages follow each other by the parameter `cursorName`. */
export const listFrom = <Entry>(
  send: Send,
  list: { path: string; query?: Query; cursorName?: 'cursor' | 'after'; first?: string },
  { pageSize, cursor, signal }: ListOptions = {},
): List<Entry> => {
  const { path, query, cursorName = 'cursor' } = list;
  const options = signal ? { signal } : {};
  return createList<Entry>(async (at) => {
    const page = { ...query, limit: pageSize, [cursorName]: at };
    return readJson<Page<Entry>>(await send({ method: 'GET', path, query: page, repeat: 'always' }, options));
  }, cursor ?? list.first);
};

export const deleteOnce = async (send: Send, path: string, options?: CallOptions): Promise<void> => {
  try {
    await send({ method: 'DELETE', path, repeat: 'always' }, options);
  } catch (error) {
    const isGone =
      error instanceof EndpointNotFound || error instanceof OAuthClientNotFound || error instanceof StoreNotFound;
    // An attempt that was not answered has deleted it.
    if (isGone && error.attempts > 1) return;
    throw error;
  }
};
