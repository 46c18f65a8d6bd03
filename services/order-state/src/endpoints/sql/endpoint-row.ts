import {
  type EndpointTest,
  type EndpointType,
  type EndpointView,
  maskedHeaderValue,
  type MisbehaviourResult,
  type WebhookEvent,
} from '@delivery/contracts';
import { maskUrl } from '../rules/mask-url.js';
import { countMax, pacedOf, waitingOf } from './backlog-of.js';

export type EndpointRow = {
  id: string;
  type: EndpointType;
  /** `null`: of a pull endpoint. */
  url: string | null;
  events: WebhookEvent[] | null;
  header_name: string | null;
  max_per_second: number | null;
  paced: boolean;
  waiting: number;
  status: 'active' | 'disabled';
  disabled_reason: string | null;
  created_at: Date;
  last_test: EndpointTest | null;
  misbehaviour: EndpointView['misbehaviour'];
  last_misbehaviour: MisbehaviourResult | null;
};

/** Of endpoint `e`. Its value is for who sends it alone, sealed or not. */
export const headerName = `e.header->>'name' as header_name`;

/** Of endpoint `e`: as it was asked for, without what it is bound to, and what the last one came to. */
export const misbehaviourColumns = `case when e.misbehaviour is not null
    then jsonb_build_object('kind', e.misbehaviour->'kind', 'at', e.misbehaviour->'at') end as misbehaviour, e.last_misbehaviour`;

/** For `select ${endpointColumns} from endpoints e`. */
export const endpointColumns = `e.id, e.type, e.url, e.events, ${headerName}, e.max_per_second, ${pacedOf},
  ${waitingOf('e.id', String(countMax))}, e.status, e.disabled_reason, e.created_at, e.last_test,
  ${misbehaviourColumns}`;

export const toEndpointView = (row: EndpointRow): EndpointView => ({
  id: row.id,
  type: row.type,
  url: row.url === null ? null : maskUrl(row.url),
  events: row.events,
  header: maskHeader(row.header_name),
  max_per_second: row.max_per_second,
  paced: row.paced,
  waiting: row.waiting,
  status: row.status,
  disabled_reason: row.disabled_reason,
  created_at: row.created_at.toISOString(),
  last_test: row.last_test,
  misbehaviour: row.misbehaviour,
  last_misbehaviour: row.last_misbehaviour,
});

export const maskHeader = (name: string | null): EndpointView['header'] =>
  name === null ? null : { name, value: maskedHeaderValue };
