import type { EndpointTest, EndpointView, WebhookEvent } from '@delivery/contracts';
import { maskUrl } from '../rules/mask-url.js';

export type EndpointRow = {
  id: string;
  url: string;
  events: WebhookEvent[] | null;
  status: 'active' | 'disabled';
  disabled_reason: string | null;
  created_at: Date;
  last_test: EndpointTest | null;
};

/** For `select ${endpointColumns} from endpoints e`. */
export const endpointColumns = 'e.id, e.url, e.events, e.status, e.disabled_reason, e.created_at, e.last_test';

export const toEndpointView = (row: EndpointRow): EndpointView => ({
  id: row.id,
  url: maskUrl(row.url),
  events: row.events,
  status: row.status,
  disabled_reason: row.disabled_reason,
  created_at: row.created_at.toISOString(),
  last_test: row.last_test,
});
