import type { Queryable } from '@delivery/postgres';

export type EndpointHistoryRow = {
  at: Date;
  answered_2xx: number;
  answered_3xx: number;
  answered_4xx: number;
  answered_5xx: number;
  unanswered: number;
  window_size: number | null;
  in_flight: number | null;
  probing: boolean | null;
  waiting: number | null;
  held: number | null;
};

type Span = { since: Date; until: Date; stepSeconds: number };

/** The minutes of the span, each looked up by the whole key: the index begins with the minute, and all endpoints share it. */
const minutes = `
  from generate_series($2::timestamptz, $3, '1 min') m (at) join endpoint_history h on h.at = m.at and h.endpoint_id = $1`;

/** Minutes put together into longer steps, oldest first: what was counted is added, of what was held the most is kept. */
export const readEndpointHistory = async (
  client: Queryable,
  endpointId: string,
  { since, until, stepSeconds }: Span,
): Promise<EndpointHistoryRow[]> => {
  const { rows } = await client.query<EndpointHistoryRow>({
    name: 'read_endpoint_history',
    text: `
      select date_bin(make_interval(secs => $4), h.at, '2000-01-01T00:00:00Z') as at,
        sum(answered_2xx)::int as answered_2xx, sum(answered_3xx)::int as answered_3xx,
        sum(answered_4xx)::int as answered_4xx, sum(answered_5xx)::int as answered_5xx,
        sum(unanswered)::int as unanswered, min(window_size) as window_size, max(in_flight) as in_flight,
        bool_or(probing) as probing, max(waiting) as waiting, max(held) as held
      ${minutes} group by 1 order by 1`,
    values: [endpointId, since, until, stepSeconds],
  });
  return rows;
};

export type EndpointErrorRow = {
  at: Date;
  delivery_id: string;
  status_code: number | null;
  error_code: string | null;
};

/** The newest attempt that failed. */
export const readLastError = async (
  client: Queryable,
  endpointId: string,
  { since, until }: Pick<Span, 'since' | 'until'>,
): Promise<EndpointErrorRow | undefined> => {
  const { rows } = await client.query<EndpointErrorRow>({
    name: 'read_last_endpoint_error',
    text: `
      select h.error_at as at, h.error_delivery_id as delivery_id, h.error_status_code as status_code, h.error_code
      ${minutes} where h.error_at is not null order by h.at desc limit 1`,
    values: [endpointId, since, until],
  });
  return rows[0];
};
