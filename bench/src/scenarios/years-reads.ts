import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { OutsideWorld } from '../load/outside-world.js';
import type { Figures } from '../measure/compare.js';
import type { SubjectProduct } from '../subjects/start-subject-product.js';

export type ReadsOf = { subject: SubjectProduct; orderIds: readonly string[] };

/** Each merchant's lists in turn, and the views of single orders, one GET at a time. */
export const readAll = async (world: OutsideWorld, { subject, orderIds }: ReadsOf, count: number): Promise<Figures> => {
  const { product } = subject;
  const operatorPort = Number(new URL(product.url('order-state')).port);
  const authorization = `Bearer ${product.operator.token}`;
  const lists = (path: string) => listsOf(subject, path, count);
  const ofOrders = (pathOf: (id: string) => string) => ({
    port: operatorPort,
    paths: inTurn(orderIds, count, pathOf),
    authorization,
  });
  const loads = {
    orders: lists('/v1/external-orders?limit=100'),
    deliveries: lists('/v1/webhook-deliveries?limit=100'),
    timeline: ofOrders((id) => `/operator/v1/orders/${id}/timeline`),
    lanes: ofOrders((id) => `/operator/v1/orders/${id}/lanes`),
  };
  const figures: Record<string, number> = {};
  for (const [name, load] of Object.entries(loads)) {
    const { p50Ms, p99Ms } = await world.readEach(load);
    figures[`${name}P50Ms`] = p50Ms;
    figures[`${name}P99Ms`] = p99Ms;
  }
  return figures;
};

/** Lists of a state that no row of the merchant has: an index without the state has to be walked to its end. */
export const readRare = async (world: OutsideWorld, { subject }: ReadsOf, count: number): Promise<Figures> => {
  const load = listsOf(subject, '/v1/webhook-deliveries?limit=100&state=exhausted', count);
  const { p50Ms, unexpected } = await world.tryEach(load);
  return { p50Ms, answered: count - unexpected };
};

const listsOf = ({ product, merchants }: SubjectProduct, path: string, count: number) => ({
  port: Number(new URL(product.url('intake-api')).port),
  paths: inTurn(merchants, count, withCredentials(path)),
});

const withCredentials =
  (path: string) =>
  ({ key, token }: { key: string; token: string }): string =>
    `${path}&key=${key}&token=${token}`;

const inTurn = <T>(of: readonly T[], count: number, pathOf: (one: T) => string): string[] =>
  Array.from({ length: count }, (_, index) => of[index % of.length]).flatMap((one) =>
    one === undefined ? [] : [pathOf(one)],
  );

/** Orders from anywhere in the ledger: ids are hashes. */
export const pickOrders = async (client: pg.Client, count: number): Promise<string[]> => {
  const places = Array.from({ length: count }, () => randomBytes(12).toString('hex'));
  const { rows } = await client.query<{ id: string }>(
    `select o.id from unnest($1::text[]) place
     cross join lateral (select id from orders where id >= place order by id limit 1) o`,
    [places],
  );
  return rows.map(({ id }) => id);
};
